import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModDefinition, ModHost, RegisterResult } from '@cmd-mods/harness';
import {
  type ImportOptions,
  type InlineMod,
  loadMods,
  type ModEntry,
  nameInlineMods,
} from '@cmd-mods/loader/load';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { TestProject } from './test-project.ts';

/** A mod of a test: a factory, one with a name, or where its file or folder is. */
export type TestMod = InlineMod | string | URL;

/** The mods of a test after the attempt to load them. */
export interface LoadedTestMods {
  readonly diagnostics: readonly Diagnostic[];
  /** How `reload` finds a mod that came from a file, by name. */
  readonly entries: ReadonlyMap<string, ModEntry>;
  /** The factories that the test brought, by name. */
  readonly inline: ReadonlyMap<string, ModDefinition['factory']>;
  readonly importing: Omit<ImportOptions, 'name'>;
}

/** What is known of the place that mods load in. */
interface LoadTestModsOptions {
  /** The mods and settings of the project itself do not count. */
  readonly isolated?: boolean;
  /** Neither the project nor the home folder has any file, so that there is nothing to look for. */
  readonly isEmpty?: boolean;
}

/**
 * Loads the mods of a test onto its host, by the same loader as every start, in the order of the list; what the project or the
 * home folder of the test offers itself comes behind them.
 */
export async function loadTestMods(
  mods: readonly TestMod[],
  { home, cwd }: Pick<TestProject, 'home' | 'cwd'>,
  host: ModHost,
  { isolated = false, isEmpty = false }: LoadTestModsOptions = {},
): Promise<LoadedTestMods> {
  const listed = mods.map((mod) => (isPath(mod) ? pathOf(mod, cwd) : mod));
  const inlineMods = listed.filter((mod) => typeof mod !== 'string');
  const modPaths = listed.filter((mod) => typeof mod === 'string');
  if (isEmpty && modPaths.length === 0) return registerInline(inlineMods, host);
  // The loader registers what a program brings before what it finds. Registering is put off until the list's order is known.
  const waiting: ModDefinition[] = [];
  const register = async (mod: ModDefinition): Promise<RegisterResult> => {
    waiting.push(mod);
    return { ok: true };
  };
  const importing = modPaths.length === 0 ? { cacheFolders: [] } : { cacheFolders: [cacheFolder()] };
  const loaded = await loadMods({
    cwd,
    home,
    env: process.env,
    mods: inlineMods,
    modPaths,
    ...(isolated ? { headless: true } : { allowProject: true }),
    importing,
    host: { ...host, register },
  });
  const ranks = ranksOf(listed);
  for (const mod of waiting.toSorted((one, other) => ranks(one) - ranks(other))) await host.register(mod);
  const names = loaded.inline.map(({ name }) => name);
  return {
    diagnostics: [...new Set([...loaded.diagnostics, ...host.diagnostics()])],
    entries: new Map(loaded.mods.map(({ entry }) => [entry.name, entry])),
    inline: new Map(
      waiting
        .filter(({ name, origin }) => origin === 'inline' && names.includes(name))
        .map((mod) => [mod.name, mod.factory]),
    ),
    importing,
  };
}

/** What the loader does with mods that a program brings itself, without the search for others. */
async function registerInline(mods: readonly InlineMod[], host: ModHost): Promise<LoadedTestMods> {
  const named = nameInlineMods(mods);
  for (const { name, factory } of named) await host.register({ name, factory, origin: 'inline' });
  return {
    diagnostics: host.diagnostics(),
    entries: new Map(),
    // Of two mods with one name the first has it.
    inline: new Map(named.toReversed().map(({ name, factory }) => [name, factory])),
    importing: { cacheFolders: [] },
  };
}

function isPath(mod: TestMod): mod is string | URL {
  return typeof mod === 'string' || mod instanceof URL;
}

/** A relative path is one of the test project where that has it, else it starts where the tests were started. */
function pathOf(mod: string | URL, cwd: string): string {
  if (mod instanceof URL) return fileURLToPath(mod);
  const inProject = resolve(cwd, mod);
  return existsSync(inProject) ? inProject : resolve(mod);
}

/** The place of each mod in the list; what is not in it comes last. */
function ranksOf(listed: readonly (InlineMod | string)[]): (mod: ModDefinition) => number {
  const real = listed.map((mod) => (typeof mod === 'string' && existsSync(mod) ? realpathSync(mod) : mod));
  return ({ factory, file }) => {
    const rank = real.findIndex((mod) => {
      if (typeof mod === 'string') return file === mod || file?.startsWith(mod + sep);
      return (
        file === undefined && (mod === factory || (typeof mod !== 'function' && mod.factory === factory))
      );
    });
    return rank === -1 ? real.length : rank;
  };
}

let folder: string | undefined;

/** Where this process keeps compiled mods: the home folder of a test is gone after it, and each would compile them anew. */
function cacheFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'cmd-mods-test-cache-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}
