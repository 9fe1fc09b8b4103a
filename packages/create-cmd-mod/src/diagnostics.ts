/** Every code of the scaffold. Each has its section in docs/errors/create-cmd-mod.md. */
export const SCAFFOLD_CATALOGUE = {
  NEW_NAME_UNFIT: {
    severity: 'error',
    title: 'The name does not fit',
    fix: 'Use lower-case letters, digits and single hyphens, with a scope before it if you like: @me/my-mod.',
  },
  NEW_ANSWER_MISSING: {
    severity: 'error',
    title: 'A question has no answer, and nobody can be asked',
    fix: 'Give the name as the first argument, or --yes for the defaults.',
  },
  NEW_ANSWER_UNFIT: {
    severity: 'error',
    title: 'An answer does not fit',
    fix: 'See --help for what may stand there.',
  },
  NEW_FOLDER_NOT_EMPTY: {
    severity: 'error',
    title: 'The folder is not empty',
    fix: 'Choose another with --dir, or go on with --overwrite: it replaces files of the same name and keeps all others.',
  },
  NEW_FOLDER_UNFIT: {
    severity: 'error',
    title: 'The mod cannot be written there',
    fix: 'Choose another folder with --dir.',
  },
  NEW_GIT_FAILED: {
    severity: 'warning',
    title: 'The mod has no git repository',
    fix: 'Run git init in its folder.',
  },
  NEW_INSTALL_FAILED: {
    severity: 'warning',
    title: 'The dependencies for development were not installed',
    fix: 'Run npm install in the folder of the mod once npm can be reached; until then cmd mods test and cmd mods check work without.',
  },
  NEW_CHECK_FAILED: {
    severity: 'error',
    title: "The new mod's own check found faults",
    fix: 'Nothing was changed by you yet, so please report it with these lines.',
  },
  NEW_TEST_FAILED: {
    severity: 'error',
    title: "The new mod's own test failed",
    fix: 'Nothing was changed by you yet, so please report it with these lines.',
  },
  NEW_STEP_SKIPPED: {
    severity: 'warning',
    title: 'The new mod was not checked or not tested',
    fix: 'Run npm install, npm run check and npm test in its folder.',
  },
  NEW_STAND_INS_LEFT: {
    severity: 'info',
    title: 'Some texts of the template are still there',
    fix: 'Put your own in their place before you publish.',
  },
} as const;

/** One code of the scaffold. */
export type ScaffoldCode = keyof typeof SCAFFOLD_CATALOGUE;

/** One thing that went wrong, in the shape that all of cmd-mods has. */
export interface ScaffoldDiagnostic {
  readonly code: ScaffoldCode;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly where?: { readonly file: string };
  /** What to do about it. */
  readonly hint: string;
}

/** Makes a diagnostic of the scaffold. */
export function diagnostic(
  code: ScaffoldCode,
  message: string,
  more: { readonly hint?: string; readonly file?: string } = {},
): ScaffoldDiagnostic {
  const { severity, fix } = SCAFFOLD_CATALOGUE[code];
  const { hint = fix, file } = more;
  return { code, severity, message, ...(file === undefined ? {} : { where: { file } }), hint };
}

/** The mark by which every package of cmd-mods knows an error with a diagnostic; this one imports none of them. */
const MOD_ERROR = Symbol.for('cmd-mods.ModError');

/** A thrown diagnostic: nothing was written. */
export class ScaffoldError extends Error {
  override readonly name = 'ScaffoldError';
  readonly diagnostic: ScaffoldDiagnostic;

  constructor(found: ScaffoldDiagnostic, cause?: unknown) {
    super(found.message, cause === undefined ? undefined : { cause });
    this.diagnostic = found;
    Object.defineProperty(this, MOD_ERROR, { value: true });
  }

  /** Whether what was typed makes no sense, rather than what is on the disk: exit code 2. */
  get isUsage(): boolean {
    return USAGE.has(this.diagnostic.code);
  }
}

const USAGE: ReadonlySet<ScaffoldCode> = new Set([
  'NEW_NAME_UNFIT',
  'NEW_ANSWER_MISSING',
  'NEW_ANSWER_UNFIT',
]);
