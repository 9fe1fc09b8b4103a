import type { Token, Tokens } from 'marked';
import { rule } from '../text/layout.ts';
import { blank, cut, EMPTY_LINE, join, type Line, lineOf, pad } from '../text/line.ts';
import { readLine, readLines } from '../text/read-text.ts';
import { PLAIN, type Style } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';
import { ACCENT, BOLD, DIM } from './look.ts';

/** Quotes and lists inside one another beyond this stand side by side. */
const MAX_DEPTH = 8;

/**
 * Draws markdown as styled lines: headings, emphasis, code, links, lists, quotes, tables and rules. HTML is shown as it is
 * written. Text in it is foreign text like any other.
 */
export function drawMarkdown(tokens: readonly Token[], width: number): readonly Line[] {
  return blocks(tokens, width, 0);
}

function blocks(tokens: readonly Token[], width: number, depth: number): readonly Line[] {
  const lines: Line[] = [];
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue;
    // In a tight list, text and the list below it belong together.
    const isTight = token.type === 'text' || (token.type === 'list' && depth > 0);
    if (lines.length > 0 && !isTight) lines.push(EMPTY_LINE);
    lines.push(...block(token, width, depth));
  }
  return lines;
}

function block(token: Token, width: number, depth: number): readonly Line[] {
  switch (token.type) {
    case 'heading':
      return paragraph(
        token,
        width,
        (token as Tokens.Heading).depth === 1 ? { ...BOLD, underline: true } : BOLD,
      );
    case 'code':
      return readLines((token as Tokens.Code).text, ACCENT).map((line) =>
        cut(join(blank(Math.min(2, width - 1)), line), width),
      );
    case 'blockquote':
      return behind(lineOf('│ ', DIM), lineOf('│ ', DIM), (token as Tokens.Blockquote).tokens, width, depth);
    case 'list':
      return list(token as Tokens.List, width, depth);
    case 'hr':
      return [rule(EMPTY_LINE, width, DIM)];
    case 'table':
      return table(token as Tokens.Table, width);
    default:
      return paragraph(token, width, PLAIN);
  }
}

/** Blocks with a mark before the first line and others before the rest, as long as there is room. */
function behind(
  first: Line,
  rest: Line,
  tokens: readonly Token[],
  width: number,
  depth: number,
): readonly Line[] {
  const room = width - first.width;
  if (room < 4 || depth >= MAX_DEPTH) return blocks(tokens, width, depth);
  const lines = blocks(tokens, room, depth + 1);
  return (lines.length === 0 ? [EMPTY_LINE] : lines).map((line, index) =>
    join(index === 0 ? first : rest, line),
  );
}

function list({ ordered, start, items }: Tokens.List, width: number, depth: number): readonly Line[] {
  return items.flatMap((item, index) => {
    const bullet = ordered
      ? `${Number(start || 1) + index}. `
      : item.task
        ? item.checked
          ? '☑ '
          : '☐ '
        : '• ';
    const tokens = item.tokens.filter((token) => token.type !== 'checkbox');
    return behind(lineOf(bullet, DIM), blank(bullet.length), tokens, width, depth);
  });
}

function table({ header, rows }: Tokens.Table, width: number): readonly Line[] {
  const cells = [header, ...rows].map((row, index) =>
    row.map((cell) => inline(cell.tokens, index === 0 ? BOLD : PLAIN)[0] ?? EMPTY_LINE),
  );
  const most = Math.max(1, Math.floor((width - 2 * (header.length - 1)) / Math.max(1, header.length)));
  const widths = header.map((_, column) =>
    Math.min(most, Math.max(1, ...cells.map((row) => row[column]?.width ?? 0))),
  );
  const lines = cells.map((row) =>
    cut(
      join(
        ...row.flatMap((cell, column) => [
          pad(cut(cell, widths[column] ?? 1), widths[column] ?? 1),
          blank(2),
        ]),
      ),
      width,
    ),
  );
  const total = Math.min(
    width,
    widths.reduce((sum, columns) => sum + columns + 2, -2),
  );
  return [...lines.slice(0, 1), rule(EMPTY_LINE, total, DIM), ...lines.slice(1)];
}

function paragraph(token: Token, width: number, style: Style): readonly Line[] {
  const tokens = 'tokens' in token ? token.tokens : undefined;
  return (tokens === undefined ? readLines(textOf(token), style) : inline(tokens, style)).flatMap((line) =>
    wrap(line, width),
  );
}

/** Text inside a paragraph; only hard breaks make lines. */
function inline(tokens: readonly Token[], style: Style): readonly Line[] {
  const lines: Line[] = [EMPTY_LINE];
  const append = (line: Line) => {
    lines[lines.length - 1] = join(lines.at(-1) ?? EMPTY_LINE, line);
  };
  for (const token of tokens) {
    if (token.type === 'br') {
      lines.push(EMPTY_LINE);
      continue;
    }
    const inner = styleOf(token, style);
    const nested = 'tokens' in token && token.type !== 'codespan' ? token.tokens : undefined;
    if (nested === undefined) {
      append(spaced(textOf(token), inner));
    } else {
      const [first, ...others] = inline(nested, inner);
      append(first ?? EMPTY_LINE);
      lines.push(...others);
    }
  }
  return lines;
}

/** A line break in the source is a space, and spaces at the ends count. */
function spaced(text: string, style: Style): Line {
  return readLines(text.replace(/\s*\n\s*/g, ' '), style)[0] ?? EMPTY_LINE;
}

function styleOf(token: Token, style: Style): Style {
  switch (token.type) {
    case 'strong':
      return { ...style, bold: true };
    case 'em':
      return { ...style, italic: true };
    case 'del':
      return { ...style, strikethrough: true };
    case 'codespan':
      return { ...style, ...ACCENT };
    case 'link': {
      const link = addressOf((token as Tokens.Link).href);
      return { ...style, underline: true, ...(link === undefined ? {} : { link }) };
    }
    default:
      return style;
  }
}

/** Reads an address as any foreign link is read, so that one rule says which ones are good. */
function addressOf(href: string): string | undefined {
  return readLine(`\u001b]8;;${href}\u001b\\x`).spans[0]?.style.link;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The text of a token without tokens in it. Entities stay as written in code. */
function textOf(token: Token): string {
  const text = 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
  if (token.type === 'image') return `🖼 ${text}`;
  if (token.type !== 'text') return text;
  return text.replace(
    /&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g,
    (whole, name: string) => {
      const code = name.startsWith('#')
        ? Number(name.replace(/^#[xX]?/, (mark) => (mark.length > 1 ? '0x' : '')))
        : 0;
      if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
