import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sourceError } from '../sources/diagnostics.ts';
import { codeOf } from '../sources/failures.ts';

/** The lock, inside the registry. */
export const LOCK_NAME = '.lock';

/** How long to wait for another process, in milliseconds, and how often to look. */
const PATIENCE = 10 * 60_000;
const INTERVAL = 100;

/** How to wait. */
export interface LockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called once when another process has the lock. */
  readonly onWait?: () => void;
  /** How long to wait, in milliseconds; ten minutes when left out. */
  readonly patience?: number;
}

/** What a holder of the lock can ask. */
export interface HeldLock {
  /** Throws `ModError` when the lock was lost meanwhile, because this process stood still for too long. */
  check(): void;
}

/**
 * Runs `use` while no other process does so in this folder. The folder is made when it is missing, and taken away again
 * when nothing was put into it. A process that was killed loses its lock after ten seconds.
 */
export async function withScopeLock<TResult>(
  directory: string,
  options: LockOptions,
  use: (lock: HeldLock) => Promise<TResult>,
): Promise<TResult> {
  const firstCreated = await mkdir(directory, { recursive: true });
  let lost: Error | undefined;
  const release = await acquire(directory, options, (cause) => {
    lost = cause;
  });
  try {
    return await use({
      check() {
        if (lost === undefined) return;
        throw sourceError('INSTALL_BUSY', {
          message: 'This process stood still for so long that another one may have begun to install.',
          cause: lost,
        });
      },
    });
  } finally {
    if (lost === undefined) await release();
    await removeEmpty(directory, firstCreated ?? directory);
  }
}

async function acquire(
  directory: string,
  options: LockOptions,
  onCompromised: (cause: Error) => void,
): Promise<() => Promise<void>> {
  const { default: lockfile } = await import('proper-lockfile');
  const lockfilePath = join(directory, LOCK_NAME);
  const { patience = PATIENCE } = options;
  const end = Date.now() + patience;
  for (let waited = false; ; waited = true) {
    try {
      return await lockfile.lock(directory, { lockfilePath, realpath: false, onCompromised });
    } catch (thrown) {
      const code = codeOf(thrown);
      // Another process has just taken the empty folder away.
      if (code === 'ENOENT') await mkdir(directory, { recursive: true });
      else if (code !== 'ELOCKED') throw thrown;
      if (Date.now() > end) {
        throw sourceError('INSTALL_BUSY', {
          message: `Another process holds ${lockfilePath}, for more than ${patience / 1000} seconds.`,
          where: { file: lockfilePath },
          cause: thrown,
        });
      }
    }
    if (!waited) options.onWait?.();
    await sleep(INTERVAL, undefined, options.signal === undefined ? {} : { signal: options.signal });
  }
}

/** Why a folder stays: something is in it, it is a link, or it may not be removed. */
const STAYS = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EBUSY']);

/** Removes the folder and those above it, up to and with `last`, as long as they are empty. */
export async function removeEmpty(directory: string, last: string): Promise<void> {
  for (let folder = directory; ; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch (thrown) {
      const code = codeOf(thrown) ?? '';
      if (STAYS.has(code)) return;
      if (code !== 'ENOENT') throw thrown;
    }
    if (folder === last || folder === dirname(folder)) return;
  }
}
