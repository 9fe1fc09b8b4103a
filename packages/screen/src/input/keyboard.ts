import type { Surface } from '@cmd-mods/harness';
import type { Screen } from '../screen.ts';
import { handleClick, handleKey } from './handle-key.ts';
import type { Handled } from './handled.ts';
import { type InputState, NO_INPUT } from './input-state.ts';
import type { Key } from './key.ts';
import { perform } from './perform.ts';

/** What became of a key that was given to a keyboard. */
export interface Pressed {
  /** False: the key is for the prompt, or for shortcuts. */
  readonly isHandled: boolean;
  /** Settles with the handlers of mods that the key called. */
  readonly done: Promise<void>;
}

/** Keeps the state of the keyboard between keys: the few lines that every program around a screen would write. */
export class Keyboard {
  readonly #surface: Surface;
  #input: InputState = NO_INPUT;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** What to draw the screen with. */
  get input(): InputState {
    return this.#input;
  }

  /** A key was pressed while this screen was seen. */
  press(screen: Screen, key: Key): Pressed {
    return this.#take(screen, handleKey(this.#input, screen, key));
  }

  /** Somebody clicked on this screen; both count from 0. */
  click(screen: Screen, column: number, line: number): Pressed {
    return this.#take(screen, handleClick(this.#input, screen, column, line));
  }

  #take(screen: Screen, { input, actions, isHandled }: Handled): Pressed {
    const isChanged = input !== this.#input;
    this.#input = screen.dialog === undefined ? forgetful(input, screen) : input;
    if (isChanged && actions.length === 0) this.#surface.repaint();
    return { isHandled, done: perform(this.#surface, actions) };
  }
}

/** Without the drafts of fields that are on the screen no more: they would pile up. */
function forgetful(input: InputState, { targets }: Screen): InputState {
  const ids = new Set(targets.map(({ id }) => id));
  if ([...input.drafts.keys()].every((id) => ids.has(id))) return input;
  return { ...input, drafts: new Map([...input.drafts].filter(([id]) => ids.has(id))) };
}
