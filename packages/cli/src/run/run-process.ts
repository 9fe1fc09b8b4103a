import { type ChildProcess, spawn } from 'node:child_process';

/** What to run, and what it may touch. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted: the process and what it started are ended. */
  readonly signal: AbortSignal;
  /** Milliseconds after which it is ended. */
  readonly timeLimit?: number;
  /** Takes what it writes, as it comes. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** How a process ended. */
export interface EndedProcess {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  readonly timedOut: boolean;
}

/** How long a process may take to end by itself before it is killed, in milliseconds. */
const GRACE = 2_000;

/**
 * Runs a program with exactly these arguments: no shell reads them. It gets no input. On POSIX it leads a group of its own, so that
 * what it starts ends with it.
 *
 * @throws the system's error when the program cannot be started, and the signal's reason when it was aborted before.
 */
export async function runProcess(
  [program = '', ...args]: readonly string[],
  { cwd, env, signal, timeLimit, onOutput }: ProcessOptions,
): Promise<EndedProcess> {
  signal.throwIfAborted();
  const hasGroups = process.platform !== 'win32';
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: hasGroups });
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => onOutput?.(stream, text));
  }
  let timedOut = false;
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    kill(child, 'SIGTERM', hasGroups);
    killing ??= setTimeout(() => kill(child, 'SIGKILL', hasGroups), GRACE);
  };
  const timing =
    timeLimit === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          end();
        }, timeLimit);
  signal.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, killedBy) => resolve({ code, killedBy, timedOut }));
    });
  } finally {
    clearTimeout(timing);
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}

function kill(child: ChildProcess, signal: NodeJS.Signals, hasGroup: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
