import { spawn } from 'node:child_process';

/** How a program ended. */
export interface Ended {
  /** Null when it was killed or did not start. */
  readonly code: number | null;
  readonly stdout: string;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

/** How a program is run. */
export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** After so many milliseconds it is killed. */
  readonly timeout: number;
}

/**
 * Runs a program to its end, with no input. It never rejects: a program that is not there is one that did not start, and its
 * output says so.
 */
export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a script on Windows, which only a shell starts; no argument of ours for it comes from a person.
      shell: process.platform === 'win32' && command === 'npm',
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      const why = isMissing ? `${command} is not installed, or not on the PATH` : error.message;
      resolve({ code: null, stdout, output: `${output}${why}\n` });
    });
    child.once('close', (code) => resolve({ code, stdout, output }));
  });
}
