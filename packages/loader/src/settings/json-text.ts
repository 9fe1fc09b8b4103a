import { createScanner, type Node } from 'jsonc-parser';

/** What stands between the last item of a container and its closing bracket. */
export interface Tail {
  /** Where a comma ends, if there is one. */
  readonly comma: number | undefined;
  /** Where the last comma or comment ends; the start when there is none. */
  readonly end: number;
}

/** The scanner's numbers, which come as a const enum that cannot be imported. */
const COMMA = 5;
const LINE_BREAK = 14;
const BLANK = 15;

/** Looks at commas and comments from `start` to `close`. */
export function scanTail(text: string, start: number, close: number): Tail {
  const scanner = createScanner(text.slice(0, close));
  scanner.setPosition(start);
  let comma: number | undefined;
  let end = start;
  for (let token: number = scanner.scan(); scanner.getTokenLength() > 0; token = scanner.scan()) {
    if (token === LINE_BREAK || token === BLANK) continue;
    end = scanner.getTokenOffset() + scanner.getTokenLength();
    if (token === COMMA) comma ??= end;
  }
  return { comma, end };
}

/** Where a node ends. */
export function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Where the line of an offset begins. */
export function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The file's own step of indentation and its line ends; two spaces and `\n` for a new one. */
export function formattingOf(text: string): { readonly unit: string; readonly eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return { unit: indent.includes('\t') ? '\t' : indent, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
