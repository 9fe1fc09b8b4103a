import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { SettingsLayer } from '../settings/settings.ts';

/** Where mods and settings are looked for. Absolute paths. */
export interface Locations {
  readonly cwd: string;
  readonly home: string;
  /** The project's root; `undefined` at home, where there is the user's scope alone. */
  readonly projectRoot: string | undefined;
}

/** Finds the places for a start in `cwd`. `HOME` is the only place in which user files are looked for. */
export function findLocations(
  options: { readonly cwd?: string; readonly home?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Locations {
  const { cwd = process.cwd(), env = process.env } = options;
  const home = resolve(options.home ?? env.HOME ?? homedir());
  const start = resolve(cwd);
  return { cwd: start, home, projectRoot: findProjectRoot(start, home) };
}

/**
 * The nearest folder, from `cwd` up and below home, that has `.commandcode` or `.git`; without one, `cwd` itself.
 * At home there is no project.
 */
function findProjectRoot(cwd: string, home: string): string | undefined {
  const realHome = realPathOf(home);
  if (realPathOf(cwd) === realHome) return undefined;
  for (let folder = cwd; realPathOf(folder) !== realHome; folder = dirname(folder)) {
    if (existsSync(join(folder, '.commandcode')) || existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) break;
  }
  return cwd;
}

/** The folder of drop-in mods of the scope that begins at a root. Installed packages lie in its `.registry`. */
export function modsFolderOf(root: string): string {
  return join(root, '.commandcode', 'mods');
}

/** A layer's settings file; `undefined` for the project's where there is no project. */
export function settingsFileOf(layer: SettingsLayer, { home, projectRoot }: Locations): string | undefined {
  const root = layer === 'user' ? home : projectRoot;
  const name = layer === 'local' ? 'settings.local.json' : 'settings.json';
  return root === undefined ? undefined : join(root, '.commandcode', name);
}

/** The real path, or the path itself while nothing is there. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // Not there (yet): it has no other name.
  }
}
