import { createReadStream, statSync } from 'node:fs';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { collectTrace, type TraceLimits } from './collect-trace.ts';
import { readRow } from './read-row.ts';
import { linesOf } from './trace-lines.ts';
import type { TraceReport } from './trace-report.ts';

/** How many broken lines are named one by one. */
const NAMED = 10;

/** A trace that was read, and what is wrong with it. */
export interface TraceReading {
  readonly report: TraceReport;
  /** Lines that are no rows. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a trace from a file, line by line, and keeps of it what the limits allow. A line that is no row is named, and the others count.
 *
 * @throws `ModError` when the file cannot be read, or holds no row at all; the signal's reason when it is aborted.
 */
export async function readTrace(
  file: string,
  limits: TraceLimits,
  signal: AbortSignal,
): Promise<TraceReading> {
  const collector = collectTrace(limits);
  const diagnostics: Diagnostic[] = [];
  let broken = 0;
  let read = 0;
  try {
    if (statSync(file).isDirectory()) throw new Error('it is a folder');
    for await (const { number, text } of linesOf(createReadStream(file, { signal }))) {
      const reading = text === undefined ? { fault: 'it is too long' } : readRow(text);
      if ('row' in reading) {
        collector.add(reading.row, number);
        read++;
      } else {
        broken++;
        if (broken <= NAMED) {
          const message = `Line ${number} is no row of a trace: ${reading.fault}.`;
          diagnostics.push(diagnostic('TRACE_LINE_BROKEN', { message, where: { file, line: number } }));
        }
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw unreadable(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (read === 0)
    throw unreadable(file, broken === 0 ? 'it is empty' : 'none of its lines is a row of a trace');
  if (broken > NAMED) {
    const message = `${broken - NAMED} more lines are no rows of a trace.`;
    diagnostics.push(diagnostic('TRACE_LINE_BROKEN', { message, where: { file } }));
  }
  return { report: collector.report(), diagnostics };
}

function unreadable(file: string, why: string, cause?: unknown): ModError {
  return new ModError(
    diagnostic('TRACE_UNREADABLE', {
      message: `The trace ${file} cannot be read: ${why}.`,
      where: { file },
      cause,
    }),
  );
}
