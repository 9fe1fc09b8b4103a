import { resolve } from 'node:path';
import {
  createHarness,
  createModelRouter,
  createModHost,
  createScriptedModel,
  SCRIPTED_MODEL,
} from '@cmd-mods/harness';
import type { ModApi } from '@cmd-mods/mod-api';
import { Keyboard, keyOf, renderScreen, toPlain } from '@cmd-mods/screen';
import { describe, expect, it } from 'vitest';
import kitchenSink from '../../examples/kitchen-sink/index.ts';
// @ts-expect-error: a script of the repository, without types.
import { modApiMembers } from '../../scripts/generate-mod-api-members.mjs';
import { eventsOf, playground } from './support/try-example.ts';

const FILE = resolve(import.meta.dirname, '../../examples/kitchen-sink/index.ts');

/** The same API, with a note of every member that is called. */
function noting(api: object, called: Set<string>, prefix = ''): ModApi {
  const copy = Object.entries(Object.getOwnPropertyDescriptors(api)).map(([name, descriptor]) => {
    const { value } = descriptor;
    if (typeof value === 'function') {
      const noted = (...args: readonly unknown[]) => {
        called.add(prefix + name);
        return value(...args);
      };
      return [name, { ...descriptor, value: noted }] as const;
    }
    const isPart = typeof value === 'object' && value !== null;
    return [name, isPart ? { ...descriptor, value: noting(value, called, `${name}.`) } : descriptor] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(copy)) as ModApi;
}

describe('kitchen-sink', () => {
  it('uses every verb of the API with which a mod registers something', async () => {
    const called = new Set<string>();
    const host = createModHost({ cwd: import.meta.dirname });
    const factory = (cmd: ModApi) => kitchenSink(noting(cmd, called));
    expect(await host.register({ name: 'kitchen-sink', file: FILE, factory })).toEqual({ ok: true });
    const verbs: readonly string[] = modApiMembers({ returning: 'Disposable' });
    expect(verbs).toEqual(
      expect.arrayContaining(['addTool', 'on', 'ui.pane', 'clock.every', 'state.subscribe']),
    );
    expect(verbs.filter((verb) => !called.has(verb))).toEqual([]);
    expect(host.diagnostics()).toEqual([]);
  });

  it('runs headless: blocks what is raw, serves the rest, and says how much', () => {
    const { tryIt } = playground('kitchen-sink');
    const run = tryIt();
    expect(eventsOf(run, 'tool_hook_blocked').map(({ hookOutput }) => hookOutput)).toEqual([
      'Nothing raw leaves this kitchen. Cook it first.',
    ]);
    expect(eventsOf(run, 'tool_completed').map(({ result }) => result)).toEqual([
      [{ type: 'text', text: 'Served soup to 4 guests.' }],
    ]);
    expect(eventsOf(run, 'notice').map(({ message }) => message)).toEqual(['The kitchen served 1 dishes.']);
    expect(run.stderr).toBe('');
    expect(eventsOf(tryIt({ withMod: false }), 'tool_completed')).toEqual([]);
  });

  it('answers as a model of its own', async () => {
    const host = createModHost({ cwd: import.meta.dirname });
    await host.register({ name: 'kitchen-sink', file: FILE, factory: kitchenSink });
    const modelClient = createModelRouter(() => host.providers());
    const harness = await createHarness({ modelClient, model: 'kitchen-menu', modHost: host });
    const { result } = await harness.run({ userInput: 'What is there?' });
    await harness.dispose();
    expect(result.finalText).toBe('Today: soup, bread, and a plum.');
  });

  it('is drawn with its pane, widget, status and rows, and its buttons and shortcut work', async () => {
    const feed: { kind: 'lines'; lines: readonly string[] }[] = [];
    const host = createModHost({
      cwd: import.meta.dirname,
      screen: { now: () => 0, showEntry: (lines) => feed.push({ kind: 'lines', lines }) },
    });
    await host.register({ name: 'kitchen-sink', file: FILE, factory: kitchenSink });
    const dinner = {
      turns: [{ toolCalls: [{ name: 'serve', input: { dish: 'soup' } }] }, { text: 'Served.' }],
    };
    const modelClient = createScriptedModel(dinner);
    const harness = await createHarness({ modelClient, model: SCRIPTED_MODEL, modHost: host });
    const keyboard = new Keyboard(host.surface);
    const draw = () =>
      renderScreen(host.surface, {
        width: 60,
        now: 0,
        input: keyboard.input,
        feed: [{ kind: 'user_message', props: { text: 'Soup, please' } }, ...feed],
        status: { items: ['~/project'], pinned: 'idle' },
      });

    await harness.run({ userInput: 'Soup, please' });
    await host.runShortcut('alt+k');
    await keyboard.press(draw(), keyOf('alt+s')).done;
    await expect(`${toPlain(draw())}\n`).toMatchFileSnapshot('golden/kitchen-sink.txt');
    expect(await host.runCommand('orders', '')).toEqual({ message: 'Served so far: 2' });
    await harness.dispose();
  });
});
