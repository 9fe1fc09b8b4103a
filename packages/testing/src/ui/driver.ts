import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Dialog, ModHost } from '@cmd-mods/harness';
import { type CommandResult, ModError } from '@cmd-mods/mod-api';
import {
  editField,
  type FeedItem,
  fieldWith,
  type Key,
  Keyboard,
  keyOf,
  renderScreen,
  type Screen,
  type TextField,
  toPlain,
  typedText,
} from '@cmd-mods/screen';
import { diagnostic } from '../diagnostics.ts';

/** How large a screen is. */
export interface ScreenSize {
  /** In columns; 80 when left out. */
  readonly width?: number;
  /** In rows; as many as are needed when left out. */
  readonly height?: number;
}

/** A person at the screen of a test harness. */
export interface UiDriver {
  /**
   * The text of the screen as it is now: the conversation, toasts, widgets, panes, the prompt and the status row, or a question.
   * Without colours, and without spaces at the ends of lines.
   */
  screen(size?: ScreenSize): string;
  /**
   * Presses keys one after the other: `'alt+r'`, `'tab'`, `'enter'`. A key goes to the question on the screen, the pane that has
   * the keyboard, the hotkeys of buttons, the shortcuts of mods, or the prompt, as it would in a terminal; Enter in the prompt
   * sends it off. Resolves once what the key called has settled, or waits for a person or for the fake clock.
   *
   * Rejects with a TypeError for something that is no key, and with `TEST_COMMAND_UNKNOWN` when a command is sent off that there is
   * not. What handlers of mods throw is a `mod_error`.
   */
  press(...keys: readonly string[]): Promise<void>;
  /** Types a text, character by character, wherever the keyboard is. */
  type(text: string): Promise<void>;
  /**
   * Gives the keyboard to an open pane, by its own id or as `<mod>/<id>`; to the prompt without one.
   * @throws ModError `TEST_PANE_UNKNOWN` when no such pane is open.
   */
  focus(pane?: string): void;
  /** Waits for a question on the screen, with `answers: 'screen'`, and gives its kind and title. */
  question(): Promise<Pick<Dialog, 'kind' | 'title'>>;
}

/** What a driver drives. */
export interface UiParts {
  readonly host: ModHost;
  /** The time that toasts end by. */
  now(): number;
  /** How many timers of the fake clock wait. */
  timers(): number;
  feed(): readonly FeedItem[];
  /** Sends off what stands in the prompt. */
  send(text: string): Promise<unknown>;
  /** Does what a shortcut answered. */
  follow(keys: string, result: CommandResult): Promise<unknown>;
  /** Throws when the harness is gone. */
  checkAlive(): void;
}

/** Makes the driver of a host that draws. */
export function createUiDriver(parts: UiParts): UiDriver {
  const { host } = parts;
  const { surface } = host;
  const keyboard = new Keyboard(surface);
  /** What keys have called and has not settled. */
  const working = new Set<Promise<unknown>>();
  /** What the harness itself refused, for the key that asked for it. */
  const refused: ModError[] = [];
  let prompt: TextField = fieldWith('');
  let size: ScreenSize = {};

  const draw = (): Screen =>
    renderScreen(surface, {
      width: size.width ?? 80,
      ...(size.height === undefined ? {} : { height: size.height }),
      now: parts.now(),
      input: keyboard.input,
      prompt: { text: prompt.text, cursor: prompt.cursor },
      feed: parts.feed(),
    });

  const track = (work: Promise<unknown>) => {
    const settled = work
      .catch((error: unknown) => {
        // What a handler of a mod throws has become a mod_error already.
        if (ModError.isInstance(error)) refused.push(error);
      })
      .finally(() => working.delete(settled));
    working.add(settled);
  };

  const settle = async (timers: number) => {
    await setImmediate();
    while (working.size > 0 && surface.dialogs.size === 0 && parts.timers() <= timers) await setTimeout(1);
    const error = refused.shift();
    if (error !== undefined) throw error;
  };

  const press = async (key: Key, chord: string | undefined) => {
    parts.checkAlive();
    const timers = parts.timers();
    const screen = draw();
    const { isHandled, done } = keyboard.press(screen, key);
    track(done);
    if (!isHandled && screen.dialog === undefined) passOn(key, chord, screen);
    await settle(timers);
  };

  /** A key that neither a pane nor a button took. */
  const passOn = (key: Key, chord: string | undefined, screen: Screen) => {
    const shortcut = chord === undefined ? undefined : host.runShortcut(chord);
    if (chord !== undefined && shortcut !== undefined) {
      track(shortcut.then((result) => parts.follow(chord, result)));
      return;
    }
    if (screen.focus.pane !== undefined) return;
    if (key.name === 'enter' && !key.ctrl && !key.alt) {
      const { text } = prompt;
      prompt = fieldWith('');
      if (text.trim() !== '') track(parts.send(text));
      return;
    }
    prompt = editField(prompt, key) ?? prompt;
  };

  return {
    screen(given = {}) {
      size = { ...size, ...given };
      return toPlain(draw());
    },
    async press(...chords) {
      for (const chord of chords) await press(keyOf(chord), chord);
    },
    async type(text) {
      for (const character of text) await press(typedText(character), undefined);
    },
    focus(pane) {
      parts.checkAlive();
      surface.focusedPane = pane === undefined ? undefined : openPane(host, pane);
      surface.repaint();
    },
    async question() {
      for (;;) {
        parts.checkAlive();
        const [dialog] = surface.dialogs;
        if (dialog !== undefined) return { kind: dialog.kind, title: dialog.title };
        await setTimeout(1);
      }
    },
  };
}

function openPane({ surface }: ModHost, wanted: string): string {
  const open = [...surface.openPanes].filter((id) => surface.panes.has(id));
  const found = open.find((id) => id === wanted) ?? open.find((id) => id.endsWith(`/${wanted}`));
  if (found !== undefined) return found;
  const message = `No pane ${JSON.stringify(wanted)} is open; ${open.length === 0 ? 'none is' : `open are ${open.join(', ')}`}.`;
  throw new ModError(diagnostic('TEST_PANE_UNKNOWN', { message }));
}
