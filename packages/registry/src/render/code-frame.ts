import { visible } from './visible.ts';

/** The longest part of a line that is shown. */
const WIDTH = 100;

/** The part of a text to mark; lines and columns start at 1, and the end is behind the last character. */
export interface FramedPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** How parts are coloured. */
export interface FramePaint {
  /** For the marks under the place. */
  readonly mark: (text: string) => string;
  /** For the numbers and bars at the edge. */
  readonly dim: (text: string) => string;
}

/** The line of a text with its number, and below it marks under the place. No lines where there is nothing to show. */
export function codeFrame(
  { line, column, endLine, endColumn }: FramedPlace,
  lines: readonly string[],
  { mark, dim }: FramePaint,
): string[] {
  const text = lines[line - 1];
  if (text === undefined || text.trim() === '') return [];
  const from = Math.max(0, column - 1 - WIDTH / 2);
  const shown = visible(text.slice(from, from + WIDTH).replaceAll('\t', ' '));
  const before = visible(text.slice(from, column - 1));
  const end = endLine === line ? endColumn - 1 : text.length;
  const marked = Math.max(1, Math.min(visible(text.slice(column - 1, end)).length, WIDTH - before.length));
  const number = String(line);
  return [
    `  ${dim(`${number} |`)} ${shown}`,
    `  ${dim(`${' '.repeat(number.length)} |`)} ${' '.repeat(before.length)}${mark('^'.repeat(marked))}`,
  ];
}
