import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

const MAX_LINKS = 40;

/**
 * Where a path really leads, links followed, also when it does not exist yet: its nearest existing folder is resolved,
 * and a link to something that does not exist is followed.
 * The path may hold `..` after a link, and then means what it means to the system.
 * @returns `undefined` when that cannot be told: links in a circle, or a folder that may not be read.
 */
export function realPath(path: string, links = 0): string | undefined {
  if (links > MAX_LINKS) return undefined;
  try {
    return realpathSync.native(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return undefined;
  }
  const target = linkTarget(path);
  if (target !== undefined) return realPath(resolve(dirname(path), target), links + 1);
  const folder = dirname(path);
  if (folder === path) return path;
  const parent = realPath(folder, links);
  return parent === undefined ? undefined : resolve(parent, basename(path));
}

/** What a link points to; `undefined` when there is no link. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EINVAL' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
