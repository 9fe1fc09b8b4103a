import { homedir } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The absolute path that a tool's input means: relative to `cwd`, with a leading `~` for the home folder. */
export function resolvePath(cwd: string, path: string): string {
  if (path === '~' || path.startsWith('~/')) return resolve(homedir(), path.slice(2));
  return resolve(cwd, path);
}

/** Whether `path` is `folder` or lies in it. Both absolute; links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** How a path is shown: relative inside `cwd`, absolute elsewhere, always with forward slashes. */
export function showPath(cwd: string, path: string): string {
  return toSlashes(isInside(cwd, path) ? relative(cwd, path) || '.' : path);
}

/** A path with forward slashes, whatever the system. */
export function toSlashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
