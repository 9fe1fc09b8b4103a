import type { Dialog } from '@cmd-mods/harness';
import { fieldOf, pickOf } from '../elements/draw-fields.ts';
import type { Draft } from '../elements/field-state.ts';
import type { SelectTarget, Target } from '../elements/node.ts';
import type { Screen } from '../screen.ts';
import { handleDialogKey } from './handle-dialog-key.ts';
import { acted, type Handled, passed } from './handled.ts';
import type { InputState } from './input-state.ts';
import type { Key } from './key.ts';
import { editField } from './text-field.ts';

/**
 * Says what a key means on a screen. The screen must be the one that the person sees. While the prompt has the keyboard, only
 * Alt+Up, Alt+0 and the hotkeys of buttons are taken; a pane takes all but chords with Ctrl and foreign ones with Alt; a
 * question takes all but chords with Ctrl.
 *
 * Source: mods page, "Panes" and "Focus".
 */
export function handleKey(input: InputState, screen: Screen, key: Key): Handled {
  if (screen.dialog !== undefined) return handleDialogKey(input, screen.dialog, key);
  if (key.alt && !key.ctrl) {
    const chord = handleChord(input, screen, key);
    if (chord !== undefined) return chord;
  }
  const { pane, target } = screen.focus;
  if (pane === undefined) return passed(input);
  if (key.name === 'escape') return acted(input, { kind: 'focus', pane: undefined });
  if (key.name === 'tab' && !key.ctrl && !key.alt)
    return acted(movedFocus(input, screen, key.shift ? -1 : 1));
  const own = target === undefined ? undefined : handleTargetKey(input, target, key);
  if (own !== undefined) return own;
  return key.ctrl || key.alt ? passed(input) : acted(input);
}

/** Says what a click means; `column` and `line` count from 0. A click on a button, a field or an option takes the focus there. */
export function handleClick(input: InputState, screen: Screen, column: number, line: number): Handled {
  const area = screen.areas.find(
    (known) => known.line === line && column >= known.column && column < known.column + known.width,
  );
  if (area === undefined) return passed(input);
  if (screen.dialog !== undefined) {
    const { dialog } = screen;
    return acted(
      { ...input, answer: undefined },
      { kind: 'answer', dialog, value: chosen(dialog, area.choice) },
    );
  }
  const target = screen.targets.find(({ id }) => id === area.target);
  if (target === undefined) return passed(input);
  if (target.kind === 'button') return acted(input, { kind: 'press', target });
  const focused = { ...input, target: target.id };
  const focus = { kind: 'focus', pane: target.pane } as const;
  const value = target.kind === 'select' ? target.options[area.choice ?? -1] : undefined;
  if (target.kind === 'input' || value === undefined) return acted(focused, focus);
  const picked = withDraft(focused, target.id, pickDraft(target, value));
  return acted(picked, focus, { kind: 'pick', target, value });
}

function chosen(dialog: Dialog, index: number | undefined): boolean | string | undefined {
  return dialog.kind === 'select' ? dialog.options[index ?? -1]?.label : index === 0;
}

/** Chords that work whoever has the keyboard. */
function handleChord(input: InputState, screen: Screen, key: Key): Handled | undefined {
  const newest = screen.panes.at(-1);
  if (key.name === 'up' && newest !== undefined) {
    // Once more goes on to the next older pane, and from the oldest to the newest.
    const at = screen.panes.indexOf(screen.focus.pane ?? '');
    const pane = at > 0 ? screen.panes[at - 1] : newest;
    return acted({ ...input, target: undefined }, { kind: 'focus', pane });
  }
  if (key.name === '0' && newest !== undefined) return acted(input, { kind: 'close', pane: newest });
  const target = screen.hotkeys.get(key.name);
  return target === undefined ? undefined : acted(input, { kind: 'press', target });
}

function movedFocus(input: InputState, screen: Screen, step: number): InputState {
  const own = screen.targets.filter(({ pane }) => pane !== undefined && pane === screen.focus.pane);
  const at = own.findIndex(({ id }) => id === screen.focus.target?.id);
  const next = own[(at + step + own.length) % Math.max(1, own.length)];
  return next === undefined ? input : { ...input, target: next.id };
}

function handleTargetKey(input: InputState, target: Target, key: Key): Handled | undefined {
  const isEnter = key.name === 'enter' && !key.ctrl && !key.alt;
  switch (target.kind) {
    case 'button':
      return isEnter ? acted(input, { kind: 'press', target }) : undefined;
    case 'input': {
      const field = fieldOf(target, input.drafts);
      if (isEnter) {
        const drafts = new Map(input.drafts);
        drafts.delete(target.id);
        return acted({ ...input, drafts }, { kind: 'submit', target, value: field.text });
      }
      const edited = editField(field, key);
      return edited === undefined
        ? undefined
        : acted(withDraft(input, target.id, { kind: 'text', field: edited }));
    }
    case 'select':
      return handleSelectKey(input, target, key, isEnter);
  }
}

const STEPS: Readonly<Record<string, number>> = { up: -1, left: -1, down: 1, right: 1 };

/** An arrow picks the next option at once; Enter picks the present one, the first if there is none. */
function handleSelectKey(
  input: InputState,
  target: SelectTarget,
  key: Key,
  isEnter: boolean,
): Handled | undefined {
  const step = key.ctrl || key.alt ? undefined : STEPS[key.name];
  if (step === undefined && !isEnter) return undefined;
  const last = target.options.length - 1;
  const at = target.options.indexOf(pickOf(target, input.drafts) ?? '');
  const index = Math.min(last, Math.max(0, at + (step ?? 0)));
  const value = target.options[index];
  if (value === undefined || (index === at && !isEnter)) return acted(input);
  return acted(withDraft(input, target.id, pickDraft(target, value)), { kind: 'pick', target, value });
}

function pickDraft(target: SelectTarget, value: string): Draft {
  return { kind: 'pick', value, over: target.value };
}

function withDraft(input: InputState, id: string, draft: Draft): InputState {
  return { ...input, drafts: new Map(input.drafts).set(id, draft) };
}
