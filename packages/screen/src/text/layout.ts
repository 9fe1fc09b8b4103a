import { blank, cut, EMPTY_LINE, join, type Line, lineOf, pad } from './line.ts';
import type { Style } from './style.ts';

/** Lines that stand beside others, and the columns they have. */
export interface Column {
  readonly lines: readonly Line[];
  readonly width: number;
}

/** Puts columns beside one another, their first lines level. */
export function beside(columns: readonly Column[], gap: number): readonly Line[] {
  const height = Math.max(0, ...columns.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, row) => {
    const parts = columns.flatMap(({ lines, width }, index) => {
      const line = cut(lines[row] ?? EMPTY_LINE, width);
      // Nothing follows the last column, so it needs no spaces.
      return index === columns.length - 1 ? [line] : [pad(line, width), blank(gap)];
    });
    return join(...parts);
  });
}

/** A line of a rule with a label in it: `── label ─────`. */
export function rule(label: Line, width: number, style: Style): Line {
  if (label.width === 0 || width < 8) return lineOf('─'.repeat(Math.max(0, width)), style);
  const shown = cut(label, width - 6);
  const rest = '─'.repeat(width - shown.width - 4);
  return join(lineOf('── ', style), shown, lineOf(` ${rest}`, style));
}

/** A frame around lines. */
export interface Frame {
  readonly width: number;
  readonly style: Style;
  readonly title: Line;
  /** Stands in the lower edge. */
  readonly footer: Line;
  /** Columns left and right inside. */
  readonly padding: number;
}

/** The columns that are left inside a frame. */
export function insideOf({ width, padding }: Pick<Frame, 'width' | 'padding'>): number {
  return Math.max(1, width - 2 - 2 * padding);
}

/** Draws a frame around lines; at less than 4 columns there is no room for one. */
export function framed(lines: readonly Line[], frame: Frame): readonly Line[] {
  const { width, style, title, footer, padding } = frame;
  if (width < 4) return lines.map((line) => cut(line, width));
  const inside = insideOf(frame);
  const space = blank(Math.min(padding, Math.floor((width - 3) / 2)));
  const side = lineOf('│', style);
  const body = lines.map((line) => join(side, space, pad(cut(line, inside), inside), space, side));
  return [
    edge('╭', title, '╮', width, style),
    ...body.map((line) => cut(line, width)),
    edge('╰', footer, '╯', width, style),
  ];
}

function edge(left: string, label: Line, right: string, width: number, style: Style): Line {
  const room = width - 6;
  if (label.width === 0 || room < 2) return lineOf(`${left}${'─'.repeat(width - 2)}${right}`, style);
  const shown = cut(label, room);
  return join(
    lineOf(`${left}─ `, style),
    shown,
    lineOf(` ${'─'.repeat(width - shown.width - 5)}${right}`, style),
  );
}
