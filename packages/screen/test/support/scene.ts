import {
  createEchoModel,
  createHarness,
  createModHost,
  ECHO_MODEL,
  type Harness,
  type ModHost,
  type Surface,
} from '@cmd-mods/harness';
import type { ElementNode, ModApi, ModFactory, ObservableEvent } from '@cmd-mods/mod-api';
import { Keyboard, keyOf, renderScreen, type Screen, type ScreenView, toPlain } from '@cmd-mods/screen';
import { onTestFinished } from 'vitest';

/** A host that draws, with mods in it, and a person at its keyboard. */
export interface Scene {
  readonly host: ModHost;
  readonly surface: Surface;
  readonly harness: Harness;
  readonly keyboard: Keyboard;
  /** What went wrong with mods, as `<mod> <hook>: <message>`. */
  readonly errors: string[];
  readonly events: ObservableEvent[];
  /** How often the surface asked to be drawn again. */
  repaints: number;
  /** The time by the host's clock. */
  now: number;
  screen(view?: Partial<ScreenView>): Screen;
  /** The screen as plain lines. */
  lines(view?: Partial<ScreenView>): readonly string[];
  /** Presses chords one after the other, and waits for what they do. @returns whether each was taken. */
  press(...chords: readonly string[]): Promise<readonly boolean[]>;
  /** Types text, a character a key. */
  type(text: string): Promise<void>;
  /** Clicks on the first place where a text stands. */
  click(text: string, view?: Partial<ScreenView>): Promise<void>;
}

const HERE = '/project';

/** Sets a scene: mods by name, in their order. Its harness is real, and gone after the test. */
export async function setScene(
  mods: Readonly<Record<string, ModFactory>>,
  standing: Partial<ScreenView> = {},
): Promise<Scene> {
  const host = createModHost({
    cwd: HERE,
    screen: {
      now: () => scene.now,
      repaint: () => {
        scene.repaints += 1;
      },
    },
  });
  const { surface } = host;
  const keyboard = new Keyboard(surface);
  const events: ObservableEvent[] = [];
  const errors: string[] = [];
  const screen = (view: Partial<ScreenView> = {}) =>
    renderScreen(surface, { width: 60, now: scene.now, input: keyboard.input, ...standing, ...view });
  const scene: Omit<Scene, 'harness'> = {
    host,
    surface,
    keyboard,
    errors,
    events,
    repaints: 0,
    now: 0,
    screen,
    lines: (view) => toPlain(screen(view)).split('\n'),
    async press(...chords) {
      const taken: boolean[] = [];
      for (const chord of chords) {
        const { isHandled, done } = keyboard.press(screen(), keyOf(chord));
        await done;
        taken.push(isHandled);
      }
      return taken;
    },
    async type(text) {
      for (const character of text)
        await keyboard.press(screen(), keyOf(character === ' ' ? 'space' : character)).done;
    },
    async click(text, view) {
      const shown = screen(view);
      const rows = toPlain(shown).split('\n');
      const line = rows.findIndex((row) => row.includes(text));
      await keyboard.click(shown, rows[line]?.indexOf(text) ?? -1, line).done;
    },
  };
  for (const [name, factory] of Object.entries(mods)) await host.register({ name, factory });
  const harness = await createHarness({
    modelClient: createEchoModel(),
    model: ECHO_MODEL,
    modHost: host,
    onEvent(event) {
      events.push(event);
      if (event.type !== 'mod_error') return;
      const message = event.error instanceof Error ? event.error.message : String(event.error);
      errors.push(`${event.modId.replace(/^mod:/, '')} ${event.hook}: ${message}`);
    },
  });
  onTestFinished(() => harness.dispose());
  return Object.assign(scene, { harness });
}

/** A mod with one widget above the prompt. */
export function widget(...nodes: readonly unknown[]): ModFactory {
  return (cmd) =>
    void cmd.ui.widget({ placement: 'above-editor', render: () => nodes as readonly ElementNode[] });
}

/** A mod with one open pane. */
export function pane(
  title: string,
  draw: (cmd: ModApi) => readonly unknown[],
  options: { readonly focus?: boolean } = {},
): ModFactory {
  return (cmd) => {
    cmd.ui.pane({ id: 'main', title, render: () => draw(cmd) as readonly ElementNode[] });
    cmd.ui.openPane('main', options);
  };
}

/** Lets everything run that waits for nothing but its turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
