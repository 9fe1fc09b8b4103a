import type { Dialog } from '@cmd-mods/harness';
import type { ButtonTarget, InputTarget, SelectTarget } from '../elements/node.ts';
import type { InputState } from './input-state.ts';

/** What a key or a click does beyond the keyboard's own state. `perform` does it. */
export type Action =
  | { readonly kind: 'press'; readonly target: ButtonTarget }
  | { readonly kind: 'submit'; readonly target: InputTarget; readonly value: string }
  | { readonly kind: 'pick'; readonly target: SelectTarget; readonly value: string }
  /** Gives the keyboard to a pane, or with `undefined` back to the prompt. */
  | { readonly kind: 'focus'; readonly pane: string | undefined }
  | { readonly kind: 'close'; readonly pane: string }
  /** The answer to the question on the screen; `undefined` is its default. */
  | { readonly kind: 'answer'; readonly dialog: Dialog; readonly value: boolean | string | undefined };

/** What became of a key. */
export interface Handled {
  /** The same object when nothing changed. */
  readonly input: InputState;
  readonly actions: readonly Action[];
  /** False: the key is for the prompt, or for the host's and the mods' shortcuts. */
  readonly isHandled: boolean;
}

/** The key was taken. */
export function acted(input: InputState, ...actions: readonly Action[]): Handled {
  return { input, actions, isHandled: true };
}

/** The key is for somebody else. */
export function passed(input: InputState): Handled {
  return { input, actions: [], isHandled: false };
}
