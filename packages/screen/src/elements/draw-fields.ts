import { fieldWith, type TextField } from '../input/text-field.ts';
import { clustersOf, widthOf } from '../text/clusters.ts';
import { cut, join, type Line, lineOf, pad } from '../text/line.ts';
import { readLine } from '../text/read-text.ts';
import { PLAIN, type Style } from '../text/style.ts';
import type { Draft, FieldState } from './field-state.ts';
import { ACCENT, DIM, FOCUSED } from './look.ts';
import type { InputTarget, SelectTarget } from './node.ts';

const UNDERLINED: Style = { underline: true };

/** What stands in an input at a moment: what a person typed, or else what the mod says. */
export function fieldOf(target: InputTarget, drafts: ReadonlyMap<string, Draft>): TextField {
  const draft = drafts.get(target.id);
  return draft?.kind === 'text' ? draft.field : fieldWith(target.value);
}

/** What is chosen in a select at a moment. */
export function pickOf(target: SelectTarget, drafts: ReadonlyMap<string, Draft>): string | undefined {
  const draft = drafts.get(target.id);
  return draft?.kind === 'pick' && draft.over === target.value ? draft.value : target.value;
}

/** An input over all its columns: a mark, then the text, underlined. */
export function drawInput(target: InputTarget, placeholder: string, width: number, state: FieldState): Line {
  const isFocused = state.focused === target.id;
  const field = fieldOf(target, state.drafts);
  const room = Math.max(1, width - 2);
  const typed =
    field.text === '' && !isFocused
      ? cut(readLine(placeholder, DIM), room)
      : field.text === ''
        ? join(lineOf(' ', FOCUSED), cut(readLine(placeholder, DIM), room - 1))
        : fieldLine(field, room, isFocused ? FOCUSED : UNDERLINED, UNDERLINED);
  const line = join(lineOf('› ', isFocused ? ACCENT : DIM), pad(typed, room));
  return { ...line, spans: line.spans.map((span) => ({ ...span, hit: { target: target.id } })) };
}

/** The part of a field around its cursor that fits, at most `room` wide. */
export function fieldLine(field: TextField, room: number, cursorStyle: Style, style: Style = PLAIN): Line {
  const before = field.text.slice(0, field.cursor);
  const [at] = clustersOf(field.text.slice(field.cursor));
  const cursor = at?.text ?? ' ';
  const left = lastColumns(before, Math.max(0, room - widthOf(cursor)));
  const shown = join(lineOf(left, style), lineOf(cursor, cursorStyle));
  return cut(join(shown, lineOf(field.text.slice(field.cursor + (at?.text.length ?? 0)), style)), room);
}

function lastColumns(text: string, width: number): string {
  let over = widthOf(text) - width;
  if (over <= 0) return text;
  for (const cluster of clustersOf(text)) {
    if (over <= 0) return text.slice(cluster.index);
    over -= cluster.width;
  }
  return '';
}

/** The options of a select one behind the other, in as many lines as they need. */
export function drawSelect(target: SelectTarget, width: number, state: FieldState): readonly Line[] {
  const picked = pickOf(target, state.drafts);
  const lines: Line[] = [];
  for (const [index, option] of target.options.entries()) {
    const isPicked = option === picked;
    const style = isPicked ? (state.focused === target.id ? FOCUSED : ACCENT) : PLAIN;
    const drawn = cut(join(lineOf(isPicked ? '● ' : '○ ', style), readLine(option, style)), width);
    const item = {
      ...drawn,
      spans: drawn.spans.map((span) => ({ ...span, hit: { target: target.id, choice: index } })),
    };
    const last = lines.at(-1);
    if (last !== undefined && last.width + 2 + item.width <= width) {
      lines[lines.length - 1] = join(last, lineOf('  '), item);
    } else {
      lines.push(item);
    }
  }
  // Nothing is chosen yet, so the focus stands at the first option.
  if (state.focused === target.id && !target.options.includes(picked ?? '')) return markFirst(lines);
  return lines;
}

function markFirst(lines: readonly Line[]): readonly Line[] {
  const [first, ...rest] = lines;
  if (first === undefined) return lines;
  const [mark, ...spans] = first.spans;
  return mark === undefined ? lines : [{ ...first, spans: [{ ...mark, style: FOCUSED }, ...spans] }, ...rest];
}
