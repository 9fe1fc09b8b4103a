import type { ModError } from '@cmd-mods/mod-api';
import type { LockEntry } from '../lock/lock-file.ts';
import { asModError } from '../sources/failures.ts';
import { parseSource } from '../sources/parse-source.ts';
import { type GitSource, isPinned, type NpmSource } from '../sources/source.ts';
import { localPath } from '../sources/source-identity.ts';
import {
  type ConfiguredSource,
  chosenScopes,
  configuredSources,
  meansTheSame,
  notConfigured,
  refuseFileGit,
  understand,
} from './configured.ts';
import { installSource, outcomeBase } from './install-source.ts';
import { isOlder, isRecorded, lockedRevision, refuseMovedTag, resolve } from './resolve.ts';
import { installedDirectory } from './scope-paths.ts';
import { inWorkshop, type Workshop } from './transaction.ts';
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
    const plan: { scope: InstallScope; sources: readonly ConfiguredSource[] }[] = [];
    for (const scope of chosenScopes(io, request.scopes)) {
      plan.push({ scope, sources: await configuredSources(scope, io.home) });
    }
    const known = plan.flatMap(({ sources }) => sources);
    if (wanted !== undefined && !known.some(({ identity }) => identity === wanted.identity)) {
      throw notConfigured(wanted.text, known);
    }
    const outcomes: SourceOutcome[] = [];
    for (const { scope, sources } of plan) {
      for (const one of sources) {
        if (wanted !== undefined && one.identity !== wanted.identity) continue;
        outcomes.push(await updateOne(one, scope, request, io));
        io.signal?.throwIfAborted();
      }
    }
    return outcomes;
  } catch (thrown) {
    throw asModError(thrown, io.signal);
  }
}

async function updateOne(
  configured: ConfiguredSource,
  scope: InstallScope,
  request: UpdateRequest,
  io: InstallIo,
): Promise<SourceOutcome> {
  const { text, source, identity } = configured;
  const dryRun = request.dryRun === true;
  const base = {
    source: text,
    identity,
    scope: scope.name,
    counts: scope.trusted,
    dryRun,
    mods: [],
    warnings: [],
  };
  if (source.kind === 'local') {
    return { ...base, status: 'linked', path: localPath(source.path, { root: scope.root, home: io.home }) };
  }
  try {
    refuseFileGit(source, io.env);
    return await inWorkshop(scope, io, { ...request, dryRun, source: text }, (workshop) =>
      updatePackage(text, source, identity, request, workshop),
    );
  } catch (thrown) {
    const { diagnostic }: ModError = asModError(thrown, io.signal);
    return { ...base, status: HOLDING.has(diagnostic.code) ? 'held' : 'failed', error: diagnostic };
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
