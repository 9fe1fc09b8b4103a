import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ScaffoldDiagnostic, ScaffoldError } from './diagnostics.ts';
import { reportText } from './render.ts';
import { runProcess } from './run-process.ts';
import { type ScaffoldOptions, type ScaffoldWorld, type StepOutcome, scaffold } from './scaffold.ts';
import { LICENSES, TEMPLATE_NAMES } from './templates.ts';

const OPTIONS = {
  template: { type: 'string' },
  dir: { type: 'string' },
  description: { type: 'string' },
  author: { type: 'string' },
  license: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  overwrite: { type: 'boolean' },
  'no-git': { type: 'boolean' },
  'no-install': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

const USAGE = `Usage: npm create cmd-mod@latest [name] -- [options]

Starts a mod: a package with code, a test, a README, and workflows.

  --template <template>  ${TEMPLATE_NAMES.join(', ')}
  --dir <dir>            where it goes; a folder of the mod's name when left out
  --description <text>   what it does, in one line
  --author <name>        whoever git says you are when left out
  --license <license>    ${LICENSES.join(', ')}
  --yes, -y              ask nothing, and take the defaults
  --overwrite            go on in a folder that is not empty; unrelated files stay
  --no-git               make no repository
  --no-install           install nothing
  --dry-run              say what would be written, and change nothing
  --json                 print the result as one JSON object
`;

/** The limit of the new mod's own check and test. */
const LONGEST = 120_000;

/**
 * The program `create-cmd-mod`: `cmd mods new` for who has no `cmd` yet.
 * @returns the exit code: 0 done, 1 it failed, 2 wrong usage, 130 interrupted.
 */
export async function main(args: readonly string[]): Promise<number> {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (values.help || values.version) {
      process.stdout.write(values.help ? USAGE : `${version()}\n`);
      return 0;
    }
    const [name, ...surplus] = positionals;
    if (surplus.length > 0) return misuse(`There is one name, and ${surplus.join(' ')} is more.`);
    const { 'no-git': noGit, 'no-install': noInstall, 'dry-run': dryRun, json, ...answers } = values;
    const options: ScaffoldOptions = {
      ...answers,
      ...(name === undefined ? {} : { name }),
      git: !noGit,
      install: !noInstall,
      ...(dryRun === undefined ? {} : { dryRun }),
    };
    const report = await scaffold(options, world(interruption.signal));
    if (report === undefined) return 130;
    for (const found of report.findings) process.stderr.write(diagnosticText(found));
    process.stdout.write(
      json
        ? `${JSON.stringify({ schemaVersion: 1, ...report }, null, 2)}\n`
        : reportText(report, process.cwd()),
    );
    return report.check === 'failed' || report.test === 'failed' ? 1 : 0;
  } catch (error) {
    if (interruption.signal.aborted) return 130;
    if (error instanceof ScaffoldError) {
      process.stderr.write(diagnosticText(error.diagnostic));
      return error.isUsage ? 2 : 1;
    }
    if (isParseError(error)) return misuse(withoutAdvice(error.message));
    throw error;
  }
}

function world(signal: AbortSignal): ScaffoldWorld {
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const { env } = process;
  const run = async (script: string, folder: string, isInstalled: boolean): Promise<StepOutcome> => {
    if (!isInstalled) return { status: 'skipped', output: 'what it needs is not installed.' };
    const args = ['run', '--silent', script];
    const { code, output } = await runProcess('npm', args, { cwd: folder, env, signal, timeout: LONGEST });
    if (code === 2) return { status: 'skipped', output };
    return { status: code === 0 ? 'passed' : 'failed', output };
  };
  return {
    cwd: process.cwd(),
    env,
    signal,
    ...(isInteractive && { terminal: { input: process.stdin, output: process.stderr } }),
    check: (folder, isInstalled) => run('check', folder, isInstalled),
    test: (folder, isInstalled) => run('test', folder, isInstalled),
    onStep: (step) =>
      process.stderr.write(step === 'install' ? 'Installing …\n' : 'Checking and testing …\n'),
  };
}

function misuse(message: string): number {
  process.stderr.write(`error: ${message}\n\n${USAGE}`);
  return 2;
}

/** Node goes on about arguments that begin with a dash, which nothing here takes. */
function withoutAdvice(text: string): string {
  return text.replace(/\. To specify a positional .*$/s, '.');
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function diagnosticText({ severity, message, code, hint }: ScaffoldDiagnostic): string {
  return `${severity} ${message} ${code}\n  ${hint}\n`;
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
