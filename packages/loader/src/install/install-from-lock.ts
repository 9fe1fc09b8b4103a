import { existsSync } from 'node:fs';
import type { ModError } from '@cmd-mods/mod-api';
import { isGitEntry, type LockEntry, readLock } from '../lock/lock-file.ts';
import { verifyTree } from '../lock/tree-integrity.ts';
import { sourceError } from '../sources/diagnostics.ts';
import { asModError } from '../sources/failures.ts';
import { parseSource } from '../sources/parse-source.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { chosenScopes, meansTheSame, readConfigured, refuseFileGit } from './configured.ts';
import { outcomeBase } from './install-source.ts';
import { lockedRevision, resolve } from './resolve.ts';
import { installedDirectory, scopePaths } from './scope-paths.ts';
import { type Resolved, stage } from './stage.ts';
import { inWorkshop, settle, type Workshop } from './transaction.ts';
import type { InstallIo, InstallScope, ScopeName, SourceOutcome } from './types.ts';

/** What `cmd mods ci` asks for. */
export interface InstallFromLockRequest {
  /** Left out: each scope that has a lock. */
  readonly scopes?: readonly ScopeName[];
  readonly dryRun?: boolean;
}

/**
 * Installs exactly what `mods.lock.json` records: the version or commit, the same files, the same dependencies. What is
 * there already and agrees is left alone. A source that cannot be had so is an outcome with its error.
 *
 * Throws `ModError` before anything is changed when no scope has a lock, or a lock and its settings disagree.
 */
export async function installFromLock(
  request: InstallFromLockRequest,
  io: InstallIo,
): Promise<readonly SourceOutcome[]> {
  try {
    const scopes = chosenScopes(io, request.scopes).filter(({ root }) =>
      existsSync(scopePaths(root).lockFile),
    );
    if (scopes.length === 0) {
      const files = chosenScopes(io, request.scopes).map(({ root }) => scopePaths(root).lockFile);
      throw sourceError('LOCK_MISSING', { message: `There is no ${files.join(' and no ')}.` });
    }
    if (request.dryRun !== true) for (const scope of scopes) await settle(scope, io);
    for (const scope of scopes) await agreedEntries(scope, io);
    const outcomes: SourceOutcome[] = [];
    for (const scope of scopes) outcomes.push(...(await restoreScope(scope, request.dryRun === true, io)));
    return outcomes;
  } catch (thrown) {
    throw asModError(thrown, io.signal);
  }
}

/** The entries of a scope's lock, once it is sure that they are what the settings ask for, no more and no less. */
async function agreedEntries(scope: InstallScope, io: InstallIo): Promise<[string, LockEntry][]> {
  const { lockFile } = scopePaths(scope.root);
  const { sources } = await readLock(lockFile);
  const { sources: all, broken } = await readConfigured(scope, io.home);
  const configured = all.filter(({ source }) => source.kind !== 'local');
  const differences = [
    ...broken.map(({ error }) => error.message.replace(/\.$/, '')),
    ...configured.flatMap(({ identity, text, source }) => {
      const entry = sources[identity];
      if (entry === undefined) return [`${text} is not in the lock`];
      return meansTheSame(parseSource(entry.source), source)
        ? []
        : [`${text} is ${entry.source} in the lock`];
    }),
    ...Object.keys(sources)
      .filter((identity) => !configured.some((one) => one.identity === identity))
      .map((identity) => `${identity} is not in the settings`),
  ];
  if (differences.length > 0) {
    throw sourceError('LOCK_OUT_OF_STEP', {
      message: `${lockFile} and ${scope.settings.file} disagree: ${differences.join('; ')}.`,
      where: { file: lockFile },
    });
  }
  return Object.entries(sources);
}

async function restoreScope(scope: InstallScope, dryRun: boolean, io: InstallIo): Promise<SourceOutcome[]> {
  return inWorkshop(scope, io, { dryRun, source: scopePaths(scope.root).lockFile }, async (workshop) => {
    const outcomes: SourceOutcome[] = [];
    // Read again: another process may have changed them while this one waited for the lock.
    for (const [identity, entry] of await agreedEntries(scope, io)) {
      outcomes.push(await restore(identity, entry, workshop, dryRun));
      io.signal?.throwIfAborted();
    }
    return outcomes;
  });
}

async function restore(
  identity: string,
  entry: LockEntry,
  workshop: Workshop,
  dryRun: boolean,
): Promise<SourceOutcome> {
  const { io } = workshop.access;
  const source = parseSource(entry.source) as NpmSource | GitSource;
  try {
    refuseFileGit(source, io.env);
    return await restorePackage(identity, source, entry, workshop, dryRun);
  } catch (thrown) {
    const { diagnostic } = asModError(thrown, io.signal);
    const base = outcomeBase(entry.source, source, workshop);
    return { ...base, status: 'failed', dryRun, mods: [], error: diagnostic };
  }
}

async function restorePackage(
  identity: string,
  source: NpmSource | GitSource,
  entry: LockEntry,
  workshop: Workshop,
  dryRun: boolean,
): Promise<SourceOutcome> {
  const path = installedDirectory(workshop.scope.root, source);
  const to = lockedRevision(entry);
  if (path !== undefined && (await verifyTree(path, identity, entry)) === undefined) {
    return {
      ...outcomeBase(entry.source, source, workshop),
      status: 'unchanged',
      dryRun,
      to,
      path,
      mods: [],
    };
  }
  const { mods, warnings } = await workshop.staging(async (folder) => {
    const resolved = await resolveExactly(source, entry, workshop);
    const staged = await stage(resolved, entry.source, folder, workshop.access, entry.dependencies ?? {});
    if (staged.entry.integrity !== entry.integrity) throw mismatch(identity, entry, 'Its files differ');
    if (!dryRun) await workshop.commit(source, folder, { lock: entry });
    return staged;
  });
  const installed = installedDirectory(workshop.scope.root, source);
  return {
    ...outcomeBase(entry.source, source, workshop, warnings),
    status: 'installed',
    dryRun,
    to,
    ...(installed === undefined ? {} : { path: installed }),
    mods,
  };
}

/** The recorded version or commit, whatever the source's range, tag or branch means now. */
async function resolveExactly(
  source: NpmSource | GitSource,
  entry: LockEntry,
  { access }: Workshop,
): Promise<Resolved> {
  if (source.kind === 'git' && isGitEntry(entry)) {
    return { source, revision: { kind: 'git', commit: entry.commit, refKind: 'commit' } };
  }
  if (source.kind !== 'npm' || isGitEntry(entry))
    throw new Error('the lock entry is of another kind than its source');
  const exact: NpmSource = { ...source, want: { kind: 'version', value: entry.version } };
  const resolved = await resolve(exact, entry.source, access);
  const announced = resolved.revision.kind === 'npm' ? resolved.revision.integrity : undefined;
  if (entry.archive !== undefined && announced !== undefined && announced !== entry.archive) {
    throw mismatch(`npm:${source.name}`, entry, 'The registry has another archive for it');
  }
  return resolved;
}

function mismatch(identity: string, entry: LockEntry, why: string): ModError {
  const what = isGitEntry(entry) ? entry.commit : entry.version;
  return sourceError('LOCK_MISMATCH', {
    message: `${identity} at ${what} is not what the lock records. ${why}.`,
  });
}
