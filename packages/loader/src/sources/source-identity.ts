import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { GitSource, ModSource, NpmSource, PathBase } from './source.ts';

/**
 * One name for a source however it is spelled: version, ref, protocol, `.git` and, on GitHub, letter case do not count.
 * `npm:<name>`, `git:<host>/<owner>/<repo>`, `local:<real path>`. A project's source shadows the user's of the same identity.
 */
export function sourceIdentity(source: ModSource, base: PathBase): string {
  if (source.kind === 'local') return `local:${realPath(localPath(source.path, base))}`;
  return packageIdentity(source);
}

/** The identity of a source that is installed, which does not depend on where relative paths start. */
export function packageIdentity(source: NpmSource | GitSource): string {
  if (source.kind === 'npm') return `npm:${source.name}`;
  const path = source.path.join('/');
  if (source.protocol === 'file') return `git:file:/${path}`;
  return `git:${source.host}/${source.host === 'github.com' ? path.toLowerCase() : path}`;
}

/** The absolute path that a local source names: `~` is home, and relative paths start at the root. */
export function localPath(written: string, base: PathBase): string {
  if (written === '~' || /^~[/\\]/.test(written)) return resolve(join(base.home, written.slice(1)));
  return resolve(base.root, written);
}

/** How a local source is written into settings: a relative one relative to the scope's root, others as written. */
export function storedLocalPath(written: string, typedIn: PathBase, scope: PathBase): string {
  if (/^~(?:[/\\]|$)/.test(written) || isAbsolute(written)) return written;
  const path = relative(scope.root, localPath(written, typedIn)).split(sep).join('/');
  if (path === '') return '.';
  return path.startsWith('../') || path === '..' ? path : `./${path}`;
}

/** The real path, or the path itself while nothing is there: a source that is missing still has an identity. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'EACCES') return path;
    throw cause;
  }
}
