import { ModError } from '@cmd-mods/mod-api';
import { sourceError } from './diagnostics.ts';

/** Failures of the system that mean the same wherever they happen. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The code of a thrown value, such as `ENOSPC` or `E404`, if it has one. */
export function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A failure that is already explained, or that the system explains: a full disk, no permission, an interruption. */
export function knownFailure(thrown: unknown, signal?: AbortSignal): ModError | undefined {
  if (ModError.isInstance(thrown)) return thrown;
  if (signal?.aborted) {
    return sourceError('INSTALL_INTERRUPTED', { message: 'Interrupted.', cause: thrown });
  }
  const code = codeOf(thrown);
  if (code === undefined) return undefined;
  const path = (thrown as NodeJS.ErrnoException).path;
  const where = path === undefined ? {} : { where: { file: path } };
  if (DISK_FULL.has(code)) {
    return sourceError('INSTALL_DISK_FULL', {
      message: `There is no room left${path === undefined ? '' : ` to write ${path}`} (${code}).`,
      cause: thrown,
      ...where,
    });
  }
  if (NOT_WRITABLE.has(code)) {
    return sourceError('INSTALL_NOT_WRITABLE', {
      message: `${path ?? 'A folder'} may not be written to (${code}).`,
      cause: thrown,
      ...where,
    });
  }
  return undefined;
}

/** Any thrown value as a `ModError`. */
export function asModError(thrown: unknown, signal?: AbortSignal): ModError {
  return (
    knownFailure(thrown, signal) ??
    sourceError('INSTALL_UNEXPECTED', {
      message: thrown instanceof Error ? thrown.message : String(thrown),
      cause: thrown,
    })
  );
}
