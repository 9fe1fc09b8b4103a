import { clustersOf } from '../text/clusters.ts';
import { plainText } from '../text/line.ts';
import { readLines } from '../text/read-text.ts';
import type { Key } from './key.ts';

/** A line of text with a place where the next character goes. */
export interface TextField {
  /** Free of escapes, control characters and newlines. */
  readonly text: string;
  /** In UTF-16 units, between two characters. */
  readonly cursor: number;
}

/** A field with a text in it, the cursor behind it. */
export function fieldWith(text: string): TextField {
  return { text, cursor: text.length };
}

/**
 * Types into a field, or moves in it.
 * @returns `undefined` when the key means nothing to a field.
 */
export function editField(field: TextField, key: Key): TextField | undefined {
  const { text, cursor } = field;
  if (key.text !== undefined && !key.ctrl && !key.alt) return insert(field, key.text);
  const chord = `${key.ctrl ? 'ctrl+' : ''}${key.alt ? 'alt+' : ''}${key.name}`;
  switch (chord) {
    case 'left':
      return { text, cursor: before(field) };
    case 'right':
      return { text, cursor: after(field) };
    case 'home':
    case 'ctrl+a':
      return { text, cursor: 0 };
    case 'end':
    case 'ctrl+e':
      return { text, cursor: text.length };
    case 'backspace':
      return remove(text, before(field), cursor);
    case 'delete':
      return remove(text, cursor, after(field));
    case 'ctrl+u':
      return remove(text, 0, cursor);
    case 'ctrl+k':
      return remove(text, cursor, text.length);
    case 'ctrl+w':
      return remove(text, text.slice(0, cursor).search(/\S*\s*$/), cursor);
    default:
      return undefined;
  }
}

/** What was pasted is foreign text too: its newlines become spaces. A mark that is typed joins the character before it. */
function insert({ text, cursor }: TextField, typed: string): TextField {
  const start = cleaned(text.slice(0, cursor) + typed);
  return { text: start + text.slice(cursor), cursor: start.length };
}

function cleaned(text: string): string {
  return readLines(text).map(plainText).join(' ');
}

function remove(text: string, start: number, end: number): TextField {
  return { text: text.slice(0, start) + text.slice(end), cursor: start };
}

function before({ text, cursor }: TextField): number {
  let previous = 0;
  for (const { index } of clustersOf(text)) {
    if (index >= cursor) break;
    previous = index;
  }
  return previous;
}

function after({ text, cursor }: TextField): number {
  for (const { index } of clustersOf(text)) if (index > cursor) return index;
  return text.length;
}
