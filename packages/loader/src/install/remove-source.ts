import { ModError } from '@cmd-mods/mod-api';
import { asModError } from '../sources/failures.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { localPath } from '../sources/source-identity.ts';
import {
  type ConfiguredSource,
  chosenScopes,
  configuredSources,
  identityOf,
  notConfigured,
  readConfigured,
  understand,
} from './configured.ts';
import { outcomeBase } from './install-source.ts';
import { lockedRevision } from './resolve.ts';
import { installedDirectory } from './scope-paths.ts';
import { inWorkshop, settle } from './transaction.ts';
import type { InstallIo, InstallScope, ScopeName, SourceOutcome } from './types.ts';

/** What `cmd mods remove` asks for, once it is known that a source is meant and not a mod's name. */
export interface RemoveRequest {
  /** In any spelling. */
  readonly source: string;
  /** Left out: every scope that has it. */
  readonly scopes?: readonly ScopeName[];
  /** Where relative paths start. Absolute. */
  readonly cwd: string;
  readonly dryRun?: boolean;
}

/**
 * Takes a source out of settings, lock and registry, in each scope that has it; a local one out of the settings alone.
 * The outcomes name the mods that went. Throws `ModError`: `SOURCE_NOT_CONFIGURED` when no scope has it.
 */
export async function removeSource(request: RemoveRequest, io: InstallIo): Promise<readonly SourceOutcome[]> {
  try {
    const broken = await removeBroken(request, io);
    if (broken.length > 0) return broken;
    const { identity, text } = understand(request.source, { root: request.cwd, home: io.home });
    const outcomes: SourceOutcome[] = [];
    const known: ConfiguredSource[] = [];
    for (const scope of chosenScopes(io, request.scopes)) {
      if (request.dryRun !== true) await settle(scope, io);
      const configured = await configuredSources(scope, io.home);
      known.push(...configured);
      const found = configured.find((one) => one.identity === identity);
      if (found !== undefined) outcomes.push(await removeFrom(scope, found, request.dryRun === true, io));
    }
    if (outcomes.length === 0) throw notConfigured(text, known);
    return outcomes;
  } catch (thrown) {
    throw asModError(thrown, io.signal);
  }
}

/** An entry of the settings that is no source can be removed by its text: nothing else is known of it. */
async function removeBroken(request: RemoveRequest, io: InstallIo): Promise<SourceOutcome[]> {
  const outcomes: SourceOutcome[] = [];
  const dryRun = request.dryRun === true;
  for (const scope of chosenScopes(io, request.scopes)) {
    const { broken } = await readConfigured(scope, io.home);
    if (!broken.some(({ text }) => text === request.source)) continue;
    if (!dryRun) await scope.settings.removeSource(request.source);
    const base = { source: request.source, identity: '', scope: scope.name, counts: scope.trusted };
    outcomes.push({ ...base, status: 'removed', dryRun, mods: [], warnings: [] });
  }
  return outcomes;
}

async function removeFrom(
  scope: InstallScope,
  { text, source, identity }: ConfiguredSource,
  dryRun: boolean,
  io: InstallIo,
): Promise<SourceOutcome> {
  io.onProgress?.({ source: text, phase: 'removing' });
  if (source.kind !== 'local') return removePackage(scope, source, text, dryRun, io);
  const path = localPath(source.path, { root: scope.root, home: io.home });
  const mods = await modsIn(path, io);
  if (!dryRun)
    for (const entry of await textsOf(identity, scope, io)) await scope.settings.removeSource(entry);
  const base = { source: text, identity, scope: scope.name, counts: scope.trusted, warnings: [] };
  return { ...base, status: 'removed', dryRun, path, mods };
}

async function removePackage(
  scope: InstallScope,
  source: NpmSource | GitSource,
  text: string,
  dryRun: boolean,
  io: InstallIo,
): Promise<SourceOutcome> {
  return inWorkshop(scope, io, { dryRun, source: text }, async (workshop) => {
    const base = outcomeBase(text, source, workshop);
    const path = installedDirectory(scope.root, source);
    const mods = path === undefined ? [] : await modsIn(path, io);
    const entry = await workshop.lockEntry(base.identity);
    if (!dryRun) {
      // Read with the lock held: another process may have given the entry another text meanwhile.
      const remove = await textsOf(base.identity, scope, io);
      await workshop.staging((folder) => workshop.commit(source, folder, { settings: { remove } }));
    }
    const from = entry === undefined ? {} : { from: lockedRevision(entry) };
    return { ...base, status: 'removed', dryRun, ...from, ...(path === undefined ? {} : { path }), mods };
  });
}

/** Every text of that identity in the settings: more than one only when the file was edited by hand. */
async function textsOf(identity: string, scope: InstallScope, io: InstallIo): Promise<string[]> {
  const texts = await scope.settings.sources();
  const base = { root: scope.root, home: io.home };
  return texts.filter((text) => identityOf(text, base) === identity);
}

/** Names for the report. A package whose manifest is broken can be removed like any other: then there are none. */
async function modsIn(path: string, io: InstallIo): Promise<readonly string[]> {
  try {
    return (await io.offersMods(path)).names;
  } catch (thrown) {
    if (ModError.isInstance(thrown) || (thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}
