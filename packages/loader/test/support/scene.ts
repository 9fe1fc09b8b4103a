import { join } from 'node:path';
import { createModHost, type ModHost } from '@cmd-mods/harness';
import { type LoadedMods, type LoadModsOptions, loadMods } from '../../src/load-mods.ts';
import { findMods } from '../../src/pipeline/find-mods.ts';
import type { FindModsOptions, FoundMods } from '../../src/pipeline/find-options.ts';
import { findLocations, type Locations } from '../../src/pipeline/locations.ts';
import { trustFileOf } from '../../src/trust/trust-store.ts';
import { folderOf, temporaryFolder } from './fixture.ts';

type Files = Readonly<Record<string, unknown>>;

/** A home folder and a project side by side, with what a test needs to load from them. */
export interface Scene {
  readonly home: string;
  readonly project: string;
  readonly locations: Locations;
  /** What a start in the project finds. */
  find(options?: FindModsOptions): Promise<FoundMods>;
  /** Loads into a real mod host. */
  load(options?: Partial<LoadModsOptions>): Promise<LoadedMods & { readonly host: ModHost }>;
}

/**
 * Lays out `home/` and `project/` in a temporary folder. Paths that begin with `mods/` or are settings files are meant inside
 * `.commandcode`; `@/` means the root itself. The project is trusted unless told otherwise.
 */
export function scene(layout: { home?: Files; project?: Files; trusted?: boolean }): Scene {
  const root = temporaryFolder();
  const home = join(root, 'home');
  const project = join(root, 'project');
  folderOf({ '.commandcode/.keep': '', ...inside(layout.home ?? {}) }, home);
  folderOf({ '.git/HEAD': '', ...inside(layout.project ?? {}) }, project);
  if (layout.trusted ?? true) folderOf({ [trustFileOf('')]: { projects: [project] } }, home);
  const where = { cwd: project, home, env: {} };
  return {
    home,
    project,
    locations: findLocations(where),
    find: (options) => findMods({ ...where, ...options }),
    load: async (options) => {
      const host = createModHost({ cwd: project });
      return {
        ...(await loadMods({ host, importing: { cacheFolders: false }, ...where, ...options })),
        host,
      };
    },
  };
}

function inside(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path.startsWith('@/') ? path.slice(2) : `.commandcode/${path}`,
      content,
    ]),
  );
}

/** A mod that does nothing. */
export const QUIET = 'export default () => {};\n';

/** The names of mods in order. */
export function namesIn({ mods }: FoundMods): readonly string[] {
  return mods.map(({ name }) => name);
}

/** What was dropped, as `name or last part of the path: reason`. */
export function dropsIn({ dropped }: FoundMods): readonly string[] {
  return dropped.map(({ name, path, reason }) => `${name ?? path.split('/').at(-1)}: ${reason}`);
}

/** The codes of what needs attention. */
export function codesIn({
  diagnostics,
}: {
  readonly diagnostics: FoundMods['diagnostics'];
}): readonly string[] {
  return diagnostics.map(({ code }) => code);
}
