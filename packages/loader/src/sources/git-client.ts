import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SimpleGit } from 'simple-git';
import { sourceError } from './diagnostics.ts';
import { gitEnvironment } from './git-environment.ts';
import { gitFailure } from './git-failures.ts';

/** Settings of every call. Links become plain files, line endings stay, and no hook of anybody's runs. */
const CONFIG = [
  'core.symlinks=false',
  'core.autocrlf=false',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'advice.detachedHead=false',
  'gc.auto=0',
  // What comes stays one file, whose size can be watched.
  'fetch.unpackLimit=1',
];

/** How git is run. */
export interface GitAccess {
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** Total time for one step (listing refs, or fetching and checking out), in milliseconds. */
  readonly timeLimit?: number;
  /** What may come over the line, and what git may print, in bytes. */
  readonly sizeLimit?: number;
}

const TIME_LIMIT = 5 * 60_000;
/** History may come along from old servers, so this is more than a package may hold. */
const SIZE_LIMIT = 500 * 2 ** 20;
/** How often to look at how much has come, in milliseconds. */
const SIZE_INTERVAL = 250;

/** Runs one git command in the folder and gives back what it printed. Arguments are constants, refs or URLs that we made. */
export type RunGit = (...argv: readonly string[]) => Promise<string>;

/**
 * Runs git commands in a folder, under one time limit for all of them. `what` is the source, for messages.
 * Throws `ModError`. (simple-git measures silence, not the total: hence the controller.)
 */
export async function withGit<TResult>(
  directory: string,
  what: string,
  access: GitAccess,
  use: (run: RunGit) => Promise<TResult>,
): Promise<TResult> {
  const { simpleGit } = await import('simple-git');
  const { timeLimit = TIME_LIMIT, sizeLimit = SIZE_LIMIT } = access;
  const timeout = AbortSignal.timeout(timeLimit);
  const tooLarge = new AbortController();
  const signals = [timeout, tooLarge.signal, ...(access.signal === undefined ? [] : [access.signal])];
  const env = gitEnvironment(access.env);
  let printed = 0;
  const git: SimpleGit = simpleGit({
    baseDir: directory,
    config: CONFIG,
    abort: AbortSignal.any(signals),
    maxConcurrentProcesses: 1,
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    // Both values are constants of ours, or the person's own environment.
    unsafe: { allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true, allowUnsafeSshCommand: true },
  })
    .env(env)
    .outputHandler((_command, stdout) => {
      stdout.on('data', (chunk: Buffer) => {
        printed += chunk.length;
        if (printed > sizeLimit) tooLarge.abort();
      });
    });
  const watch = setInterval(() => {
    if (receivedBytes(directory) > sizeLimit) tooLarge.abort();
  }, SIZE_INTERVAL);
  try {
    return await use(async (...argv) => {
      const output = await git.raw([...argv]);
      if (receivedBytes(directory) > sizeLimit) tooLarge.abort();
      tooLarge.signal.throwIfAborted();
      return output;
    });
  } catch (thrown) {
    if (tooLarge.signal.aborted) {
      throw sourceError('PACKAGE_TOO_LARGE', {
        message: `${what} is larger than ${sizeLimit / 2 ** 20} MiB in git.`,
        cause: thrown,
      });
    }
    throw gitFailure(thrown, what, { limit: timeLimit, timedOut: timeout.aborted, signal: access.signal });
  } finally {
    clearInterval(watch);
  }
}

/** How much git has fetched so far: it writes what comes into one growing file. */
function receivedBytes(directory: string): number {
  const packs = join(directory, '.git', 'objects', 'pack');
  if (!existsSync(packs)) return 0;
  const sizes = readdirSync(packs).map(
    (name) => statSync(join(packs, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
