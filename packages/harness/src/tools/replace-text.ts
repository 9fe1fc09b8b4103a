import { foldLineEndings, usualEnding, withEnding } from './line-endings.ts';

/** What to replace, and by what. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** What became of a replacement. `lines` are where each occurrence begins, counted from 1. */
export type ReplaceOutcome =
  | { readonly kind: 'replaced'; readonly text: string; readonly lines: readonly number[] }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'not-unique'; readonly lines: readonly number[] };

/**
 * Replaces literal text. Line endings are no part of the comparison: CRLF and LF match each other.
 * What is put in takes the ending of the lines it replaces, or the usual one of the file when it replaces within a line;
 * everything else stays as it is, byte for byte.
 */
export function replaceText(original: string, { oldText, newText, replaceAll }: Replacement): ReplaceOutcome {
  const folded = foldLineEndings(original);
  const needle = oldText.replaceAll('\r\n', '\n');
  const found = occurrences(folded.text, needle);
  if (found.length === 0) return { kind: 'not-found' };
  const lines = lineNumbers(folded.text, found);
  if (found.length > 1 && !replaceAll) return { kind: 'not-unique', lines };
  const fileEnding = usualEnding(original);
  const parts: string[] = [];
  let done = 0;
  for (const index of found) {
    const start = folded.originalIndex(index);
    const end = folded.originalIndex(index + needle.length);
    const replaced = original.slice(start, end);
    const ending = replaced.includes('\n') ? usualEnding(replaced) : fileEnding;
    parts.push(original.slice(done, start), withEnding(newText, ending));
    done = end;
  }
  parts.push(original.slice(done));
  return { kind: 'replaced', text: parts.join(''), lines };
}

function occurrences(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length))
    found.push(at);
  return found;
}

/** The line on which each of the ascending places lies. */
function lineNumbers(text: string, places: readonly number[]): number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return places.map((place) => {
    while (next !== -1 && next < place) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  });
}
