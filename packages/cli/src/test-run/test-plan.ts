import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, parse } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { findTests } from './find-tests.ts';

/** How the tests of a package are run. */
export interface TestPlan {
  readonly runner: 'script' | 'vitest' | 'node';
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** What the environment has besides. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder to run in. */
  readonly folder: string;
}

/** What a plan is made from. */
export interface TestPlanOptions {
  /** The package's folder, or a file. */
  readonly path: string;
  /** Further arguments for the runner. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Decides how tests are run: the package's own `test` script; else vitest, where it can be resolved from there and
 * not every test imports `node:test`; else Node's own runner.
 * Of a script the command alone runs: none of `pretest`, `posttest` or any other. A file is always run by vitest or Node.
 *
 * @returns undefined when there is nothing to run.
 * @throws `ModError` when package.json cannot be read.
 */
export function planTests({ path, args, env }: TestPlanOptions): TestPlan | undefined {
  const folder = packageFolder(path);
  const manifestFile = join(folder, 'package.json');
  const script = path === folder ? testScript(manifestFile) : undefined;
  // A test script may call this very command. Then it is that script that runs, and it means the tests themselves.
  const isInside = env.npm_lifecycle_event === 'test' && env.npm_package_json === manifestFile;
  if (script !== undefined && !isInside) {
    return {
      runner: 'script',
      command: shellCommand(script, args),
      env: { npm_lifecycle_event: 'test', npm_package_json: manifestFile, ...pathOf(folder, env) },
      folder,
    };
  }
  const tests = findTests(path);
  if (tests.length === 0) return undefined;
  // A workspace may have vitest for others; it finds no test in a file that is written for Node's runner.
  const vitest = tests.every(isForNode) ? undefined : vitestProgram(manifestFile);
  if (vitest !== undefined) {
    return {
      runner: 'vitest',
      command: [process.execPath, vitest, 'run', ...args, ...tests],
      env: {},
      folder,
    };
  }
  // Into a pipe Node would write for machines.
  const reporter = args.some((arg) => arg.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec'];
  return {
    runner: 'node',
    command: [process.execPath, '--test', ...reporter, ...args, ...tests],
    env: {},
    folder,
  };
}

/** The folder itself; for a file the nearest one above that has a package.json, or the file's own. */
function packageFolder(path: string): string {
  if (statSync(path).isDirectory()) return path;
  for (let folder = dirname(path); folder !== parse(folder).root; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return dirname(path);
}

function testScript(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: { test?: unknown } };
    const script = scripts?.test;
    // What npm init writes where there are no tests.
    if (typeof script !== 'string' || script.trim() === '' || script.includes('no test specified'))
      return undefined;
    return script;
  } catch (cause) {
    const message = `${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`;
    throw new ModError(diagnostic('TESTS_UNREADABLE', { message, where: { file }, cause }));
  }
}

/** A script with further arguments behind it, as npm hands them on; the shell reads the script and nothing else. */
function shellCommand(script: string, args: readonly string[]): readonly string[] {
  if (process.platform === 'win32') {
    return [
      process.env.ComSpec ?? 'cmd.exe',
      '/d',
      '/s',
      '/c',
      [script, ...args.map((arg) => JSON.stringify(arg))].join(' '),
    ];
  }
  return ['/bin/sh', '-c', args.length === 0 ? script : `${script} "$@"`, 'test', ...args];
}

/** Programs of the package's dependencies come first, from its own folder up, as npm has it. */
function pathOf(folder: string, env: TestPlanOptions['env']): { readonly PATH: string } {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    folders.push(join(at, 'node_modules', '.bin'));
    if (at === parse(at).root) break;
  }
  return { PATH: [...folders, dirname(process.execPath), env.PATH ?? ''].join(delimiter) };
}

function isForNode(file: string): boolean {
  return /\bfrom\s*['"]node:test['"]/.test(readFileSync(file, 'utf8'));
}

function vitestProgram(manifestFile: string): string | undefined {
  try {
    return join(dirname(createRequire(manifestFile).resolve('vitest/package.json')), 'vitest.mjs');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
