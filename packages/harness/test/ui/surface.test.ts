import type { ModApi } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, type HostScreen, type ModHostOptions } from '../../src/index.ts';
import { modErrors, ofType, setStage, settled } from '../support/run-scripted.ts';

/** A host with one mod in it, whose `cmd` the test holds. */
async function stageWith(options: Partial<ModHostOptions> = {}) {
  const host = createModHost({ cwd: '/project', ...options });
  let held: ModApi | undefined;
  const stage = await setStage({
    host,
    mods: {
      mod: (cmd) => {
        held = cmd;
      },
    },
  });
  if (held === undefined) throw new Error('The factory did not run.');
  return { ...stage, surface: host.surface, ui: held.ui, cmd: held };
}

/** The same, in a host that draws. */
async function drawing(screen: Partial<HostScreen> = {}) {
  const seen = { repaints: 0, now: 100 };
  const stage = await stageWith({
    screen: {
      now: () => seen.now,
      repaint: () => {
        seen.repaints += 1;
      },
      ...screen,
    },
  });
  return { ...stage, seen };
}

describe('a headless host', () => {
  it('says that it draws nothing', async () => {
    const { ui } = await stageWith();
    expect(ui.capabilities).toEqual({ status: false, surface: false });
  });

  it('makes a toast a notice, so that no word is lost', async () => {
    const { ui, events, surface } = await stageWith();
    ui.toast('saved', { level: 'success' });
    ui.toast('careful', { level: 'warning' });
    expect(ofType(events, 'notice')).toMatchObject([
      { level: 'info', message: 'saved' },
      { level: 'warning', message: 'careful' },
    ]);
    expect(surface.toasts.size).toBe(0);
  });

  it('answers questions with their defaults at once, and asks nobody', async () => {
    const { ui, surface } = await stageWith();
    expect(await ui.confirm({ title: 'Sure?' })).toBe(false);
    expect(await ui.select({ title: 'Which?', options: ['a'] })).toBeUndefined();
    expect(await ui.input({ title: 'Name?' })).toBeUndefined();
    expect(surface.dialogs.size).toBe(0);
  });

  it('keeps status, widgets and panes, and neither title nor copy', async () => {
    const { ui, surface } = await stageWith();
    ui.setStatus('text');
    ui.widget({ placement: 'above-editor', render: () => [] });
    ui.pane({ id: 'p', title: 'P', render: () => [] });
    ui.openPane('p');
    ui.setTitle('title');
    expect([surface.statuses.size, surface.widgets.size, [...surface.openPanes]]).toEqual([1, 1, ['mod/p']]);
    expect(surface.titles.size).toBe(0);
    expect(await ui.copy('x')).toEqual({ isCopied: false, reason: 'headless' });
  });
});

