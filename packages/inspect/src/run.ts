/** The command, without a command line: options in, output and exit code out. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { inspectDiagnostic } from './diagnostics.ts';
import { diffReports, type InspectDiff } from './diff.ts';
import { loadCompiler } from './facts/compiler.ts';
import { inspectTarget } from './inspect-target.ts';
import { checkDeclared, checkPolicy, readPolicy } from './policy.ts';
import { renderHtml } from './render/html.ts';
import { renderSarif } from './render/sarif.ts';
import { renderDiff, renderText } from './render/text.ts';
import type { InspectReport } from './report.ts';
import type { FetchedSource } from './target/read-target.ts';

/** What the command is asked. */
export interface InspectCommandOptions {
  /** Files, folders, packages, tarballs or sources; at least one. */
  readonly targets: readonly string[];
  /** Print the report as JSON. */
  readonly json?: boolean;
  /** Print SARIF 2.1.0. */
  readonly sarif?: boolean;
  /** Write a page to this file too. */
  readonly html?: string;
  /** The older version to hold the one target against. */
  readonly diff?: string;
  /** A policy file. */
  readonly policy?: string;
  readonly requireDeclared?: boolean;
  /** Exit with 1 if anything is unread, unknown or dynamic. */
  readonly strict?: boolean;
  /** Read the packages in `node_modules` that the mod imports too. */
  readonly deep?: boolean;
}

/** What the command is given to work with. */
export interface InspectCommandIo {
  readonly cwd: string;
  /** The version that SARIF names. */
  readonly version: string;
  readonly color: boolean;
  /** An absolute folder for the compiler's code cache; without it there is none. */
  readonly cacheFolder?: string;
  /** Takes what goes to stdout. */
  out(text: string): void;
  /** Told of each finding and fault. */
  report(diagnostic: Diagnostic): void;
  /** Brings a package of npm or git into a folder. */
  fetchSource?(source: string): Promise<FetchedSource>;
}

/** 0: a report was made; 1: it says more than was allowed; 2: it could not be made. */
export type InspectExitCode = 0 | 1 | 2;

/**
 * Runs `cmd mods inspect`. Faults are reported and become the exit code; nothing is thrown but bugs.
 *
 * Source: mods page, "Trust and safety".
 */
export async function runInspect(
  options: InspectCommandOptions,
  io: InspectCommandIo,
): Promise<InspectExitCode> {
  try {
    return await run(options, io);
  } catch (error) {
    if (!ModError.isInstance(error)) throw error;
    io.report(error.diagnostic);
    return 2;
  }
}

async function run(options: InspectCommandOptions, io: InspectCommandIo): Promise<InspectExitCode> {
  checkOptions(options);
  if (io.cacheFolder !== undefined) loadCompiler(io.cacheFolder);
  const policy = options.policy === undefined ? undefined : readPolicy(options.policy, io.cwd);
  const settings = {
    cwd: io.cwd,
    deep: options.deep ?? false,
    ...(io.fetchSource ? { fetchSource: io.fetchSource } : {}),
  };
  const reports: InspectReport[] = [];
  for (const target of options.targets) reports.push(await inspectTarget(target, settings));

  const findings: Diagnostic[] = [];
  const [first] = reports;
  if (options.diff !== undefined && first) {
    const diff = diffReports(await inspectTarget(options.diff, settings), first);
    io.out(options.json ? json(diff) : renderDiff(diff, io));
    if (diff.widened) findings.push(widened(first, diff));
  } else {
    io.out(rendered(reports, options, io));
  }
  if (options.html !== undefined) writeFileSync(resolve(io.cwd, options.html), renderHtml(reports));
  for (const report of reports) {
    if (policy) findings.push(...checkPolicy(report, policy));
    if (options.requireDeclared) findings.push(...checkDeclared(report));
    if (options.strict) findings.push(...checkStrict(report));
  }
  for (const finding of findings) io.report(finding);
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function checkOptions(options: InspectCommandOptions): void {
  const fail = (message: string): never => {
    throw new ModError(inspectDiagnostic('INSPECT_OPTION_INVALID', { message }));
  };
  if (options.targets.length === 0)
    fail('Say what to inspect: a file, a folder, a package, a tarball or a source.');
  if (options.json && options.sarif) fail('--json and --sarif are two outputs; choose one.');
  if (options.diff !== undefined && options.targets.length !== 1)
    fail('--diff holds one target against another; give exactly one.');
  if (options.diff !== undefined && options.sarif) fail('--diff has no SARIF form; use --json.');
}

function rendered(
  reports: readonly InspectReport[],
  options: InspectCommandOptions,
  io: InspectCommandIo,
): string {
  if (options.sarif) return json(renderSarif(reports, io.version));
  if (options.json) return json(reports.length === 1 ? reports[0] : { schemaVersion: 1, targets: reports });
  return reports.map((report) => renderText(report, io)).join('\n');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function widened(report: InspectReport, { added }: InspectDiff): Diagnostic {
  const reach = Object.keys(added.reach);
  const words = reach.length > 0 ? ` It newly reaches ${reach.join(', ')}.` : '';
  return inspectDiagnostic('INSPECT_WIDENED', {
    message: `${report.name ?? report.target} can do more than the version it is held against.${words}`,
  });
}

/** What `--strict` does not let pass. */
function checkStrict(report: InspectReport): Diagnostic[] {
  const unread = report.files.filter((file) => file.reached && file.read !== 'full').map(({ path }) => path);
  const unknown = Object.entries(report.reach)
    .filter(([, { state }]) => state === 'unknown')
    .map(([kind]) => kind);
  const parts = [
    ...(unread.length > 0 ? [`unread: ${unread.join(', ')}`] : []),
    ...(report.reach.dynamic.state === 'yes' ? ['it runs or loads code that only run time knows'] : []),
    ...(unknown.length > 0 ? [`unknown: ${unknown.join(', ')}`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    inspectDiagnostic('INSPECT_NOT_CERTAIN', {
      message: `${report.name ?? report.target}: ${parts.join('; ')}.`,
    }),
  ];
}
