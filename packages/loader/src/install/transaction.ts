import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { type LockEntry, readLock } from '../lock/lock-file.ts';
import { sourceDiagnostic } from '../sources/diagnostics.ts';
import { installPath } from '../sources/install-path.ts';
import { readNpmrc } from '../sources/npmrc.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { packageIdentity } from '../sources/source-identity.ts';
import { commit, type Journal, recover } from './journal.ts';
import { publishedBefore } from './release-age.ts';
import { LOCK_NAME, removeEmpty, withScopeLock } from './scope-lock.ts';
import { checkInsideRegistry, type ScopePaths, scopePaths } from './scope-paths.ts';
import type { Access } from './stage.ts';
import type { InstallIo, InstallScope, ReleaseAge } from './types.ts';

/** One scope while its lock is held, with everything that installing into it needs. */
export interface Workshop {
  readonly scope: InstallScope;
  readonly access: Access;
  /** The lock entry of a source, as it is now. */
  lockEntry(identity: string): Promise<LockEntry | undefined>;
  /** Gives a new empty folder to put a package together in, and deletes it afterwards. */
  staging<TResult>(use: (folder: string) => Promise<TResult>): Promise<TResult>;
  /** Carries out the change that the journal describes, all of it or nothing. Not for a dry run. */
  commit(source: NpmSource | GitSource, staging: string, change: Omit<Journal, 'identity'>): Promise<void>;
}

/** What opening a scope asks. */
export interface WorkshopOptions extends ReleaseAge {
  readonly dryRun: boolean;
  /** The source that the progress is about. */
  readonly source: string;
}

/**
 * Opens a scope for changes: takes its lock, puts in order what an interrupted process left, reads npm's configuration.
 * A dry run takes no lock and writes nothing in the scope.
 */
export async function inWorkshop<TResult>(
  scope: InstallScope,
  io: InstallIo,
  options: WorkshopOptions,
  use: (workshop: Workshop) => Promise<TResult>,
): Promise<TResult> {
  const before = publishedBefore(options, io.now?.() ?? new Date());
  const { settings, warnings } = await readNpmrc({
    home: io.home,
    env: io.env,
    ...(scope.name === 'project' && scope.trusted ? { trustedProject: scope.root } : {}),
  });
  const signal = io.signal === undefined ? {} : { signal: io.signal };
  const access: Access = {
    npm: { settings, ...signal, ...(before === undefined ? {} : { before }) },
    git: { env: io.env, ...signal },
    io,
    onStep: (step) => io.onStep?.(step),
  };
  const paths = scopePaths(scope.root);
  const notify = (notice: Diagnostic) => io.onNotice?.(notice);
  warnings.forEach(notify);
  const shared = {
    scope,
    access,
    lockEntry: async (identity: string) => (await readLock(paths.lockFile)).sources[identity],
  };
  if (options.dryRun) {
    const commit = () => Promise.reject(new Error('a dry run changes nothing'));
    return use({ ...shared, staging: (work) => inFolder(tmpdir(), notify, work), commit });
  }
  const onWait = () => io.onProgress?.({ source: options.source, phase: 'waiting' });
  return withScopeLock(paths.registry, { signal: io.signal, onWait }, async (lock) => {
    access.onStep('locked');
    checkInsideRegistry(scope.root, paths.registry, scope.name === 'user');
    (await recover(scope)).map(recoveredNotice).forEach(notify);
    await removeEmpty(paths.staging, paths.staging);
    return use({
      ...shared,
      staging: (work) => stageBesideInstalls(scope, paths, access, work),
      commit: async (source, folder, change) => {
        lock.check();
        io.signal?.throwIfAborted();
        const target = installPath(source);
        const journal = { identity: packageIdentity(source), ...change };
        try {
          await commit(scope, folder, journal, access.onStep);
        } finally {
          await removeEmpty(dirname(join(paths.registry, target)), join(paths.registry, source.kind));
        }
      },
    });
  });
}

async function stageBesideInstalls<TResult>(
  scope: InstallScope,
  paths: ScopePaths,
  access: Access,
  work: (folder: string) => Promise<TResult>,
): Promise<TResult> {
  await mkdir(paths.staging, { recursive: true });
  checkInsideRegistry(scope.root, paths.staging, scope.name === 'user');
  try {
    return await inFolder(paths.staging, (notice) => access.io.onNotice?.(notice), work);
  } finally {
    await removeEmpty(paths.staging, paths.staging);
    access.onStep('cleaned');
  }
}

/**
 * Puts in order what an interrupted process left in a scope, before a command reads what is configured there. Costs one
 * look at the disk when there is nothing.
 */
export async function settle(scope: InstallScope, io: InstallIo): Promise<void> {
  const { registry, staging } = scopePaths(scope.root);
  if (!existsSync(staging) && !existsSync(join(registry, LOCK_NAME))) return;
  await inWorkshop(scope, io, { dryRun: false, source: scope.settings.file }, async () => undefined);
}

/** Runs `use` with a new folder, and deletes the folder. What cannot be deleted is a notice: the work itself is done. */
async function inFolder<TResult>(
  parent: string,
  notify: (notice: Diagnostic) => void,
  use: (folder: string) => Promise<TResult>,
): Promise<TResult> {
  const folder = await mkdtemp(join(parent, 'cmd-mods-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((cause: unknown) => {
      notify(
        sourceDiagnostic('INSTALL_LEFTOVERS', {
          message: `${folder} could not be deleted.`,
          where: { file: folder },
          cause,
        }),
      );
    });
  }
}

function recoveredNotice(identity: string): Diagnostic {
  return sourceDiagnostic('INSTALL_RECOVERED', {
    message: `An earlier change of ${identity} was interrupted; it was put in order.`,
  });
}
