import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sourceError } from '../sources/diagnostics.ts';
import { installPath } from '../sources/install-path.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { packageIdentity } from '../sources/source-identity.ts';

/** The folders and files of one scope. */
export interface ScopePaths {
  /** Holds `npm/…` and `git/…`. Discovery passes it over, because its name begins with a dot. */
  readonly registry: string;
  /** Where packages are put together before they are moved into place: same disk, so that a move is a rename. */
  readonly staging: string;
  /** `mods.lock.json`, beside the settings file. */
  readonly lockFile: string;
}

/** The paths of the scope that begins at `root`: a project's root, or home. */
export function scopePaths(root: string): ScopePaths {
  const registry = join(root, '.commandcode', 'mods', '.registry');
  return {
    registry,
    staging: join(registry, '.staging'),
    lockFile: join(root, '.commandcode', 'mods.lock.json'),
  };
}

/** In a staging folder: what is about to change, and the folder that it replaces. */
export const JOURNAL = 'journal.json';
export const PREVIOUS = 'previous';

/**
 * The folder in which a source is installed in the scope that begins at `root`, or undefined when it is not. Reads
 * folder names only. After a crash in the one moment in which the old folder is aside and the new one not yet in place,
 * this is the old one.
 */
export function installedDirectory(root: string, source: NpmSource | GitSource): string | undefined {
  const { registry, staging } = scopePaths(root);
  const directory = join(registry, installPath(source));
  if (existsSync(directory)) return directory;
  if (!existsSync(staging)) return undefined;
  const identity = packageIdentity(source);
  return readdirSync(staging)
    .filter((name) => journaledIdentity(join(staging, name, JOURNAL)) === identity)
    .map((name) => join(staging, name, PREVIOUS))
    .find((previous) => existsSync(previous));
}

/** Which source a journal is about; undefined when there is none, or what is there is none. */
function journaledIdentity(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { identity?: unknown } | null)?.identity;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

/**
 * Refuses a registry that leads elsewhere by links: a project that somebody sent could otherwise have packages written
 * anywhere. `folder` is a folder in the registry that exists. The user's own `.commandcode` may be a link.
 */
export function checkInsideRegistry(root: string, folder: string, ownerMayLink: boolean): void {
  const { registry } = scopePaths(root);
  const real = realpathSync(registry);
  const expected = ownerMayLink ? real : join(realpathSync(root), relative(root, registry));
  if (real !== expected || realpathSync(folder) !== join(real, relative(registry, folder))) {
    throw sourceError('INSTALL_NOT_WRITABLE', {
      message: `${folder} leads outside the project through a link, so nothing is installed there.`,
      where: { file: folder },
      hint: `Delete the link, or the folder ${dirname(registry)}.`,
    });
  }
}
