/** How a valid JSON text is laid out, in one pass without a tree: the format rule and the search for duplicate keys live on it. */

/** A replacement of a part of a text. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** What the pass finds. */
export interface Layout {
  /** The white space that is not as `JSON.stringify(value, null, 2)` would have it, and what should stand there. */
  readonly edits: readonly TextEdit[];
  /** How many keys are written, duplicates counted. */
  readonly keyCount: number;
  /** Where each element of the top-level `mods` begins. */
  readonly entryOffsets: readonly number[];
  /** Where the nesting passes {@link DEEPEST}; what follows was not read. */
  readonly tooDeepAt?: number;
}

/** A list of plain values may stand on one line up to this length. */
const ONE_LINE = 100;

/** A registry needs five levels. Everything behind this pass walks the value by recursion, so there is a limit. */
export const DEEPEST = 50;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const END = -1;

interface Container {
  readonly isList: boolean;
  readonly isOneLine: boolean;
}

/** Reads the layout of a text that `JSON.parse` accepts; anything else gives nonsense. */
export function readLayout(text: string): Layout {
  const edits: TextEdit[] = [];
  const stack: Container[] = [];
  const entryOffsets: number[] = [];
  let keyCount = 0;
  let topKey = '';
  let previous = END;
  let gapStart = 0;
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    const token = at < text.length ? text.charCodeAt(at) : END;
    const wanted = gap(previous, token, stack);
    if (at - gapStart !== wanted.length || !text.startsWith(wanted, gapStart)) {
      edits.push({ offset: gapStart, length: at - gapStart, content: wanted });
    }
    if (token === END) return { edits, keyCount, entryOffsets };

    const isElement = stack.length === 2 && stack[1]?.isList && token !== COMMA && token !== CLOSE_LIST;
    if (isElement && topKey === 'mods') entryOffsets.push(at);
    const end = tokenEnd(text, at, token);
    if (token === OPEN_OBJECT) stack.push({ isList: false, isOneLine: false });
    else if (token === OPEN_LIST) stack.push({ isList: true, isOneLine: isOneLineList(text, at) });
    else if (token === CLOSE_OBJECT || token === CLOSE_LIST) stack.pop();
    else if (token === QUOTE && (previous === OPEN_OBJECT || previous === COMMA) && !stack.at(-1)?.isList) {
      keyCount += 1;
      if (stack.length === 1) topKey = text.slice(at + 1, end - 1);
    }
    if (stack.length > DEEPEST) return { edits: [], keyCount, entryOffsets, tooDeepAt: at };
    previous = token;
    at = end;
    gapStart = end;
  }
}

/** Where the brackets of any text, valid or not, are nested deeper than {@link DEEPEST}. */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const match of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (match[0] === '{' || match[0] === '[') depth += 1;
    else if (match[0] === '}' || match[0] === ']') depth -= 1;
    if (depth > DEEPEST) return match.index;
  }
  return undefined;
}

/** How many keys all objects in a parsed value have: fewer than are written when some are written twice. */
export function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(item), 0);
  const values = Object.values(value);
  let count = values.length;
  for (const item of values) if (typeof item === 'object') count += countKeys(item);
  return count;
}

/** The white space that belongs between two tokens. */
function gap(previous: number, token: number, stack: readonly Container[]): string {
  if (previous === END) return '';
  if (token === END) return '\n';
  if (token === COMMA || token === COLON) return '';
  if (previous === COLON) return ' ';
  const inside = stack.at(-1);
  const closes = token === CLOSE_OBJECT || token === CLOSE_LIST;
  const opened = previous === OPEN_OBJECT || previous === OPEN_LIST;
  if (closes && opened) return '';
  if (inside?.isOneLine) return previous === COMMA ? ' ' : '';
  return lineBreak(closes ? stack.length - 1 : stack.length);
}

const breaks: string[] = [];

function lineBreak(depth: number): string {
  breaks[depth] ??= `\n${'  '.repeat(depth)}`;
  return breaks[depth];
}

/** Whether the list that opens here stands on one line, is short, and holds plain values alone. */
function isOneLineList(text: string, open: number): boolean {
  let at = open + 1;
  for (;;) {
    const token = text.charCodeAt(at);
    if (token === CLOSE_LIST) return at - open < ONE_LINE;
    if (token === OPEN_OBJECT || token === OPEN_LIST || token === 0x0a || token === 0x0d) return false;
    at = token === QUOTE ? stringEnd(text, at) : at + 1;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

function tokenEnd(text: string, at: number, token: number): number {
  if (token === QUOTE) return stringEnd(text, at);
  if (isPunctuation(token)) return at + 1;
  let end = at + 1;
  while (end < text.length && isBare(text.charCodeAt(end))) end += 1;
  return end;
}

/** The offset behind the closing quote: the first one that no odd number of backslashes precedes. */
function stringEnd(text: string, open: number): number {
  let quote = open;
  for (;;) {
    quote = text.indexOf('"', quote + 1);
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
}

function isPunctuation(code: number): boolean {
  return (
    code === COMMA ||
    code === COLON ||
    code === OPEN_LIST ||
    code === CLOSE_LIST ||
    code === OPEN_OBJECT ||
    code === CLOSE_OBJECT
  );
}

/** Whether a character goes on a number or a word. */
function isBare(code: number): boolean {
  return code > 0x20 && !isPunctuation(code);
}
