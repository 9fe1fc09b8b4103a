/**
 * One shape for everything that can go wrong, so that a terminal, JSON, SARIF and an annotation are renderings of the same data.
 * Each package keeps a catalogue of its codes; a code is never renamed, and each has an anchor in docs/errors.md.
 */

/** How bad it is: an error cannot work, a warning is risky, an info is good to know. */
export type Severity = 'error' | 'warning' | 'info';

/** A place in a file. `line` and `column` start at 1; columns count UTF-16 units. */
export interface Where {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** One thing that went wrong: what, where, why, and what to do. Plain data. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly where?: Where;
  /** The mod's name. */
  readonly mod?: string;
  /** What to do about it. */
  readonly hint?: string;
  /** What lies behind it; left out of JSON. */
  readonly cause?: unknown;
}

/** What a catalogue says about one code. */
export interface CatalogueEntry {
  readonly severity: Severity;
  /** One line that names the kind of problem, as docs/errors.md heads it. */
  readonly title: string;
  /** What to do, when the place it comes from knows nothing better. */
  readonly fix: string;
}

/** A table of codes. */
export type Catalogue<TCode extends string = string> = Readonly<Record<TCode, CatalogueEntry>>;

/** What one occurrence adds to its code. */
export type DiagnosticDetails = Pick<Diagnostic, 'message' | 'where' | 'mod' | 'hint' | 'cause'>;

/** Makes the function that turns codes of one catalogue into diagnostics. */
export function diagnosticsOf<TCode extends string>(
  catalogue: Catalogue<TCode>,
): (code: TCode, details: DiagnosticDetails) => Diagnostic {
  return (code, details) => {
    const { severity, fix } = catalogue[code];
    return { code, severity, hint: fix, ...withoutUndefined(details) };
  };
}

function withoutUndefined(details: DiagnosticDetails): DiagnosticDetails {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as unknown as DiagnosticDetails;
}

/** Marks errors that cross copies of this package: two copies have two classes but one registered symbol. */
const MOD_ERROR = Symbol.for('cmd-mods.ModError');

/** A thrown diagnostic. */
export class ModError extends Error {
  override readonly name = 'ModError';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message, diagnostic.cause === undefined ? undefined : { cause: diagnostic.cause });
    this.diagnostic = diagnostic;
    Object.defineProperty(this, MOD_ERROR, { value: true });
  }

  /** Whether a thrown value is a `ModError`, of this copy of the package or another. */
  static isInstance(value: unknown): value is ModError {
    return typeof value === 'object' && value !== null && MOD_ERROR in value;
  }
}
