import { homedir } from 'node:os';
import { EXIT, type Io } from './io.ts';
import { runProgram } from './program.ts';

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

  const io: Io = {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    home: process.env.HOME ?? homedir(),
    env: process.env,
    isTerminal: process.stderr.isTTY ?? false,
    signal: interruption.signal,
  };
  const code = await runProgram(process.argv.slice(2), io);
  // Timers and sockets of mods must not keep the program open, but what was written has to get out first.
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(code);
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
