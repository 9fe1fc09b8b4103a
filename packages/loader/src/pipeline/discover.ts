import type { Diagnostic } from '@cmd-mods/mod-api';
import type { EffectiveSettings } from '../settings/combine-settings.ts';
import { localPath } from '../sources/source-identity.ts';
import { pipelineDiagnostic } from './diagnostics.ts';
import type { LocatedSource, LocateResult } from './locate-source.ts';
import { type Locations, modsFolderOf } from './locations.ts';
import { readModsFolder } from './read-folder.ts';
import type { Candidate, Dropped, Scope } from './types.ts';

/** Everything that may hold mods, in the order in which names are taken. */
export interface Discovered {
  readonly candidates: readonly Candidate[];
  /** The configured sources, installed or not. */
  readonly sources: readonly LocatedSource[];
  readonly dropped: readonly Dropped[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Lists what may hold mods: `--mod` paths as given; the drop-ins of the project and then of the user; `mods.paths`; the
 * sources. Looks at the names of files and folders and opens none of them.
 *
 * @param flagPaths absolute.
 */
export async function discover(
  locations: Locations,
  settings: EffectiveSettings,
  flagPaths: readonly string[],
): Promise<Discovered> {
  const dropIns = (['project', 'user'] as const).map((scope) => discoverDropIns(scope, locations));
  const paths = settings.paths.map(
    ({ scope, written, file }): Candidate => ({
      path: localPath(written, { root: rootOf(scope, locations), home: locations.home }),
      origin: { kind: 'path', scope, written, settingsFile: file },
    }),
  );
  const located = await locateSources(settings.sources, locations);
  const sources = located.flatMap((each) => (each.ok ? [each.located] : []));
  return {
    candidates: [
      ...flagPaths.map((path): Candidate => ({ path, origin: { kind: 'flag' } })),
      ...dropIns.flatMap(({ candidates }) => candidates),
      ...paths,
      ...sources.map(({ path, origin }): Candidate => ({ path, origin })),
    ],
    sources,
    dropped: dropIns.flatMap(({ dropped }) => dropped),
    diagnostics: [
      ...dropIns.flatMap(({ diagnostics }) => diagnostics),
      ...located.flatMap((each) => (each.ok ? [] : [each.diagnostic])),
    ],
  };
}

/** What understands the texts of sources is loaded only when there are some. */
async function locateSources(
  sources: EffectiveSettings['sources'],
  locations: Locations,
): Promise<readonly LocateResult[]> {
  if (sources.length === 0) return [];
  const { locateSource } = await import('./locate-source.ts');
  const { home } = locations;
  return sources.map(({ scope, entry, file }) =>
    locateSource(entry, { scope, root: rootOf(scope, locations), home, file }),
  );
}

function discoverDropIns(scope: Scope, locations: Locations): Omit<Discovered, 'sources'> {
  const root = scope === 'user' ? locations.home : locations.projectRoot;
  if (root === undefined) return { candidates: [], dropped: [], diagnostics: [] };
  const folder = modsFolderOf(root);
  const origin = { kind: 'drop-in', scope } as const;
  try {
    const { files, folders, others } = readModsFolder(folder);
    return {
      candidates: [...files, ...folders].sort().map((path) => ({ path, origin })),
      dropped: others.map((path) => ({ path, origin, reason: 'not-a-mod' })),
      diagnostics: [],
    };
  } catch (cause) {
    const message = `The mods folder cannot be read: ${(cause as Error).message}.`;
    const diagnostic = pipelineDiagnostic('MOD_FILE_UNREADABLE', { message, where: { file: folder }, cause });
    return { candidates: [], dropped: [], diagnostics: [diagnostic] };
  }
}

/** Where a scope's relative paths start. Only a project has project settings, so its root is there when it is asked for. */
function rootOf(scope: Scope, { home, projectRoot, cwd }: Locations): string {
  return scope === 'user' ? home : (projectRoot ?? cwd);
}
