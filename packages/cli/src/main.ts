import { homedir } from 'node:os';
import type { Wait } from '@cmd-mods/harness';
import { diagnostic } from './diagnostics.ts';
import { EXIT, type Io } from './io.ts';
import { runProgram } from './program.ts';
import { isColoured } from './render/colours.ts';
import { showDiagnostics } from './render/show-diagnostics.ts';

/** Runs the program on this process, and ends the process with its exit code. */
export async function main(): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => {
    // A second one does not wait for anything.
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A reader that has seen enough (`cmd ... | head`) is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });

  // Stdout is for what was asked for. A mod that prints does so in this process, and would otherwise end up in the middle of it.
  const writeResult = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);

  const isTerminal = process.stderr.isTTY ?? false;
  let waits: ReadonlySet<Wait> = new Set();
  const io: Io = {
    stdout: (text) => void writeResult(text),
    stderr: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    home: process.env.HOME ?? homedir(),
    env: process.env,
    isTerminal,
    coloured: {
      stdout: isColoured(process.env, process.stdout.isTTY ?? false),
      stderr: isColoured(process.env, isTerminal),
    },
    ...(isTerminal && { columns: process.stderr.columns }),
    openFolder: async (path) => (await import('./open-folder.ts')).openFolder(path),
    ...(isTerminal &&
      process.stdin.isTTY && {
        choose: askPerson(interruption.signal),
        terminal: { input: process.stdin, output: process.stderr },
      }),
    readSecret: async (question) => {
      const { readSecret } = await import('./read-secret.ts');
      return readSecret(question, {
        input: process.stdin,
        output: process.stderr,
        signal: interruption.signal,
        interrupt,
      });
    },
    onHost: (host) => {
      waits = host.waits;
    },
    onStrayError(take) {
      for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
        process.on(kind, (error: unknown) => {
          const fatal = take(kind, error);
          if (fatal === undefined) return;
          showDiagnostics([fatal], io);
          process.exit(EXIT.failed);
        });
      }
    },
    signal: interruption.signal,
  };
  process.once('beforeExit', () => explainStuck(io, [...waits]));
  const code = await runProgram(process.argv.slice(2), io);
  // Timers and sockets of mods must not keep the program open, but what was written has to get out first.
  await Promise.all([drained(writeResult), drained(process.stderr.write.bind(process.stderr))]);
  process.exit(code);
}

/** Called when nothing is left that could settle what is waited for. Node itself would end with 13 and say little. */
function explainStuck(io: Io, waits: readonly Wait[]): void {
  const last = waits.at(-1);
  const whose = last === undefined ? '' : ` It waits for ${last.what}${of(last.mod)}.`;
  const message = `What is waited for can never happen: nothing is left that could bring it about.${whose}`;
  const mod = last?.mod;
  showDiagnostics([diagnostic('WORK_NEVER_ENDS', { message, ...(mod === undefined ? {} : { mod }) })], io);
  process.exit(EXIT.failed);
}

function of(mod: string | undefined): string {
  return mod === undefined ? '' : ` of the mod "${mod}"`;
}

function drained(write: typeof process.stdout.write): Promise<void> {
  return new Promise((resolve) => write('', () => resolve()));
}

function askPerson(signal: AbortSignal): NonNullable<Io['choose']> {
  return async (question, choices) => {
    const { choose } = await import('./choose.ts');
    return choose(question, choices, { input: process.stdin, output: process.stderr, signal });
  };
}