describe('a host that draws', () => {
  it('says so', async () => {
    const { ui } = await drawing();
    expect(ui.capabilities).toEqual({ status: true, surface: true });
  });

  it('keeps toasts until their time by its own clock, four seconds unless they say otherwise', async () => {
    const { ui, surface, seen, events } = await drawing();
    ui.toast('a');
    ui.toast('b', { durationMs: 500 });
    ui.toast('c', { durationMs: Number.NaN });
    expect([...surface.toasts].map(({ text, endsAt }) => [text, endsAt])).toEqual([
      ['a', 4_100],
      ['b', 600],
      ['c', 4_100],
    ]);
    seen.now = 1_000;
    ui.toast('d');
    expect([...surface.toasts].map(({ text }) => text)).toEqual(['a', 'c', 'd']);
    expect(ofType(events, 'notice')).toEqual([]);
  });

  it('puts a question on the surface, and hands its answer on once', async () => {
    const { ui, surface } = await drawing();
    surface.focusedPane = 'mod/p';
    const answer = ui.confirm({ title: 'Sure?', message: 'Really?' });
    const [dialog] = surface.dialogs;
    expect(dialog).toMatchObject({
      kind: 'confirm',
      title: 'Sure?',
      message: 'Really?',
      mod: { name: 'mod' },
    });
    expect(surface.focusedPane).toBeUndefined();
    if (dialog?.kind === 'confirm') {
      dialog.answer(true);
      dialog.answer(false);
    }
    expect(await answer).toBe(true);
    expect(surface.dialogs.size).toBe(0);
  });

  it('takes an answer that comes while it repaints', async () => {
    const stage = await drawing();
    stage.surface.repaint = () => {
      for (const dialog of stage.surface.dialogs) if (dialog.kind === 'input') dialog.answer('at once');
    };
    expect(await stage.ui.input({ title: 'Name?' })).toBe('at once');
    expect(stage.surface.dialogs.size).toBe(0);
  });

  it("lets the embedder's own answers come first", async () => {
    const { ui, surface } = await stageWith({ screen: {}, dialogs: { confirm: async () => true } });
    expect(await ui.confirm({ title: 'Sure?' })).toBe(true);
    expect(surface.dialogs.size).toBe(0);
  });

  it('answers no for code that is unloaded, so that a guard does not fail open', async () => {
    const { ui, host, events } = await drawing();
    const waiting = ui.confirm({ title: 'asked before' });
    await host.replace('mod', () => {});
    expect(await waiting).toBe(false);
    expect(await ui.confirm({ title: 'asked after' })).toBe(false);
    expect(modErrors(events)).toEqual([expect.stringMatching(/^mod ui\.confirm: .*no longer loaded/)]);
  });

  it('refuses a select without options', async () => {
    const { ui, events } = await drawing();
    expect(await ui.select({ title: 'Which?', options: [] })).toBeUndefined();
    expect(modErrors(events)).toEqual(['mod ui.select: A select needs an array with options, not an array.']);
  });

  it('dismisses what waits when the session ends', async () => {
    const { ui, harness } = await drawing();
    const waiting = ui.select({ title: 'Which?', options: ['a'] });
    await harness.dispose();
    expect(await waiting).toBeUndefined();
  });

  it('repaints after everything that changes what is drawn', async () => {
    const { ui, seen } = await drawing();
    const counts: number[] = [];
    const after = (change: () => unknown) => {
      const before = seen.repaints;
      change();
      counts.push(seen.repaints - before);
    };
    after(() => ui.setStatus('a'));
    after(() => ui.setStatus(null));
    after(() => ui.toast('t'));
    after(() => ui.widget({ placement: 'below-editor', render: () => [] }));
    after(() => ui.pane({ id: 'p', title: 'P', render: () => [] }));
    after(() => ui.openPane('p', { focus: true }));
    after(() => ui.closePane('p'));
    after(() => ui.refreshWidgets());
    after(() => ui.setTitle('t'));
    after(() => ui.setTitle(null));
    expect(counts).toEqual(Array(10).fill(1));
  });

  it('gives the keyboard to a pane that asks for it, and takes it back when that closes', async () => {
    const { ui, surface, events } = await drawing();
    ui.pane({ id: 'p', title: 'P', render: () => [] });
    ui.openPane('p');
    expect(surface.focusedPane).toBeUndefined();
    ui.openPane('p', { focus: true });
    expect(surface.focusedPane).toBe('mod/p');
    ui.closePane('p');
    expect(surface.focusedPane).toBeUndefined();
    ui.openPane('nothing');
    expect(modErrors(events)).toEqual(['mod ui.openPane: There is no pane "mod/nothing".']);
  });

  it('has the newest title, and gives it back when its mod does or is gone', async () => {
    const { ui, surface, host } = await drawing();
    ui.setTitle('one');
    ui.setTitle('two');
    expect([...surface.titles]).toEqual([['mod', 'two']]);
    await host.replace('mod', () => {});
    expect(surface.titles.size).toBe(0);
  });

  it('copies through its screen, and never throws', async () => {
    const good = await drawing({ copy: async () => ({ isCopied: true }) });
    expect(await good.ui.copy('x')).toEqual({ isCopied: true });
    const bad = await drawing({ copy: () => Promise.reject(new Error('no clipboard')) });
    expect(await bad.ui.copy('x')).toEqual({ isCopied: false, reason: 'error' });
    await settled();
    expect(modErrors(bad.events)).toEqual(['mod ui.copy: no clipboard']);
  });
});

