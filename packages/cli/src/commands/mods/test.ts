import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { diagnostic } from '../../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { printJson } from '../../render/print-json.ts';
import { runProcess } from '../../run/run-process.ts';
import { testCounts } from '../../test-run/test-counts.ts';
import { planTests } from '../../test-run/test-plan.ts';
import { packageFile } from '../../version.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of `cmd mods test`. */
export interface TestOptions {
  readonly path: string;
  /** What follows `--`: for the runner. */
  readonly args: readonly string[];
  readonly json?: boolean;
}

/** How much of the end of what a runner wrote is read for its counts, in characters. */
const TAIL = 64 * 1024;

/**
 * `cmd mods test`: runs the tests of a mod's package in a process of their own. TypeScript runs without a build, and the test kit is there
 * without being installed.
 *
 * @returns 0 when they passed, 1 when the runner ended with anything else, 130 when it was interrupted.
 */
export async function test(options: TestOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.path);
  if (!existsSync(path)) {
    const hint = "Check the path: it is the folder of the mod's package, or a file in it.";
    throw new UsageError(diagnostic('TESTS_NONE', { message: `There is nothing at ${options.path}.`, hint }));
  }
  const plan = planTests({ path, args: options.args, env: io.env });
  if (plan === undefined) {
    throw new UsageError(diagnostic('TESTS_NONE', { message: `There are no tests in ${options.path}.` }));
  }

  let tail = '';
  const { code } = await runProcess(plan.command, {
    cwd: plan.folder,
    env: { ...io.env, ...plan.env, NODE_OPTIONS: nodeOptions(io.env), ...colourOf(io) },
    signal: io.signal,
    onOutput: (stream, text) => {
      tail = `${tail}${text}`.slice(-TAIL);
      if (stream === 'stdout' && !options.json) io.stdout(text);
      else io.stderr(text);
    },
  });
  io.signal.throwIfAborted();
  if (options.json) {
    const { runner, folder } = plan;
    printJson({ folder, runner, passed: code === 0, exitCode: code, counts: testCounts(tail) ?? null }, io);
  }
  return code === 0 ? EXIT.ok : EXIT.failed;
}

/** Every Node process of the run gets the hooks that compile TypeScript, a test script's own too. */
function nodeOptions(env: Io['env']): string {
  const hooks = pathToFileURL(packageFile('bundle/test-register.js')).href;
  return [env.NODE_OPTIONS, '--enable-source-maps', `--import=${hooks}`].filter(Boolean).join(' ');
}

/** The runner writes into a pipe, and would take that for a reason to leave colours out. */
function colourOf({ coloured }: Io): { readonly FORCE_COLOR?: string } {
  return coloured?.stdout ? { FORCE_COLOR: '1' } : {};
}
