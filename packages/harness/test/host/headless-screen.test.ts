import { describe, expect, it } from 'vitest';
import { createModHost } from '../../src/index.ts';
import { cmdOf } from '../support/cmd-of.ts';
import { modErrors, ofType, setStage, tempFolder } from '../support/run-scripted.ts';

describe('a headless screen', () => {
  it('answers with fixed defaults, never with an approval', async () => {
    const { cmd } = await cmdOf();
    expect(cmd.ui.capabilities).toEqual({ status: false, surface: false });
    expect(await cmd.ui.confirm({ title: 'sure?' })).toBe(false);
    expect(await cmd.ui.select({ title: 'which?', options: ['a'] })).toBeUndefined();
    expect(await cmd.ui.input({ title: 'what?' })).toBeUndefined();
    expect(await cmd.ui.copy('x')).toEqual({ isCopied: false, reason: 'headless' });
    expect(await cmd.audio.play({ file: 'x.wav' })).toEqual({ isPlayed: false, reason: 'headless' });
    expect(cmd.audio.bell()).toEqual({ isPlayed: false, reason: 'headless' });
    expect([cmd.ui.setTitle('x'), cmd.shutdown(), cmd.showEntry('x', {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('an embedder may answer the dialogs in its place', async () => {
    const host = createModHost({
      cwd: tempFolder(),
      dialogs: {
        confirm: async () => true,
        select: async ({ options }) => String(options[0]),
        input: async () => 'typed',
      },
    });
    const seen: unknown[] = [];
    await host.register({
      name: 'm',
      factory: async ({ ui }) => {
        seen.push(
          await ui.confirm({ title: '' }),
          await ui.select({ title: '', options: ['one', 'two'] }),
          await ui.input({ title: '' }),
        );
      },
    });
    expect(seen).toEqual([true, 'one', 'typed']);
  });

  it('notify and toast are notices; those of a factory come once a session is bound', async () => {
    const { events } = await setStage({
      mods: {
        m: ({ ui }) => {
          ui.notify('plain');
          ui.notify('careful', 'warning');
          ui.toast('done', { level: 'success' });
          ui.toast('bad', { level: 'error' });
          ui.toast('short');
        },
      },
    });
    expect(ofType(events, 'notice').map(({ level, message }) => `${level} ${message}`)).toEqual([
      'info plain',
      'warning careful',
      'info done',
      'error bad',
      'info short',
    ]);
  });

  it('one status segment per mod: replaced, cleared by null or blanks, and by its own handle alone', async () => {
    const { cmd, host } = await cmdOf();
    const text = () => host.surface.statuses.get('m')?.text;
    const first = cmd.ui.setStatus('one');
    const second = cmd.ui.setStatus('two');
    first.dispose();
    expect(text()).toBe('two');
    second.dispose();
    expect(text()).toBeUndefined();
    cmd.ui.setStatus('three');
    cmd.ui.setStatus('  ');
    expect(text()).toBeUndefined();
    cmd.ui.setStatus('four');
    cmd.ui.setStatus(null);
    expect(text()).toBeUndefined();
  });

  it('panes are named after their mod, opened, brought to the front and closed', async () => {
    const { cmd, host } = await cmdOf();
    for (const id of ['a', 'b']) cmd.ui.pane({ id, title: id, render: () => [] });
    cmd.ui.openPane('a');
    cmd.ui.openPane('b');
    cmd.ui.openPane('a');
    expect([...host.surface.openPanes]).toEqual(['m/b', 'm/a']);
    expect([cmd.ui.closePane('a'), cmd.ui.closePane('a'), cmd.ui.closePane('none')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([...host.surface.openPanes]).toEqual(['m/b']);
  });

  it('a pane that does not exist is reported', async () => {
    const { events } = await setStage({ mods: { m: ({ ui }) => ui.openPane('none') } });
    expect(modErrors(events)).toEqual(['m ui.openPane: There is no pane "m/none".']);
  });

  it('only the four rows can be overridden; any other name throws at registration', async () => {
    const { cmd } = await cmdOf();
    for (const component of ['spinner', 'tool_row', 'user_message', 'command_output'] as const) {
      expect(() => cmd.ui.override(component, () => undefined)).not.toThrow();
    }
    expect(() => cmd.ui.override('permission_prompt' as never, () => undefined)).toThrow(
      'cannot be overridden',
    );
    expect(() => cmd.ui.override('tool_rows' as never, () => undefined)).toThrow('Did you mean "tool_row"?');
  });
});
