import { writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { makeFolder } from '@cmd-mods/harness';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../../diagnostics.ts';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { diagnosticJson } from '../../render/diagnostic-text.ts';
import { printJson } from '../../render/print-json.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';
import { traceText } from '../../render/trace-text.ts';
import { readTrace } from '../../trace/read-trace.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of `cmd mods trace`. */
export interface TraceOptions {
  readonly file: string;
  readonly html?: string;
  /** How many of the slowest calls are shown. */
  readonly slowest: number;
  readonly json?: boolean;
}

/** How many calls the page draws. */
const DRAWN = 3_000;

/** How much of what changed goes into the page, in characters. */
const CHANGES = 2_000_000;

/**
 * `cmd mods trace`: what each hook of each mod did in a run.
 *
 * @returns 0 when the trace was read, 1 when lines of it are broken; what is whole is shown either way.
 */
export async function trace(options: TraceOptions, io: Io): Promise<ExitCode> {
  const { html, slowest } = options;
  const file = resolve(io.cwd, options.file);
  const limits = {
    calls: html === undefined ? slowest : Math.max(slowest, DRAWN),
    changes: html === undefined ? 0 : CHANGES,
  };
  const { report, diagnostics } = await readTrace(file, limits, io.signal).catch((error) => {
    // Nothing could be read, so nothing is printed: the same as for a target that is not there.
    throw ModError.isInstance(error) ? new UsageError(error.diagnostic) : error;
  });

  if (html !== undefined) {
    const { tracePage } = await import('../../render/trace-page.ts');
    writePage(resolve(io.cwd, html), tracePage(report, basename(file)));
  }
  if (options.json) {
    const { rounds, slowest: calls, ...rest } = report;
    const shown = rounds.map(({ changes: _changes, ...round }) => round);
    const warnings = diagnostics.map(diagnosticJson);
    printJson({ file, ...rest, rounds: shown, slowest: calls.slice(0, slowest), warnings }, io);
  } else {
    io.stdout(traceText(report, slowest, io.coloured?.stdout));
    if (html !== undefined) io.stdout(`\nThe page is in ${html}.\n`);
  }
  showDiagnostics(diagnostics, io);
  return diagnostics.length === 0 ? EXIT.ok : EXIT.failed;
}

function writePage(file: string, page: string): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, page);
  } catch (cause) {
    const message = `The page ${file} cannot be written: ${cause instanceof Error ? cause.message : cause}.`;
    throw new UsageError(diagnostic('TRACE_PAGE_UNWRITABLE', { message, where: { file }, cause }));
  }
}
