/** Where lines begin, so that an offset becomes what an editor shows. */

/** A place in a text; both start at 1, columns count UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns. LF, CRLF and a lone CR each end a line. */
export function lineMap(text: string): (offset: number) => LineColumn {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
