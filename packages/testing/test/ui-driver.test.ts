import '../src/vitest.ts';
import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../src/index.ts';
import { harnessOf } from './support/harness-of.ts';

/** A mod with a pane that has one of each control, and a widget. */
const controls: ModFactory = (cmd) => {
  const said: string[] = [];
  const say = (text: string) => {
    said.push(text);
    cmd.ui.refreshWidgets();
  };
  cmd.ui.pane({
    id: 'main',
    title: 'Controls',
    render: () => [
      { type: 'button', key: 'run', label: 'Run', hotkey: 'r', onPress: () => say('pressed') },
      {
        type: 'input',
        key: 'name',
        value: '',
        placeholder: 'name',
        onSubmit: (value) => say(`hello ${value}`),
      },
      {
        type: 'select',
        key: 'size',
        options: ['small', 'large'],
        value: 'small',
        onSelect: (value) => say(value),
      },
    ],
  });
  cmd.ui.widget({ placement: 'above-editor', render: () => [`said: ${said.join(', ')}`] });
  cmd.ui.openPane('main');
};

describe('t.screen', () => {
  it('shows panes, widgets, the status row and the prompt in the size that is asked for', async () => {
    const t = await harnessOf({ mods: [controls, (cmd) => void cmd.ui.setStatus('all well')] });
    const text = t.screen({ width: 60 });
    for (const part of ['Controls', 'Run', 'said:', 'all well', '›']) expect(text).toContain(part);
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(60);
    expect(t.screen({ height: 3 }).split('\n')).toHaveLength(3);
  });

  it('shows the conversation above, tools by their rows as mods redraw them', async () => {
    const redraw: ModFactory = (cmd) =>
      void cmd.ui.override('tool_row', ({ toolName }) => [`tool: ${String(toolName)}`]);
    const t = await harnessOf({
      mods: [redraw],
      script: scriptedModel().calls('glob', { pattern: '*' }).says('Nothing here.'),
    });
    await t.run('What is there?');
    const [asked, row, answer] = t.screen().split('\n');
    expect([asked, row, answer]).toEqual(['› What is there?', 'tool: glob', 'Nothing here.']);
  });

  it('shows entries of mods, as their renderers draw them', async () => {
    const list: ModFactory = (cmd) => {
      cmd.addRenderer('list', (data) => (Array.isArray(data) ? data.map((item) => `- ${item}`) : []));
      cmd.addCommand({ name: 'show', handler: () => cmd.showEntry('list', ['one', 'two']) });
    };
    const t = await harnessOf({ mods: [list] });
    await t.command('/show');
    expect(t.screen()).toMatch(/^- one\n- two\n/);
  });

  it('shows a toast until the fake clock is past it', async () => {
    const t = await harnessOf({ mods: [(cmd) => cmd.ui.toast('Saved', { durationMs: 1000 })] });
    expect(t.screen()).toContain('Saved');
    await t.clock.advance(1000);
    expect(t.screen()).not.toContain('Saved');
  });

  it('is there for mods unless the harness is made without: then a toast is a notice', async () => {
    const mod: ModFactory = (cmd) => cmd.ui.toast(`surface: ${cmd.ui.capabilities.surface}`);
    expect((await harnessOf({ mods: [mod] })).screen()).toContain('surface: true');
    const headless = await harnessOf({ mods: [mod], screen: false });
    expect(headless).toHaveEmitted('notice', { message: 'surface: false' });
  });
});

