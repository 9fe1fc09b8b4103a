import { type Catalogue, type Diagnostic, type DiagnosticDetails, diagnosticsOf } from '@cmd-mods/mod-api';

/** What can be wrong with what a person says about permissions. */
export type PermissionCode = 'PERMISSION_RULE_INVALID';

/** The codes of this room; they are part of the package's catalogue. */
export const PERMISSION_CATALOGUE: Catalogue<PermissionCode> = {
  PERMISSION_RULE_INVALID: {
    severity: 'error',
    title: 'A permission rule cannot be read',
    fix: 'Write `tool` for every call of a tool, or `tool(pattern)` for some, as in `shell_command(git *)`.',
  },
};

/** Makes a diagnostic of one of these codes. */
export const permissionDiagnostic: (code: PermissionCode, details: DiagnosticDetails) => Diagnostic =
  diagnosticsOf(PERMISSION_CATALOGUE);
