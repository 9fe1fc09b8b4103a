import { statSync } from 'node:fs';
import { ModError } from '@cmd-mods/mod-api';
import { AbortError } from './abort-error.ts';
import { processDiagnostic } from './diagnostics.ts';

/** How long a program may take to leave after SIGTERM, and its pipes to close after SIGKILL, in milliseconds. */
const PATIENCE = 250;

/** A program to run. */
export interface Program {
  readonly command: string;
  /** Handed over one by one, whatever they contain. Empty with `shell`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; this process's when left out. */
  readonly env?: NodeJS.ProcessEnv;
  /** The shell that reads `command`; without it, `command` is a program. `true` is the system's own. */
  readonly shell?: string | true;
  /** Ends the whole tree. */
  readonly signal?: AbortSignal;
  /** After so many milliseconds the tree is ended. */
  readonly timeoutMs?: number;
  /**
   * How long, in milliseconds, processes that the program left behind may hold its output open after it has exited.
   * Then they are ended. Without it the output is awaited for as long as it takes.
   */
  readonly leftoverMs?: number;
  /** Each chunk as it comes; a character that two chunks share is delivered whole. Must not throw. */
  onOutput(chunk: string, stream: 'stdout' | 'stderr'): void;
}

/** How a program ended. */
export interface ProgramEnd {
  /** The exit code; `null` when a signal ended it. */
  readonly code: number | null;
  /** The signal that ended it, as `SIGTERM`; `null` when it exited. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** Processes it had left behind were ended. */
  readonly endedLeftovers: boolean;
}

/**
 * Runs a program without input and hands over its output.
 * Resolves after the last chunk. Rejects with an {@link AbortError} when aborted, once the tree is ended,
 * and with a {@link ModError} (`PROGRAM_NOT_STARTED`) when it cannot start.
 */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  const { command, signal } = program;
  // Loaded when the first program runs: most runs of the host start none, and these cost more than all the rest.
  const [{ execa }, tree] = await Promise.all([import('execa'), import('./process-tree.ts')]);
  const { signalTree } = tree;
  if (signal?.aborted) throw new AbortError(`\`${command}\``, signal);

  const child = start(program, execa, tree.STARTS_OWN_GROUP);
  let ending: 'abort' | 'timeout' | 'leftovers' | undefined;
  const timers: NodeJS.Timeout[] = [];
  const later = (ms: number, action: () => void) => timers.push(setTimeout(action, ms));
  const { pid } = child;
  const end = (why: NonNullable<typeof ending>) => {
    if (ending !== undefined || pid === undefined) return;
    ending = why;
    signalTree(pid, 'SIGTERM');
    later(PATIENCE, () => signalTree(pid, 'SIGKILL'));
    // A process that left the group can hold the pipes for ever; nobody waits for it.
    later(PATIENCE * 2, () => {
      child.stdout.destroy();
      child.stderr.destroy();
    });
  };

  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => program.onOutput(chunk, name));
  }
  const onAbort = () => end('abort');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (program.timeoutMs !== undefined) later(program.timeoutMs, () => end('timeout'));
  const { leftoverMs } = program;
  if (leftoverMs !== undefined) child.once('exit', () => later(leftoverMs, () => end('leftovers')));
  const forget = pid === undefined ? undefined : tree.endWithHost(pid);
  try {
    const result = await child;
    if (pid === undefined) throw notStarted(program, result.cause ?? result);
    // What ignored SIGTERM and holds no pipe is still there.
    if (ending !== undefined) signalTree(pid, 'SIGKILL');
    if (ending === 'abort') throw new AbortError(`\`${command}\``, signal);
    return {
      code: result.exitCode ?? null,
      signal: result.signal ?? null,
      timedOut: ending === 'timeout',
      endedLeftovers: ending === 'leftovers',
    };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    forget?.();
  }
}

type Execa = typeof import('execa').execa;

/** Starts it; what cannot even be tried (a zero byte in an argument) throws at once. */
function start(program: Program, execa: Execa, detached: boolean) {
  try {
    return execa(program.command, [...program.args], {
      cwd: program.cwd,
      ...(program.env === undefined ? {} : { env: program.env, extendEnv: false }),
      shell: program.shell ?? false,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      buffer: false,
      reject: false,
      detached,
      cleanup: false,
      windowsHide: true,
    });
  } catch (error) {
    throw notStarted(program, error);
  }
}

function notStarted({ command, cwd }: Program, cause: unknown): ModError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const details = { message: `\`${command}\` could not be started: ${message}`, cause };
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
    details.message = `\`${command}\` could not be started: its folder ${cwd} does not exist.`;
  } else if (code === 'ENOENT') {
    details.message = `\`${command}\` could not be started: there is no such program.`;
    if (/\s/.test(command)) {
      const hint =
        '`command` is the name of one program and no shell reads it; put each argument into `args`.';
      return new ModError(processDiagnostic('PROGRAM_NOT_STARTED', { ...details, hint }));
    }
  } else if (code === 'EACCES') {
    details.message = `\`${command}\` could not be started: the file may not be executed.`;
  }
  return new ModError(processDiagnostic('PROGRAM_NOT_STARTED', details));
}
