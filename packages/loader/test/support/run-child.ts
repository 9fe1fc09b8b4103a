import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { InstallStep } from '../../src/index.ts';

/** What a child process shall do. */
export interface ChildTask {
  readonly action: 'add' | 'update' | 'remove';
  readonly source: string;
  readonly home: string;
  readonly project: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The step at which it kills itself. */
  readonly killAt?: InstallStep;
}

/** How it ended, and what it printed. */
export interface ChildResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** Arguments that make node run a TypeScript file of this package from its source. */
export const NODE_RUNS_SOURCE = ['--conditions=@cmd-mods/source', '--import', 'jiti/register'];

/** Does a task in a process of its own. `shell` wraps the command, for limits that a shell sets. */
export function runChild(task: ChildTask, shell?: (command: string) => string): Promise<ChildResult> {
  const child = fileURLToPath(new URL('./child.ts', import.meta.url));
  return runNode([...NODE_RUNS_SOURCE, child, JSON.stringify(task)], shell);
}

/** Runs node and waits for its end. */
export function runNode(argv: readonly string[], shell?: (command: string) => string): Promise<ChildResult> {
  const command = [process.execPath, ...argv];
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  const started = shell === undefined ? spawn(process.execPath, argv) : spawn('bash', ['-c', shell(quoted)]);
  let output = '';
  let errors = '';
  started.stdout.on('data', (chunk) => {
    output += chunk;
  });
  started.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    started.once('error', reject);
    started.once('close', (code, signal) => resolve({ code, signal, output, errors }));
  });
}
