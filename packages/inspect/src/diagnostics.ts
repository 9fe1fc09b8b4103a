/** What can go wrong around a scan. What it finds in a mod is no fault and stands in the report. */

import { type Catalogue, type Diagnostic, type DiagnosticDetails, diagnosticsOf } from '@cmd-mods/mod-api';

/** The codes of this package; see docs/errors/inspect.md. */
export type InspectCode =
  | 'INSPECT_TARGET_NOT_FOUND'
  | 'INSPECT_TARGET_UNREADABLE'
  | 'INSPECT_POLICY_UNREADABLE'
  | 'INSPECT_POLICY_INVALID'
  | 'INSPECT_BEYOND_POLICY'
  | 'INSPECT_BEYOND_DECLARED'
  | 'INSPECT_NOTHING_DECLARED'
  | 'INSPECT_WIDENED'
  | 'INSPECT_NOT_CERTAIN'
  | 'INSPECT_OPTION_INVALID';

/** The catalogue. */
export const INSPECT_CATALOGUE: Catalogue<InspectCode> = {
  INSPECT_TARGET_NOT_FOUND: {
    severity: 'error',
    title: 'There is nothing to inspect',
    fix: 'Check the path. An npm name or a git source is written as `cmd mods add` takes it.',
  },
  INSPECT_TARGET_UNREADABLE: {
    severity: 'error',
    title: 'The target cannot be opened',
    fix: 'Check that the file is a whole tarball and that you may read it.',
  },
  INSPECT_POLICY_UNREADABLE: {
    severity: 'error',
    title: 'The policy cannot be read',
    fix: 'Check the path of the policy, and that it is valid JSON.',
  },
  INSPECT_POLICY_INVALID: {
    severity: 'error',
    title: 'The policy is not one',
    fix: 'Give it an `allow` with the lists that schemas/inspect-policy.schema.json describes, and nothing else.',
  },
  INSPECT_BEYOND_POLICY: {
    severity: 'error',
    title: 'The mod reaches more than the policy allows',
    fix: 'Remove it from the mod, or add it to the policy after a look at the line.',
  },
  INSPECT_BEYOND_DECLARED: {
    severity: 'error',
    title: 'The mod reaches more than its package declares',
    fix: 'Declare it in `commandcode.reach` of package.json, or remove it.',
  },
  INSPECT_NOTHING_DECLARED: {
    severity: 'error',
    title: 'The package does not declare what it reaches',
    fix: 'Add `commandcode.reach` to package.json; `{}` declares that it reaches nothing.',
  },
  INSPECT_WIDENED: {
    severity: 'error',
    title: 'The new version can do more than the old one',
    fix: 'Look at each line that was added before you take the new version.',
  },
  INSPECT_NOT_CERTAIN: {
    severity: 'error',
    title: 'Something could not be seen, and --strict asks for certainty',
    fix: 'Look at what is unread, dynamic or unknown by hand.',
  },
  INSPECT_OPTION_INVALID: {
    severity: 'error',
    title: 'The options do not go together',
    fix: 'See `cmd mods inspect --help`.',
  },
};

/** Makes a diagnostic of this package. */
export const inspectDiagnostic: (code: InspectCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf(INSPECT_CATALOGUE);
