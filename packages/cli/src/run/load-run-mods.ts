import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ModHost } from '@cmd-mods/harness';
import { type LoadedMods, loadMods, resolveModPath } from '@cmd-mods/loader/load';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Io } from '../io.ts';
import { builtinMods } from './builtin-mods.ts';
import { untilAborted } from './until-aborted.ts';

/** What of the options of a run decides which mods load. */
export interface RunModsOptions {
  readonly mod: readonly string[];
  readonly safeMode?: boolean;
  readonly dangerouslySkipPermissions?: boolean;
  readonly verify?: boolean;
}

/** The paths given with `--mod` at which nothing is: wrong usage, found out before any mod is looked at. Safe mode skips `--mod`. */
export async function missingModPaths(
  { mod, safeMode = false }: RunModsOptions,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<readonly Diagnostic[]> {
  if (safeMode) return [];
  const missing = mod.filter((path) => statSync(resolve(cwd, path), { throwIfNoEntry: false }) === undefined);
  const found = await Promise.all(missing.map((path) => resolveModPath(path, cwd)));
  return found.flatMap((each) => (each.kind === 'missing' ? [each.diagnostic] : []));
}

/**
 * Loads what a headless run loads onto its host: `--mod` paths, the user's mods, and the project's own only with
 * `--dangerously-skip-permissions`. (Seed 001, "Trust and safety".)
 */
export async function loadRunMods(options: RunModsOptions, host: ModHost, io: Io): Promise<LoadedMods> {
  const { mod, safeMode = false, dangerouslySkipPermissions: allowProject = false, verify = false } = options;
  const loading = loadMods({
    ...whereIn(io),
    host,
    builtins: builtinMods(io),
    modPaths: mod,
    headless: true,
    allowProject,
    safeMode,
    verify,
  });
  return untilAborted(loading, io.signal);
}

/** Where the loader looks, from what a command may touch. */
export function whereIn({ cwd, home, env }: Io): { cwd: string; home: string; env: NodeJS.ProcessEnv } {
  return { cwd, home, env: { ...env } };
}

/** Where mods keep their stores. */
export function storeFolderIn({ home }: Pick<Io, 'home'>): string {
  return join(home, '.commandcode', 'mods', '.store');
}
