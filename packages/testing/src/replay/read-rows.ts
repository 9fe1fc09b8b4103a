import { forEachLine, type TraceRow } from '@cmd-mods/harness';
import { type Diagnostic, ModError, type Where } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';

/** A row, and where it stands. */
export interface PlacedRow {
  readonly row: TraceRow;
  /** `undefined` for rows that came as data. */
  readonly where: Where | undefined;
}

/** What a recorded key looks like: of the model providers, GitHub, AWS, npm, and private keys. */
const SECRET =
  /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{16}|npm_\w{30,})(?![\w-])|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/**
 * Reads the rows of a trace, one by one, so that a long file is never held whole.
 *
 * @param note - Told what is unusual about a row that can be read all the same.
 * @throws ModError `CASSETTE_UNREADABLE`, or `CASSETTE_MALFORMED` with file and line.
 */
export function forEachRow(
  source: string | readonly TraceRow[],
  take: (placed: PlacedRow) => void,
  note: (warning: Diagnostic) => void,
): void {
  if (typeof source !== 'string') {
    source.forEach((row, index) => {
      const where = undefined;
      if (isKnown(row, { where, place: `Row ${index + 1}` }, note)) take({ row, where });
    });
    return;
  }
  try {
    forEachLine(source, ({ text, number, isTerminated }) => {
      if (text.trim() === '') return;
      const where = { file: source, line: number };
      const row = parse(text, where, isTerminated);
      if (!isKnown(row, { where, place: `Line ${number} of ${source}` }, note)) return;
      if (SECRET.test(text)) {
        const message = `Line ${number} of ${source} has a text that looks like a key.`;
        note(diagnostic('CASSETTE_SECRET', { message, where }));
      }
      take({ row, where });
    });
  } catch (error) {
    if (ModError.isInstance(error)) throw error;
    const message = `The cassette ${source} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    throw new ModError(diagnostic('CASSETTE_UNREADABLE', { message, where: { file: source }, cause: error }));
  }
}

function parse(text: string, where: Where & { readonly line: number }, isTerminated: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = isTerminated
      ? `Line ${where.line} of ${where.file} is no JSON, so this is not a trace of "cmd -p --trace".`
      : `Line ${where.line} of ${where.file}, the last one, is cut off: the program that wrote it was ended.`;
    throw new ModError(diagnostic('CASSETTE_MALFORMED', { message, where, cause }));
  }
}

interface Place {
  readonly where: Where | undefined;
  readonly place: string;
}

/** What each kind of row cannot do without. */
const FIELDS: Readonly<Record<TraceRow['kind'], Readonly<Record<string, 'number' | 'string' | 'list'>>>> = {
  request: { turnNumber: 'number', system: 'string', messages: 'list', tools: 'list', model: 'string' },
  response: { turnNumber: 'number', deltas: 'list', content: 'list', stopReason: 'string' },
  hook: { mod: 'string', hook: 'string' },
  event: {},
};

/** Whether a row is one that replay knows; a kind of a newer program is noted and left out. */
function isKnown(row: unknown, place: Place, note: (warning: Diagnostic) => void): row is TraceRow {
  const problem = problemOf(row);
  if (problem === undefined) return true;
  const details = {
    message: `${place.place} ${problem.text}.`,
    ...(place.where === undefined ? {} : { where: place.where }),
  };
  if (!problem.isNewer) throw new ModError(diagnostic('CASSETTE_MALFORMED', details));
  note(diagnostic('CASSETTE_ROW_UNKNOWN', details));
  return false;
}

function problemOf(row: unknown): { readonly text: string; readonly isNewer: boolean } | undefined {
  if (!isFields(row) || typeof row.kind !== 'string') {
    return { text: 'is no row of a trace: it has no "kind"', isNewer: false };
  }
  if (!(row.kind in FIELDS)) return { text: `is of the unknown kind "${row.kind}"`, isNewer: true };
  for (const [name, type] of Object.entries(FIELDS[row.kind as TraceRow['kind']])) {
    const value = row[name];
    if (type === 'list' ? Array.isArray(value) : typeof value === type) continue;
    return { text: `is a ${row.kind} without a proper "${name}"`, isNewer: false };
  }
  if (row.kind !== 'event' || (isFields(row.event) && typeof row.event.type === 'string')) return undefined;
  return { text: 'is an event without a "type"', isNewer: false };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