describe('t.press and t.type', () => {
  it('press a button by its hotkey, fill an input in, and pick an option', async () => {
    const t = await harnessOf({ mods: [{ name: 'm', factory: controls }] });
    await t.press('alt+r');
    t.focus('main');
    await t.press('tab');
    await t.type('Ada');
    await t.press('enter', 'tab', 'down');
    expect(t.screen()).toContain('said: pressed, hello Ada, large');
    t.focus();
    await t.type('x');
    expect(t.screen()).toContain('› x');
  });

  it('type into the prompt, and Enter sends it off', async () => {
    const t = await harnessOf({ script: scriptedModel().says('Hello.') });
    await t.type('Hi there!');
    await t.press('backspace');
    expect(t.screen()).toContain('› Hi there█');
    await t.press('enter');
    expect(t).toHaveFinalText('Hello.');
    expect(t.requests[0]?.messages[0]?.content).toEqual([{ type: 'text', text: 'Hi there' }]);
  });

  it('run a slash command from the prompt, and the prompt that it answers', async () => {
    const t = await harnessOf({
      mods: [
        (cmd) =>
          void cmd.addCommand({
            name: 'twice',
            handler: ({ args }) => ({ message: 'Twice.', prompt: `${args} ${args}` }),
          }),
      ],
    });
    await t.type('/twice go');
    await t.press('enter');
    expect(t.screen()).toMatch(/\$ \/twice\n.*Twice\.\n› go go\ndone/);
  });

  it('tell of a command that there is not', async () => {
    const t = await harnessOf();
    await t.type('/nothing');
    await expect(t.press('enter')).rejects.toThrow('No mod has the command "/nothing"');
  });

  it('run the shortcut of a mod, in whatever order its modifiers are named', async () => {
    const t = await harnessOf({
      mods: [
        (cmd) =>
          void cmd.addShortcut('ctrl+alt+q', { description: 'Ask', handler: () => ({ prompt: 'Why?' }) }),
      ],
    });
    await t.press('alt+ctrl+q');
    expect(t.screen()).toContain('› Why?\ndone');
  });

  it('do not fail for a handler that throws: it is a mod_error', async () => {
    const mod: ModFactory = (cmd) =>
      void cmd.addShortcut('alt+q', {
        description: 'Fails',
        handler: () => {
          throw new Error('boom');
        },
      });
    const t = await harnessOf({ mods: [mod] });
    await t.press('alt+q');
    expect(t).toHaveEmitted('mod_error', { hook: 'shortcut:alt+q' });
  });

  it('do not wait for what waits for the fake clock', async () => {
    const mod: ModFactory = (cmd) =>
      void cmd.addShortcut('alt+q', {
        description: 'Later',
        handler: async () => {
          await new Promise<void>((resolve) => cmd.clock.after(50, resolve));
          return { message: 'Now.' };
        },
      });
    const t = await harnessOf({ mods: [mod] });
    await t.press('alt+q');
    expect(t.screen()).not.toContain('Now.');
    await t.clock.advance(50);
    expect(t.screen()).toContain('Now.');
  });

  it('name what is no key', async () => {
    const t = await harnessOf();
    await expect(t.press('hyper+x')).rejects.toThrow(/"hyper" .* is no modifier/);
  });
});

describe('a question', () => {
  const asking: ModFactory = (cmd) =>
    void cmd.addCommand({
      name: 'ask',
      async handler() {
        const sure = await cmd.ui.confirm({ title: 'Sure?' });
        const size = await cmd.ui.select({ title: 'Which size?', options: ['small', 'large'] });
        const name = await cmd.ui.input({ title: 'Which name?' });
        return { message: `${sure} ${size} ${name}` };
      },
    });

  it("waits on the screen for keys with answers: 'screen'", async () => {
    const t = await harnessOf({ mods: [{ name: 'm', factory: asking }], answers: 'screen' });
    const answer = t.command('/ask');
    expect(await t.question()).toEqual({ kind: 'confirm', title: 'Sure?' });
    expect(t.screen()).toContain('m asks');
    await t.press('y');
    await t.question();
    await t.press('down', 'enter');
    await t.question();
    await t.type('Ada');
    await t.press('enter');
    expect(await answer).toEqual({ message: 'true large Ada' });
  });

  it('that a key brought up ends the waiting for that key', async () => {
    const t = await harnessOf({ mods: [asking], answers: 'screen' });
    await t.type('/ask');
    await t.press('enter');
    expect(t.screen()).toContain('Sure?');
    await t.press('y', 'escape', 'escape');
    expect(t.screen()).toContain('true undefined undefined');
  });

  it('gets the headless default without a table, so that no test hangs', async () => {
    const t = await harnessOf({ mods: [asking] });
    expect(await t.command('/ask')).toEqual({ message: 'false undefined undefined' });
    expect(t.asked.map(({ kind }) => kind)).toEqual(['confirm', 'select', 'input']);
  });
});

describe('t.focus', () => {
  it('names the open panes when there is no such pane', async () => {
    const t = await harnessOf({ mods: [{ name: 'm', factory: controls }] });
    expect(() => t.focus('other')).toThrow('open are m/main');
  });
});

describe('t.clipboard', () => {
  it('has what a mod copied', async () => {
    const t = await harnessOf({
      mods: [
        (cmd) => void cmd.addCommand({ name: 'copy', handler: async () => void (await cmd.ui.copy('text')) }),
      ],
    });
    await t.command('/copy');
    expect(t.clipboard).toBe('text');
  });
});
