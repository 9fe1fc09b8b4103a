import {
  reportText,
  runProcess,
  ScaffoldError,
  type ScaffoldOptions,
  type ScaffoldWorld,
  type StepOutcome,
  scaffold,
} from 'create-cmd-mod';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { printJson } from '../../render/print-json.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';
import { packageFile } from '../../version.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of `cmd mods new`. */
export interface NewOptions extends ScaffoldOptions {
  readonly json?: boolean;
}

/** The limit of the new mod's own check and test, each. */
const LONGEST = 120_000;

/** `cmd mods new`: starts a mod from a template, and has it check and test itself. It asks only at a terminal. */
export async function newMod({ json, ...options }: NewOptions, io: Io): Promise<ExitCode> {
  const report = await scaffold(options, world(io)).catch((error) => {
    throw error instanceof ScaffoldError && error.isUsage ? new UsageError(error.diagnostic) : error;
  });
  if (report === undefined) return EXIT.interrupted;
  showDiagnostics(report.findings, io);
  if (json) printJson(report, io);
  else io.stdout(reportText(report, io.cwd));
  return report.check === 'failed' || report.test === 'failed' ? EXIT.failed : EXIT.ok;
}

function world(io: Io): ScaffoldWorld {
  const { cwd, env, signal, terminal } = io;
  // The program's own commands, which bring types and test kit along: the mod need not have installed anything.
  const own = async (command: 'check' | 'test', folder: string): Promise<StepOutcome> => {
    const args = [packageFile('bin/cmd.js'), 'mods', command, folder];
    const { code, output } = await runProcess(process.execPath, args, {
      cwd: folder,
      env,
      signal,
      timeout: LONGEST,
    });
    if (code === EXIT.usage) return { status: 'skipped', output };
    return { status: code === EXIT.ok ? 'passed' : 'failed', output };
  };
  return {
    cwd,
    env,
    signal,
    ...(terminal && { terminal }),
    check: (folder) => own('check', folder),
    test: (folder) => own('test', folder),
    onStep: (step) => io.stderr(`${STEPS[step]}\n`),
  };
}

const STEPS = { install: 'Installing …', verify: 'Checking and testing …' } as const;
