import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
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

let childProgram: Promise<string> | undefined;

/** Does a task in a process of its own. `shell` wraps the command, for limits that a shell sets. */
export async function runChild(task: ChildTask, shell?: (command: string) => string): Promise<ChildResult> {
  childProgram ??= bundleChild();
  return runNode([await childProgram, JSON.stringify(task)], shell);
}

/** The child and our sources as one file, once for a test file: compiling them at every start takes a second each time. */
async function bundleChild(): Promise<string> {
  // Packages are found from there as from here.
  const outfile = fileURLToPath(
    new URL(`../../../../node_modules/.cache/cmd-mods/child-${process.pid}.mjs`, import.meta.url),
  );
  await build({
    entryPoints: [fileURLToPath(new URL('./child.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@cmd-mods/source'],
    plugins: [
      {
        name: 'other packages stay outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith('@cmd-mods/') ? undefined : { path, external: true },
          ),
      },
    ],
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
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
