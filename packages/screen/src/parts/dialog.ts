import type { Dialog } from '@cmd-mods/harness';
import { fieldLine } from '../elements/draw-fields.ts';
import { ACCENT, BOLD, DIM, FOCUSED, LIT } from '../elements/look.ts';
import type { DialogDraft } from '../input/input-state.ts';
import { framed, insideOf } from '../text/layout.ts';
import { cut, EMPTY_LINE, join, type Line, lineOf } from '../text/line.ts';
import { readLine, readLines } from '../text/read-text.ts';
import { PLAIN } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';

/** The id of the target that the options of a dialog are; their choice is the index. */
const DIALOG_TARGET = 'dialog';

/**
 * Draws a question. Its frame says which mod asks, so that none can pass for the host.
 * @param rows - How many rows there are for it.
 */
export function drawDialog(dialog: Dialog, draft: DialogDraft, width: number, rows: number): readonly Line[] {
  const frame = {
    width,
    padding: 1,
    style: LIT,
    title: readLine(`${dialog.mod.name} asks`, LIT),
    footer: lineOf(HINTS[dialog.kind], DIM),
  };
  const inside = insideOf(frame);
  const heading = readLines(asText(dialog.title), BOLD).flatMap((line) => wrap(line, inside));
  const room = Math.max(1, rows - 2 - heading.length);
  return framed([...heading, ...bodyOf(dialog, draft, inside, room)], frame);
}

const HINTS = {
  confirm: '←→ choose · Enter answer · Esc no',
  select: '↑↓ choose · Enter answer · Esc none',
  input: 'Enter answer · Esc none',
} as const;

function bodyOf(dialog: Dialog, draft: DialogDraft, width: number, rows: number): readonly Line[] {
  switch (dialog.kind) {
    case 'confirm': {
      const message = readLines(asText(dialog.message)).flatMap((line) => wrap(line, width));
      const shown = asText(dialog.message) === '' ? [] : message.slice(0, Math.max(0, rows - 1));
      const buttons = ['Yes', 'No'].map((label, index) =>
        option('', `[ ${label} ]`, index, index === draft.index),
      );
      return [...shown, cut(join(buttons[0] ?? EMPTY_LINE, lineOf('  '), buttons[1] ?? EMPTY_LINE), width)];
    }
    case 'select': {
      const start = Math.max(0, Math.min(draft.index - Math.floor(rows / 2), dialog.options.length - rows));
      return dialog.options.slice(start, start + rows).map(({ label, description }, offset) => {
        const isMarked = start + offset === draft.index;
        const line = option(isMarked ? '❯ ' : '  ', asText(label), start + offset, isMarked);
        const detail = asText(description);
        return cut(detail === '' ? line : join(line, lineOf('  '), readLine(detail, DIM)), width);
      });
    }
    case 'input': {
      const room = Math.max(1, width - 2);
      const hint = draft.field.text === '' ? readLine(asText(dialog.placeholder), DIM) : EMPTY_LINE;
      return [cut(join(lineOf('› ', ACCENT), fieldLine(draft.field, room, FOCUSED), hint), width)];
    }
  }
}

function option(mark: string, text: string, index: number, isMarked: boolean): Line {
  const line = join(lineOf(mark, ACCENT), readLine(text, isMarked ? FOCUSED : PLAIN));
  const hit = { target: DIALOG_TARGET, choice: index };
  return { ...line, spans: line.spans.map((span) => ({ ...span, hit })) };
}

/** Questions come from mods, which may be plain JavaScript. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
