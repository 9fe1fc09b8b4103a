import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Where } from '@cmd-mods/mod-api';

/**
 * Where in a mod's own files an error came from: the first frame of its stack that lies in one of them.
 * Lines of compiled text are those of the source; the column is given when it can be found again in the source's line.
 *
 * @param codeOf the compiled text of a file, for columns.
 * @returns undefined when the stack names none of the files, as for a value that is no error.
 */
export function traceThrow(
  error: unknown,
  files: ReadonlySet<string>,
  codeOf: (file: string) => string | undefined,
): Where | undefined {
  if (typeof error !== 'object' || error === null || !('stack' in error)) return undefined;
  for (const frame of String(error.stack).split('\n')) {
    const match = /(?:\(|at (?:async )?|^)(\/|file:|[A-Za-z]:\\)(.*?):(\d+)(?::(\d+))?\)?$/.exec(
      frame.trim(),
    );
    if (match === null) continue;
    const [, start = '', rest = '', line, column] = match;
    const file = start === 'file:' ? fileURLToPath(start + rest) : start + rest;
    if (!files.has(file)) continue;
    const found = column && columnInSource(file, codeOf(file), Number(line), Number(column));
    return { file, line: Number(line), ...(found && { column: found }) };
  }
  return undefined;
}

/** The column of the same words in the source's line: they are there once, or the column stays unknown. */
function columnInSource(
  file: string,
  code: string | undefined,
  line: number,
  column: number,
): number | undefined {
  const compiled = code?.split('\n')[line - 1]?.slice(column - 1);
  const source = readFileSync(file, 'utf8').split('\n')[line - 1];
  if (compiled === undefined || source === undefined) return undefined;
  for (let length = Math.min(compiled.length, 24); length >= 3; length--) {
    const words = compiled.slice(0, length);
    const at = source.indexOf(words);
    if (at !== -1) return source.includes(words, at + 1) ? undefined : at + 1;
  }
  return undefined;
}
