import type { Dialog } from '@cmd-mods/harness';
import type { Draft } from '../elements/field-state.ts';
import { fieldWith, type TextField } from './text-field.ts';

/** What a person did to the question on the screen so far. */
export interface DialogDraft {
  /** Which question it is about; drafts of another one do not count. */
  readonly dialog: Dialog;
  /** The option that is marked: of a confirm 0 is yes and 1 no. */
  readonly index: number;
  readonly field: TextField;
}

/** Everything that the keyboard did and no mod knows of. Plain data: a key makes a new one. */
export interface InputState {
  /** The id of the target that has the focus in the focused pane. One that is not there any more means the first. */
  readonly target: string | undefined;
  /** What was typed and picked, by the id of the target. */
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly answer: DialogDraft | undefined;
}

/** Nothing was pressed yet. */
export const NO_INPUT: InputState = { target: undefined, drafts: new Map(), answer: undefined };

/** The draft of a question; a confirm begins at "no", so that Enter by accident approves nothing. */
export function draftOf(input: InputState, dialog: Dialog): DialogDraft {
  if (input.answer?.dialog === dialog) return input.answer;
  return { dialog, index: dialog.kind === 'confirm' ? 1 : 0, field: fieldWith('') };
}
