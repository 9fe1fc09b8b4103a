import { clustersOf, isSimple, widthOf } from './clusters.ts';
import { codesOf, isSameStyle, PLAIN, type Style } from './style.ts';

/** Text of one style. It has neither escapes nor control characters in it. */
export interface Span {
  readonly text: string;
  /** In columns. */
  readonly width: number;
  readonly style: Style;
  /** What a click on it does; drawing and cutting keep it. */
  readonly hit?: Hit;
}

/** What a click on a span does. */
export interface Hit {
  /** The id of a target. */
  readonly target: string;
  /** Which option was clicked, from 0: of a select, or of the question on the screen. */
  readonly choice?: number;
}

/** One line of a screen. */
export interface Line {
  readonly spans: readonly Span[];
  /** In columns; the sum of the spans. */
  readonly width: number;
}

/** A line without anything in it. */
export const EMPTY_LINE: Line = { spans: [], width: 0 };

/** Where text goes on behind the edge. */
const ELLIPSIS = '…';

/** A line of one style. The text must be free of escapes and control characters: our own words, or text that was read. */
export function lineOf(text: string, style: Style = PLAIN, hit?: Hit): Line {
  if (text === '') return EMPTY_LINE;
  const width = widthOf(text);
  return { spans: [hit === undefined ? { text, width, style } : { text, width, style, hit }], width };
}

/** Lines one behind the other, as one line. */
export function join(...lines: readonly Line[]): Line {
  const spans: Span[] = [];
  let width = 0;
  for (const line of lines) {
    width += line.width;
    for (const span of line.spans) spans.push(span);
  }
  return { spans, width };
}

/** Spaces. */
export function blank(width: number): Line {
  return width <= 0 ? EMPTY_LINE : { spans: [{ text: ' '.repeat(width), width, style: PLAIN }], width };
}

/** A line with spaces behind it up to a width. A wider line stays as it is. */
export function pad(line: Line, width: number): Line {
  return line.width >= width ? line : join(line, blank(width - line.width));
}

/** A line that is at most `width` wide; an ellipsis stands in the last column of what was cut. */
export function cut(line: Line, width: number): Line {
  if (line.width <= width) return line;
  if (width <= 0) return EMPTY_LINE;
  const kept = takeColumns(line, width - 1);
  return join(kept, lineOf(ELLIPSIS, line.spans[kept.spans.length]?.style ?? PLAIN));
}

/** The first columns of a line. A wide character that does not fit is left out, so it may be one column short. */
function takeColumns(line: Line, width: number): Line {
  const spans: Span[] = [];
  let left = width;
  for (const span of line.spans) {
    if (span.width <= left) {
      spans.push(span);
      left -= span.width;
      continue;
    }
    const text = prefixOf(span.text, left);
    if (text !== '') {
      const taken = widthOf(text);
      spans.push({ ...span, text, width: taken });
      left -= taken;
    }
    break;
  }
  return { spans, width: width - left };
}

function prefixOf(text: string, width: number): string {
  if (isSimple(text)) return text.slice(0, width);
  let end = 0;
  let left = width;
  for (const cluster of clustersOf(text)) {
    if (cluster.width > left) break;
    left -= cluster.width;
    end = cluster.index + cluster.text.length;
  }
  return text.slice(0, end);
}

/** The text of a line without styles. */
export function plainText(line: Line): string {
  let text = '';
  for (const span of line.spans) text += span.text;
  return text;
}

/** The text of a line with the escapes of its styles. It begins and ends without a style. */
export function ansiText(line: Line): string {
  let text = '';
  let style = PLAIN;
  for (const span of line.spans) {
    if (!isSameStyle(style, span.style)) text += codesOf(style).close + codesOf(span.style).open;
    style = span.style;
    text += span.text;
  }
  return text + codesOf(style).close;
}
