/** A text with LF endings only, and the way back to where each place came from. */
export interface FoldedText {
  readonly text: string;
  /** The index in the original of a place in the folded text. */
  originalIndex(index: number): number;
}

/** Turns every CRLF into LF. A CR that stands alone is a character like any other. */
export function foldLineEndings(original: string): FoldedText {
  if (!original.includes('\r\n')) return { text: original, originalIndex: (index) => index };
  const text = original.replaceAll('\r\n', '\n');
  /** Where, in the folded text, a line feed lost its CR; ascending. */
  const folds: number[] = [];
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) {
    folds.push(at - folds.length);
  }
  return { text, originalIndex: (index) => index + countBelow(folds, index) };
}

/** How many of the ascending numbers are below `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ending that most lines of a text have; LF when it has none. */
export function usualEnding(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  return crlf * 2 > all ? '\r\n' : '\n';
}

/** Gives every line of a text the same ending. */
export function withEnding(text: string, ending: '\n' | '\r\n'): string {
  const folded = text.replaceAll('\r\n', '\n');
  return ending === '\n' ? folded : folded.replaceAll('\n', '\r\n');
}
