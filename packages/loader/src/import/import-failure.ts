/** Why an import could not be answered. */
export type ImportFailureKind =
  /** Nothing is there under this specifier. */
  | 'missing'
  /** The package is the host's, the subpath is not. */
  | 'host-subpath'
  /** The host's API has no such export. */
  | 'host-export'
  /** Another module has no such export. */
  | 'export'
  /** The file is there and cannot be read. */
  | 'unreadable';

/**
 * An import that failed. Thrown into the mod's own code, so that a mod may catch it and do without an optional package:
 * `code` is Node's own for a missing module.
 */
export class ImportFailure extends Error {
  readonly code = 'ERR_MODULE_NOT_FOUND';
  readonly kind: ImportFailureKind;
  readonly specifier: string;
  /** The file that asked. */
  readonly importer: string;
  /** The export that is missing, where one is. */
  readonly exportName: string | undefined;
  /** What is exported instead. */
  readonly found: readonly string[];

  constructor(
    kind: ImportFailureKind,
    details: {
      readonly message: string;
      readonly specifier: string;
      readonly importer: string;
      readonly exportName?: string;
      readonly found?: readonly string[];
      readonly cause?: unknown;
    },
  ) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.specifier = details.specifier;
    this.importer = details.importer;
    this.exportName = details.exportName;
    this.found = details.found ?? [];
  }
}
