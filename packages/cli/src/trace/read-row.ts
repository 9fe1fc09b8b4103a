import type { EventRow, HookRow, RequestRow, ResponseRow } from '@cmd-mods/harness';

/** What a row of a trace file has besides: milliseconds from the start of the trace to the writing of the row. */
interface Timed {
  readonly at?: number;
}

/** A row as it stands in a file. Events are read for their type alone, and for what the report shows of them. */
export type FileRow = (RequestRow & Timed) | (ResponseRow & Timed) | (HookRow & Timed) | (EventRow & Timed);

/** A row, or what is wrong with the line. */
export type RowReading = { readonly row: FileRow } | { readonly fault: string };

/** What a row of each kind must have, as `typeof` names it; `array` for a list. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  request: { turnNumber: 'number', model: 'string', system: 'string', messages: 'array', tools: 'array' },
  response: { turnNumber: 'number', content: 'array' },
  hook: { mod: 'string', hook: 'string', ms: 'number', changed: 'boolean' },
  event: { event: 'object' },
};

/** Reads a line of a trace. What a newer version adds to a row does no harm. */
export function readRow(text: string): RowReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  if (kindOf(value) !== 'object') return { fault: 'it is no object' };
  const row = value as Readonly<Record<string, unknown>>;
  const fields =
    typeof row.kind === 'string' && Object.hasOwn(FIELDS, row.kind) ? FIELDS[row.kind] : undefined;
  if (fields === undefined) return { fault: `there is no kind of row called ${JSON.stringify(row.kind)}` };
  for (const [name, kind] of Object.entries(fields)) {
    if (kindOf(row[name]) !== kind) return { fault: `${name} should be of type ${kind}` };
  }
  return { row: value as FileRow };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
