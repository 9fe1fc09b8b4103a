import type { Node } from 'jsonc-parser';
import { endOf, formattingOf, lineStartOf, scanTail } from './json-text.ts';

/** Something to append: an element, or a member with its key. */
export interface NewItem {
  readonly key?: string;
  readonly value: unknown;
}

/** Appends to an array or object, in the way in which it is written. */
export function appendTo(text: string, container: Node, item: NewItem): string {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const last = container.children?.at(-1);
  const isWholeFile = container.parent === undefined && last === undefined;
  const isInline = !text.slice(open, close).includes('\n') && !isWholeFile;
  const tail = scanTail(text, last === undefined ? open : endOf(last), close);
  if (isInline && last === undefined) {
    const gap = tail.end === open ? '' : ' ';
    return text.slice(0, tail.end) + gap + inline(item) + text.slice(close);
  }
  if (isInline && last !== undefined) {
    const at = tail.comma ?? endOf(last);
    return text.slice(0, at) + (tail.comma === undefined ? ', ' : ' ') + inline(item) + text.slice(at);
  }
  const { unit, eol } = formattingOf(text);
  const outer = /^[ \t]*/.exec(text.slice(lineStartOf(text, container.offset)))?.[0] ?? '';
  const indent = last === undefined ? outer + unit : indentBefore(text, last, outer + unit);
  const line = eol + indent + spread(item, unit).replaceAll('\n', eol + indent);
  const comma = last === undefined || tail.comma !== undefined ? '' : ',';
  const from = last === undefined ? open : endOf(last);
  const end = text.slice(tail.end, close).includes('\n') ? '' : eol + outer;
  const trailing = tail.comma === undefined ? '' : ',';
  return (
    text.slice(0, from) + comma + text.slice(from, tail.end) + line + trailing + end + text.slice(tail.end)
  );
}

/** The indentation of the line on which an item stands, when nothing stands before it there. */
function indentBefore(text: string, { offset }: Node, otherwise: string): string {
  const before = text.slice(lineStartOf(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : otherwise;
}

function inline({ key, value }: NewItem): string {
  const body = JSON.stringify(value, undefined, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) | (?=[\]}])/g, '$1');
  return key === undefined ? body : `${JSON.stringify(key)}: ${body}`;
}

function spread({ key, value }: NewItem, unit: string): string {
  const body = JSON.stringify(value, undefined, unit);
  return key === undefined ? body : `${JSON.stringify(key)}: ${body}`;
}
