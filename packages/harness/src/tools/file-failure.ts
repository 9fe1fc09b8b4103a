import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearest } from '../nearest.ts';
import { ToolFailure } from './define-tool.ts';
import { showPath } from './paths.ts';

/** What a system error means here. A missing file is told apart, because its name can be guessed. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; this user may not do that',
  EPERM: 'permission denied; the system does not allow it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ELOOP: 'its symbolic links lead round in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EBUSY: 'another program is using it',
  ERR_INVALID_ARG_VALUE: 'the path holds a zero byte',
};

/**
 * Says in words why a file operation failed.
 * @param doing what was tried, as `read`, `write`, `search`.
 */
export async function fileFailure(
  error: unknown,
  doing: string,
  cwd: string,
  path: string,
): Promise<ToolFailure> {
  if (error instanceof ToolFailure) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const shown = showPath(cwd, path);
  if (code === 'ENOENT') return new ToolFailure(await missing(cwd, path));
  const reason = WORDS[code] ?? message;
  return new ToolFailure(`Could not ${doing} \`${shown}\`: ${reason}${code && ` (${code})`}.`);
}

/** Names the first part of the path that is missing, and the existing name next to it. */
async function missing(cwd: string, path: string): Promise<string> {
  const folder = dirname(path);
  if (folder !== path && !(await exists(folder))) {
    const first = await missing(cwd, folder);
    return `There is no \`${showPath(cwd, path)}\`. ${first}`;
  }
  const meant = nearest(basename(path), await namesIn(folder));
  const hint = meant === undefined ? '' : ` Did you mean \`${showPath(cwd, join(folder, meant))}\`?`;
  return `There is no \`${showPath(cwd, path)}\`.${hint}`;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The names in a folder; none when it cannot be read, since this only looks for a hint. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
