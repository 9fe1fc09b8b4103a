import type { TextEdit } from '../document/layout.ts';

/** Applies edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { offset, length, content } of edits.toSorted((one, other) => one.offset - other.offset)) {
    parts.push(text.slice(end, offset), content);
    end = offset + length;
  }
  return parts.join('') + text.slice(end);
}
