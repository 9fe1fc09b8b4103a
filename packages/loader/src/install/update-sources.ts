import type { LockEntry } from '../lock/lock-file.ts';
import { asModError } from '../sources/failures.ts';
import { parseSource } from '../sources/parse-source.ts';
import { type GitSource, isPinned, type NpmSource } from '../sources/source.ts';
import { localPath } from '../sources/source-identity.ts';
import {
  type BrokenSource,
  type ConfiguredSource,
  chosenScopes,
  configuredSources,
  meansTheSame,
  notConfigured,
  readConfigured,
  refuseFileGit,
  understand,
} from './configured.ts';
import { installSource, outcomeBase } from './install-source.ts';
import { isOlder, isRecorded, lockedRevision, refuseMovedTag, resolve } from './resolve.ts';
import { installedDirectory } from './scope-paths.ts';
import { inWorkshop, settle, type Workshop } from './transaction.ts';
import type { InstallIo, InstallScope, ReleaseAge, ScopeName, SourceOutcome } from './types.ts';

/** What `cmd mods update` asks for. */
export interface UpdateRequest extends ReleaseAge {
  /** In any spelling; left out: all of them. */
  readonly source?: string;
  /** Left out: both. */
  readonly scopes?: readonly ScopeName[];
  /** Where relative paths start. Absolute. */
  readonly cwd: string;
  /** Say what is newer, and change nothing. */
  readonly dryRun?: boolean;
  /** Take versions that reach further, and follow tags that moved. */
  readonly accept?: boolean;
}

/** Why a newer version may stay where it is until a person decides. */
const HOLDING = new Set(['GIT_TAG_MOVED', 'RELEASE_TOO_YOUNG', 'INSTALL_WIDENS']);

/**
 * Brings sources to the newest that they allow, and installs those that are missing. Each source is a change of its own:
 * one that fails is an outcome with its error, and the others go on. An npm version or a commit that is pinned and
 * installed is left alone without asking anybody.
 *
 * Throws `ModError` when a settings file cannot be used, or no scope has the source.
 */
export async function updateSources(
  request: UpdateRequest,
  io: InstallIo,
): Promise<readonly SourceOutcome[]> {
  try {
    const wanted =
      request.source === undefined
        ? undefined
        : understand(request.source, { root: request.cwd, home: io.home });
    const isWanted = ({ identity }: ConfiguredSource) => wanted === undefined || identity === wanted.identity;
    const scopes = chosenScopes(io, request.scopes);
    if (request.dryRun !== true) for (const scope of scopes) await settle(scope, io);
    const configured = await Promise.all(scopes.map((scope) => readConfigured(scope, io.home)));
    const known = configured.flatMap(({ sources }) => sources);
    if (wanted !== undefined && !known.some(isWanted)) throw notConfigured(wanted.text, known);
    const outcomes: SourceOutcome[] = [];
    for (const [index, scope] of scopes.entries()) {
      const { sources = [], broken = [] } = configured[index] ?? {};
      outcomes.push(...(await updateScope(scope, sources.filter(isWanted), isWanted, request, io)));
      if (wanted === undefined) outcomes.push(...broken.map((one) => brokenOutcome(one, scope, request)));
    }
    return outcomes;
  } catch (thrown) {
    throw asModError(thrown, io.signal);
  }
}

/** The lock is taken once for the scope, and only when there is something that it guards. */
async function updateScope(
  scope: InstallScope,
  sources: readonly ConfiguredSource[],
  isWanted: (source: ConfiguredSource) => boolean,
  request: UpdateRequest,
  io: InstallIo,
): Promise<readonly SourceOutcome[]> {
  const packages = sources.filter(({ source }) => source.kind !== 'local');
  if (packages.length === 0) return sources.map((one) => localOutcome(one, scope, request, io));
  const options = { ...request, dryRun: request.dryRun === true, source: packages[0]?.text ?? '' };
  return inWorkshop(scope, io, options, async (workshop) => {
    const outcomes: SourceOutcome[] = [];
    // Read again: another process may have changed them while this one waited for the lock.
    for (const one of (await configuredSources(scope, io.home)).filter(isWanted)) {
      outcomes.push(await updateOne(one, workshop, request, io));
      io.signal?.throwIfAborted();
    }
    return outcomes;
  });
}

function brokenOutcome(
  { text, error }: BrokenSource,
  scope: InstallScope,
  request: UpdateRequest,
): SourceOutcome {
  const base = {
    source: text,
    identity: '',
    scope: scope.name,
    counts: scope.trusted,
    mods: [],
    warnings: [],
  };
  return { ...base, status: 'failed', dryRun: request.dryRun === true, error };
}

function localOutcome(
  { text, source, identity }: ConfiguredSource,
  scope: InstallScope,
  request: UpdateRequest,
  io: InstallIo,
): SourceOutcome {
  const path =
    source.kind === 'local' ? localPath(source.path, { root: scope.root, home: io.home }) : undefined;
  return {
    source: text,
    identity,
    scope: scope.name,
    counts: scope.trusted,
    status: 'linked',
    dryRun: request.dryRun === true,
    mods: [],
    warnings: [],
    ...(path === undefined ? {} : { path }),
  };
}

async function updateOne(
  configured: ConfiguredSource,
  workshop: Workshop,
  request: UpdateRequest,
  io: InstallIo,
): Promise<SourceOutcome> {
  const { text, source, identity } = configured;
  if (source.kind === 'local') return localOutcome(configured, workshop.scope, request, io);
  try {
    refuseFileGit(source, io.env);
    return await updatePackage(text, source, identity, request, workshop);
  } catch (thrown) {
    const { diagnostic } = asModError(thrown, io.signal);
    const status = HOLDING.has(diagnostic.code) ? 'held' : 'failed';
    const base = outcomeBase(text, source, workshop);
    return { ...base, status, dryRun: request.dryRun === true, mods: [], error: diagnostic };
  }
}

async function updatePackage(
  text: string,
  source: NpmSource | GitSource,
  identity: string,
  request: UpdateRequest,
  workshop: Workshop,
): Promise<SourceOutcome> {
  const dryRun = request.dryRun === true;
  const entry = await workshop.lockEntry(identity);
  const path = installedDirectory(workshop.scope.root, source);
  const installed = path === undefined ? undefined : entry;
  const unchanged = (kept: LockEntry): SourceOutcome => {
    const revision = lockedRevision(kept);
    const base = outcomeBase(text, source, workshop);
    return {
      ...base,
      status: 'unchanged',
      dryRun,
      from: revision,
      to: revision,
      mods: [],
      ...(path && { path }),
    };
  };
  if (installed !== undefined && isPinned(source) && meansTheSame(parseSource(installed.source), source)) {
    return unchanged(installed);
  }
  const resolved = await resolve(source, text, workshop.access);
  if (request.accept !== true) refuseMovedTag(resolved, entry);
  if (installed !== undefined) {
    const newest =
      isRecorded(resolved, installed) || isOlder(resolved, installed, workshop.access.npm.before);
    if (newest) return unchanged(installed);
  }
  return installSource(resolved, workshop, { text, dryRun, entry, acceptsReach: request.accept === true });
}
