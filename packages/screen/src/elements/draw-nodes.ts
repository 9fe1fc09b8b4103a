import { beside, framed, insideOf, rule } from '../text/layout.ts';
import { blank, cut, EMPTY_LINE, join, type Line, lineOf } from '../text/line.ts';
import { readLine, readLines } from '../text/read-text.ts';
import { PLAIN } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';
import { drawInput, drawSelect } from './draw-fields.ts';
import { drawMarkdown } from './draw-markdown.ts';
import type { FieldState } from './field-state.ts';
import { BOLD, DIM, FOCUSED, WARNING } from './look.ts';
import type { ButtonTarget, Mod, Node } from './node.ts';

/** What a drawing looks like at a moment. */
export interface DrawingState {
  readonly mod: Mod;
  readonly fields: FieldState;
}

type Draw<TType extends Node['type']> = (
  node: Extract<Node, { type: TType }>,
  width: number,
  state: DrawingState,
) => readonly Line[];

/** The least columns that something which fills its place is given beside others. */
const MIN_FILLED = 12;

/** Draws nodes below one another. No line is wider than `width`, which is at least 1. */
export function drawNodes(nodes: readonly Node[], width: number, state: DrawingState): readonly Line[] {
  return nodes.flatMap((node) => drawNode(node, width, state));
}

function drawNode(node: Node, width: number, state: DrawingState): readonly Line[] {
  const draw = DRAWINGS[node.type] as Draw<Node['type']>;
  return draw(node, width, state).map((line) => cut(line, width));
}

const DRAWINGS: { readonly [TType in Node['type']]: Draw<TType> } = {
  line: ({ text }) => readLines(text),
  text: ({ text, style }, width) => readLines(text, style).flatMap((line) => wrap(line, width)),
  row: ({ children, gap }, width, state) => drawRow(children, gap, width, state),
  box: (node, width, state) => drawBox(node, width, state),
  button: ({ target }, _width, { fields }) => [buttonLine(target, fields.focused === target.id)],
  progress: (node, width) => [drawProgress(node, width)],
  divider: ({ label }, width) => [rule(readLine(label ?? '', DIM), width, DIM)],
  input: ({ target, placeholder }, width, { fields }) => [drawInput(target, placeholder, width, fields)],
  select: ({ target }, width, { fields }) => drawSelect(target, width, fields),
  markdown: ({ tokens }, width) => drawMarkdown(tokens, width),
  warning: ({ message }, _width, { mod }) => [warningLine(mod, message)],
};

/** The one line that stands where a drawing failed. */
function warningLine(mod: Mod, message: string): Line {
  return readLine(`⚠ [${mod.name}] ${message}`, WARNING);
}

function buttonLine({ id, label, hotkey }: ButtonTarget, isFocused: boolean): Line {
  const text = readLine(`${hotkey === undefined ? '' : `${hotkey}: `}${label}`, isFocused ? FOCUSED : PLAIN);
  const style = isFocused ? FOCUSED : DIM;
  const line = join(lineOf('[ ', style), text, lineOf(' ]', style));
  return { ...line, spans: line.spans.map((span) => ({ ...span, hit: { target: id } })) };
}

/**
 * Nodes beside one another. Those that fill their place share what the others leave; what does not fit any more goes on below.
 */
function drawRow(
  children: readonly Node[],
  gap: number,
  width: number,
  state: DrawingState,
): readonly Line[] {
  const bands: { node: Node; lines: readonly Line[] | undefined; width: number }[][] = [];
  let left = 0;
  for (const node of children) {
    const lines = isFilling(node) ? undefined : drawNode(node, width, state);
    const columns = lines === undefined ? Math.min(MIN_FILLED, width) : widest(lines);
    const band = bands.at(-1);
    if (band === undefined || columns + gap > left) {
      bands.push([{ node, lines, width: columns }]);
      left = width - columns;
    } else {
      band.push({ node, lines, width: columns });
      left -= columns + gap;
    }
  }
  return bands.flatMap((band) => {
    const used = band.reduce((sum, { width: columns }) => sum + columns, gap * (band.length - 1));
    const filling = band.filter(({ lines }) => lines === undefined).length;
    const share = filling === 0 ? 0 : Math.floor((width - used) / filling);
    let rest = filling === 0 ? 0 : (width - used) % filling;
    const columns = band.map(({ node, lines, width: least }) => {
      if (lines !== undefined) return { lines, width: least };
      const own = least + share + (rest > 0 ? 1 : 0);
      rest -= 1;
      return { lines: drawNode(node, own, state), width: own };
    });
    return beside(columns, gap);
  });
}

/** Whether a node takes all the columns it is given. */
function isFilling(node: Node): boolean {
  if (node.type === 'progress') return node.width === undefined;
  return ['box', 'divider', 'input', 'markdown'].includes(node.type);
}

function widest(lines: readonly Line[]): number {
  return lines.reduce((most, line) => Math.max(most, line.width), 0);
}

function drawBox(
  { children, title, border, padding }: Extract<Node, { type: 'box' }>,
  width: number,
  state: DrawingState,
): readonly Line[] {
  const heading = readLine(title ?? '', BOLD);
  const fitting = Math.min(padding, Math.floor((width - 1) / 2));
  if (border && width >= 4) {
    const frame = { width, padding: Math.min(padding, Math.floor((width - 3) / 2)) };
    const lines = drawNodes(children, insideOf(frame), state);
    return framed(lines, { ...frame, style: DIM, title: heading, footer: EMPTY_LINE });
  }
  const lines = drawNodes(children, width - 2 * fitting, state);
  const padded = fitting === 0 ? lines : lines.map((line) => join(blank(fitting), line));
  return heading.width === 0 ? padded : [heading, ...padded];
}

function drawProgress(
  { value, width: wanted, label }: Extract<Node, { type: 'progress' }>,
  width: number,
): Line {
  const percent = ` ${Math.round(value * 100)}%`.padStart(5);
  const heading =
    label === undefined ? EMPTY_LINE : cut(readLine(label), Math.max(0, width - percent.length - 5));
  const before = heading.width === 0 ? EMPTY_LINE : join(heading, blank(1));
  const room = Math.max(0, width - before.width - percent.length);
  const columns = Math.min(room, Math.floor(wanted ?? room));
  const done = Math.round(value * columns);
  return join(before, lineOf('█'.repeat(done)), lineOf('░'.repeat(columns - done), DIM), lineOf(percent));
}
