import { type Catalogue, type DiagnosticDetails, diagnosticsOf, ModError } from '@cmd-mods/mod-api';

/** Why a check could not be made. What is wrong with a mod is a finding of a rule, not one of these. Explained in docs/errors/check.md. */
export const CHECK_CATALOGUE = {
  CHECK_TARGET_MISSING: {
    severity: 'error',
    title: 'There is nothing to check',
    fix: 'Give the path of a mod file, or of the folder of a package.',
  },
  CHECK_TARGET_UNUSABLE: {
    severity: 'error',
    title: 'The target can be no mod',
    fix: 'Give a .ts, .mts, .js or .mjs file, or a folder.',
  },
  CHECK_OPTION_INVALID: {
    severity: 'error',
    title: 'The options contradict each other, or name no rule',
    fix: 'cmd mods check --list-rules prints the rules.',
  },
  CHECK_FILE_UNWRITABLE: {
    severity: 'error',
    title: 'A fix could not be written',
    fix: 'Check the permissions of the file and its folder.',
  },
} as const satisfies Catalogue;

/** One code of this package. */
export type CheckCode = keyof typeof CHECK_CATALOGUE;

const checkDiagnostic = diagnosticsOf<CheckCode>(CHECK_CATALOGUE);

/** Makes the error to throw. */
export function checkError(code: CheckCode, details: DiagnosticDetails): ModError {
  return new ModError(checkDiagnostic(code, details));
}
