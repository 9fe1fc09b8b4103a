import type { Dialog } from '@cmd-mods/harness';
import { acted, type Handled, passed } from './handled.ts';
import { type DialogDraft, draftOf, type InputState } from './input-state.ts';
import type { Key } from './key.ts';
import { editField } from './text-field.ts';

/**
 * Says what a key means to the question on the screen. Enter answers, Escape answers with the default; everything else
 * changes the draft or does nothing. Chords with Ctrl pass, so that interrupting still works.
 */
export function handleDialogKey(input: InputState, dialog: Dialog, key: Key): Handled {
  const draft = draftOf(input, dialog);
  const edited = dialog.kind === 'input' ? editField(draft.field, key) : undefined;
  if (edited !== undefined) return changed(input, { ...draft, field: edited });
  if (key.ctrl) return passed(input);
  if (key.name === 'escape') return answered(input, dialog, undefined);
  if (key.name === 'enter') return answered(input, dialog, answerOf(dialog, draft));
  switch (dialog.kind) {
    case 'confirm':
      if (key.text === 'y' || key.text === 'n') return answered(input, dialog, key.text === 'y');
      if (['left', 'up'].includes(key.name)) return changed(input, { ...draft, index: 0 });
      if (['right', 'down'].includes(key.name)) return changed(input, { ...draft, index: 1 });
      if (key.name === 'tab') return changed(input, { ...draft, index: 1 - draft.index });
      break;
    case 'select': {
      const step = { up: -1, down: 1, tab: key.shift ? -1 : 1 }[key.name];
      if (step === undefined) break;
      const count = dialog.options.length;
      return changed(input, { ...draft, index: (draft.index + step + count) % count });
    }
    case 'input':
      break;
  }
  return acted(input);
}

function answerOf(dialog: Dialog, draft: DialogDraft): boolean | string | undefined {
  switch (dialog.kind) {
    case 'confirm':
      return draft.index === 0;
    case 'select':
      return dialog.options[draft.index]?.label;
    case 'input':
      return draft.field.text;
  }
}

function changed(input: InputState, answer: DialogDraft): Handled {
  return acted({ ...input, answer });
}

function answered(input: InputState, dialog: Dialog, value: boolean | string | undefined): Handled {
  return {
    input: { ...input, answer: undefined },
    actions: [{ kind: 'answer', dialog, value }],
    isHandled: true,
  };
}
