import type { Node } from 'jsonc-parser';
import { endOf, lineStartOf, scanTail } from './json-text.ts';

/**
 * Removes an element from its array, with the comma that it no longer needs. An element that has a line of its own goes with
 * that line and a comment at its end; comments on other lines stay.
 */
export function removeItem(text: string, element: Node): string {
  const { parent } = element;
  const siblings = parent?.children ?? [];
  const index = siblings.indexOf(element);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const close = parent === undefined ? text.length : endOf(parent) - 1;
  const { comma } = scanTail(text, endOf(element), after?.offset ?? close);
  const end = comma ?? endOf(element);
  const between = comma === undefined ? '' : text.slice(endOf(element), comma - 1);
  if (between.trim() !== '') return text.slice(0, element.offset) + between + text.slice(end);
  const start = lineStartOf(text, element.offset);
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)?[ \t]*\r?\n/.exec(text.slice(end));
  const ownsLine = /^[ \t]*$/.test(text.slice(start, element.offset)) && rest !== null;

  const kept = ownsLine
    ? { head: text.slice(0, start), tail: text.slice(end + rest[0].length) }
    : {
        head: text.slice(0, element.offset),
        tail: text.slice(end).replace(after === undefined ? /^/ : /^ +/, ''),
      };
  // Without a comma behind it, the one before it is left over.
  const head =
    comma === undefined && before !== undefined
      ? withoutComma(kept.head, endOf(before), ownsLine)
      : kept.head;
  return siblings.length === 1 ? closeEmpty(head, kept.tail) : head + kept.tail;
}

function withoutComma(head: string, from: number, keepsLines: boolean): string {
  const { comma } = scanTail(head, from, head.length);
  if (comma === undefined) return head;
  const rest = head.slice(comma);
  // The closing bracket must not move behind a `//`.
  return head.slice(0, comma - 1) + (keepsLines || rest.includes('//') ? rest : rest.trimEnd());
}

/** An array that has become empty, without comments in it, is written as `[]`. */
function closeEmpty(head: string, tail: string): string {
  const start = head.trimEnd();
  const end = tail.trimStart();
  return start.endsWith('[') && end.startsWith(']') ? start + end : head + tail;
}