describe('the rest of a screen', () => {
  it('has the entries of mods as their renderers draw them', async () => {
    const feed: unknown[] = [];
    const { cmd } = await drawing({ showEntry: (lines) => feed.push(lines) });
    cmd.addRenderer('dice', (data) => [`You threw ${data}.`]);
    cmd.showEntry('dice', 6);
    cmd.showEntry('other', { a: 1 });
    expect(feed).toEqual([['You threw 6.'], ['{', '  "a": 1', '}']]);
  });

  it('takes what mods send for a prompt while no run goes, and the queue has it while one does', async () => {
    const sent: string[] = [];
    const { cmd, run } = await drawing({ submit: (text) => sent.push(text) });
    cmd.sendUserMessage('first');
    cmd.prompt.submit('second');
    cmd.on('run_start', () => cmd.prompt.submit('in a run'));
    const { requests } = await run();
    expect(sent).toEqual(['first', 'second']);
    expect(JSON.stringify(requests)).not.toContain('second');
  });

  it('is told of a shutdown, and rings the bell', async () => {
    const log: string[] = [];
    const { cmd } = await drawing({ shutdown: () => log.push('shutdown'), bell: () => log.push('bell') });
    cmd.shutdown();
    expect([cmd.audio.bell(), await cmd.audio.play({ file: 'a.wav' })]).toEqual([
      { isPlayed: true },
      { isPlayed: false, reason: 'headless' },
    ]);
    expect(log).toEqual(['shutdown', 'bell']);
  });

  it('runs a shortcut by its chord, however that is spelled, and its throw is a mod_error', async () => {
    const { cmd, host, events } = await drawing();
    cmd.addShortcut('Shift+Alt+r', {
      description: 'Rolls',
      handler: ({ args, cwd }) => ({ message: `${args}|${cwd}` }),
    });
    cmd.addShortcut('alt+x', {
      description: 'Fails',
      handler: () => {
        throw new Error('boom');
      },
    });
    expect(await host.runShortcut('alt+shift+R')).toEqual({ message: '|/project' });
    expect(host.runShortcut('alt+z')).toBeUndefined();
    await expect(host.runShortcut('alt+x')).rejects.toThrow('boom');
    expect(modErrors(events)).toEqual(['mod shortcut:alt+x: boom']);
  });
});

describe('what mods put on the surface', () => {
  it('stands in the order of the mods, also after one of them was reloaded', async () => {
    const host = createModHost({ cwd: '/project', screen: {} });
    const factory = (cmd: ModApi) => {
      cmd.ui.setStatus(cmd.name);
      cmd.ui.pane({ id: 'main', title: cmd.name, render: () => [] });
      cmd.ui.widget({ placement: 'above-editor', render: () => [] });
      cmd.ui.widget({ placement: 'below-editor', render: () => [] });
      cmd.ui.override('spinner', () => undefined);
    };
    for (const name of ['a', 'b', 'c']) await host.register({ name, factory });
    await host.replace('a', factory);
    await host.replace('b', factory);
    const { statuses, panes, widgets, overrides } = host.surface;
    expect([...statuses.keys()]).toEqual(['a', 'b', 'c']);
    expect([...panes.keys()]).toEqual(['a/main', 'b/main', 'c/main']);
    expect([...widgets].map(({ mod }) => mod.name)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    expect([...overrides].map(({ mod }) => mod.name)).toEqual(['a', 'b', 'c']);
  });
});

describe('a status segment', () => {
  it('is replaced by a newer one, whose handle alone clears it', async () => {
    const { ui, surface } = await drawing();
    const stale = ui.setStatus('old');
    const fresh = ui.setStatus('new');
    stale.dispose();
    expect(surface.statuses.get('mod')?.text).toBe('new');
    fresh.dispose();
    expect(surface.statuses.size).toBe(0);
    ui.setStatus('again');
    ui.setStatus(' \n');
    expect(surface.statuses.size).toBe(0);
  });
});
