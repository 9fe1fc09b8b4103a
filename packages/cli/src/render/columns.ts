import { stripVTControlCharacters } from 'node:util';

/** Rows as aligned columns, one line each, two spaces between; empty cells at the end leave nothing behind. */
export function columnsText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  return rows
    .map((row) => row.map((cell, index) => padded(cell, widths[index] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell));
}

/** Colours take no room. */
function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
