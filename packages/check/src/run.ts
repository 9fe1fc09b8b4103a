/** The command, without a command line: options in, output and exit code out. */

import { join } from 'node:path';
import { loadCompiler } from '@cmd-mods/inspect';
import { nearest } from '@cmd-mods/loader';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { createTwoFilesPatch } from 'diff';
import { type CheckResult, checkTarget } from './check.ts';
import { checkError } from './diagnostics.ts';
import { diagnosticOf, displayPath } from './finding.ts';
import { type FixedFile, planFixes, writeFixes } from './fix/apply-fixes.ts';
import { renderSarif } from './render/sarif.ts';
import { renderText } from './render/text.ts';
import { describeRules, RULE_IDS, type RuleId } from './rules/table.ts';

/** What the command is asked. */
export interface CheckCommandOptions {
  /** A mod file or a folder; `cwd` when left out. */
  readonly path?: string;
  readonly json?: boolean;
  readonly sarif?: boolean;
  /** Exit with 1 on warnings too. */
  readonly strict?: boolean;
  /** Mend what has one right form. */
  readonly fix?: boolean;
  /** With `fix`: print what would change, and change nothing. */
  readonly dryRun?: boolean;
  /** False: import nothing. */
  readonly load?: boolean;
  /** Only these rules. */
  readonly rule?: readonly string[];
  /** Print the rules and check nothing. */
  readonly listRules?: boolean;
}

/** What the command is given to work with. */
export interface CheckCommandIo {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The version that SARIF names. */
  readonly version: string;
  readonly color: boolean;
  /** An absolute folder for the compiler's code cache; without it there is none. */
  readonly cacheFolder?: string;
  /** Takes what goes to stdout. */
  out(text: string): void;
  /** Told why the check could not be made. */
  report(diagnostic: Diagnostic): void;
}

/** 0: no errors; 1: errors, or warnings with `strict`; 2: the check could not be made. */
export type CheckExitCode = 0 | 1 | 2;

/** Runs `cmd mods check`. Faults of the asking are reported and become the exit code; nothing is thrown but bugs. */
export async function runCheck(options: CheckCommandOptions, io: CheckCommandIo): Promise<CheckExitCode> {
  try {
    return await run(options, io);
  } catch (error) {
    if (!ModError.isInstance(error)) throw error;
    io.report(error.diagnostic);
    return 2;
  }
}

async function run(options: CheckCommandOptions, io: CheckCommandIo): Promise<CheckExitCode> {
  if (options.listRules) {
    io.out(options.json ? json({ schemaVersion: 1, rules: describeRules() }) : ruleList());
    return 0;
  }
  const rules = rulesOf(options);
  if (io.cacheFolder !== undefined) loadCompiler(join(io.cacheFolder, 'inspect'));
  const { cwd, home, env } = io;
  const settings = { cwd, home, env, load: options.load ?? true, ...(rules ? { rules } : {}) };
  const check = () => checkTarget(options.path ?? '.', settings);
  let result = await check();
  const fixes = options.fix ? planFixes(result.findings) : [];
  if (options.fix && options.dryRun && !options.json && !options.sarif) {
    for (const file of fixes) io.out(patch(file, cwd));
  } else if (fixes.length > 0 && !options.dryRun) {
    await writeFixes(fixes);
    result = await check();
  }
  const fixed = options.dryRun ? 0 : fixes.reduce((sum, { count }) => sum + count, 0);
  io.out(rendered(result, options, io, fixed));
  return exitCodeOf(result, options.strict);
}

/** Errors exit with 1, warnings alone only with `strict`. */
export function exitCodeOf({ findings }: Pick<CheckResult, 'findings'>, strict: boolean = false): 0 | 1 {
  return findings.some(({ severity }) => severity === 'error' || strict) ? 1 : 0;
}

function rulesOf({
  json: isJson,
  sarif,
  fix,
  dryRun,
  rule = [],
}: CheckCommandOptions): readonly RuleId[] | undefined {
  const fail = (message: string, hint?: string): never => {
    throw checkError('CHECK_OPTION_INVALID', { message, ...(hint ? { hint } : {}) });
  };
  if (isJson && sarif) fail('--json and --sarif are two outputs; choose one.');
  if (dryRun && !fix) fail('--dry-run is about --fix; give both.');
  const ids = RULE_IDS as readonly string[];
  for (const id of rule) {
    const meant = nearest(id, ids);
    if (!ids.includes(id)) fail(`There is no rule '${id}'.`, meant && `Did you mean ${meant}?`);
  }
  return rule.length > 0 ? RULE_IDS.filter((id) => rule.includes(id)) : undefined;
}

function rendered(
  result: CheckResult,
  options: CheckCommandOptions,
  { color, cwd, version }: CheckCommandIo,
  fixed: number,
): string {
  if (options.sarif) return json(renderSarif(result, cwd, version));
  if (options.json) {
    const findings = result.findings.map(diagnosticOf);
    return json({ schemaVersion: 1, findings, ...(options.fix ? { fixed } : {}) });
  }
  return renderText(result, { color, cwd, fixed });
}

function patch({ file, before, after }: FixedFile, cwd: string): string {
  const path = displayPath(file, cwd);
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 });
}

function ruleList(): string {
  const width = Math.max(...RULE_IDS.map((id) => id.length));
  return describeRules()
    .map(({ id, severity, summary }) => `${id.padEnd(width)}  ${severity.padEnd(7)}  ${summary}\n`)
    .join('');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
