import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorToJson, makeFolder, type TraceRow } from '@cmd-mods/harness';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { atExit } from './at-exit.ts';

/** A trace on its way to a file. */
export interface TraceFile {
  write(row: TraceRow): void;
  /** Writes what is left and closes the file. */
  close(): void;
}

/** How much text is gathered before it is written, in characters. */
const CHUNK = 64 * 1024;

/**
 * Opens a trace file: one JSON text a line, each with `at`, the milliseconds since the file was opened. A row is turned into text at once, since what it holds goes on changing hands.
 * Throws a `ModError` when the file cannot be written.
 */
export function openTraceFile(path: string, cwd: string): TraceFile {
  const file = resolve(cwd, path);
  const guarded = <TValue>(write: () => TValue): TValue => {
    try {
      return write();
    } catch (error) {
      const message = `The trace ${path} cannot be written: ${errorToJson(error).message}.`;
      throw new ModError(diagnostic('TRACE_UNWRITABLE', { message, where: { file }, cause: error }));
    }
  };
  const handle = guarded(() => {
    makeFolder(dirname(file));
    return openSync(file, 'w');
  });
  const began = performance.now();
  let waiting = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    guarded(() => writeSync(handle, text));
  };
  const forget = atExit(flush);
  return {
    write(row) {
      const at = Math.round((performance.now() - began) * 1000) / 1000;
      waiting += `${JSON.stringify({ ...jsonRow(row), at })}\n`;
      if (waiting.length >= CHUNK) flush();
    },
    close() {
      forget();
      flush();
      closeSync(handle);
    },
  };
}

/** A row with the error of its event as data; an error object would come out as `{}`. */
function jsonRow(row: TraceRow): object {
  if (row.kind !== 'event' || !('error' in row.event) || !(row.event.error instanceof Error)) return row;
  return { ...row, event: { ...row.event, error: errorToJson(row.event.error) } };
}
