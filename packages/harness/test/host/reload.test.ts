import type { ModApi, ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost } from '../../src/index.ts';
import {
  answer,
  calls,
  modErrors,
  never,
  ofType,
  only,
  resultTexts,
  setStage,
  tempFolder,
  tool,
} from '../support/run-scripted.ts';

/** A mod that notes everything that happens to it. */
function noting(version: string, log: string[], more: ModFactory = () => {}): ModFactory {
  return (cmd) => {
    log.push(`${version} factory`);
    cmd.hooks({
      onSessionStart: ({ source }) => void log.push(`${version} start ${source}`),
      onSessionEnd: ({ reason }) => void log.push(`${version} end ${reason}`),
      onTurnStart: () => void log.push(`${version} turn`),
    });
    cmd.on('run_start', () => log.push(`${version} run_start`));
    return more(cmd);
  };
}

const throwing: ModFactory = (cmd) => {
  cmd.addCommand({ name: 'half', handler: () => {} });
  throw new Error('boom');
};

describe('a hot reload', () => {
  it('runs the old onSessionEnd, takes back what was registered, runs the new factory, then onSessionStart', async () => {
    const log: string[] = [];
    const stage = await setStage({ mods: { m: noting('old', log) } });
    const result = await stage.host.replace('m', noting('new', log));
    await stage.run();
    expect(result).toEqual({ ok: true });
    expect(log).toEqual([
      'old factory',
      'old start startup',
      'old end reload',
      'new factory',
      'new start reload',
      'new run_start',
      'new turn',
    ]);
  });

  it('fires no session_shutdown or session_start event: the session is the same', async () => {
    const { host, events } = await setStage({ mods: { m: () => {} } });
    await host.replace('m', () => {});
    expect(ofType(events, 'session_start')).toHaveLength(1);
    expect(ofType(events, 'session_shutdown')).toHaveLength(0);
  });

  it('ends and starts the reloaded mod alone', async () => {
    const log: string[] = [];
    const { host } = await setStage({ mods: { m: noting('m', log), other: noting('other', log) } });
    log.length = 0;
    await host.replace('m', noting('new', log));
    expect(log).toEqual(['m end reload', 'new factory', 'new start reload']);
  });

  it('keeps cmd.state, while variables start over; the old code writes no more to the new one', async () => {
    const seen: unknown[] = [];
    const counting: ModFactory = (cmd) => {
      const count = (cmd.state.get<number>('count') ?? 0) + 1;
      cmd.state.set('count', count);
      seen.push(count);
    };
    const { host } = await setStage({ mods: { m: counting } });
    await host.replace('m', counting);
    await host.replace('m', counting);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('takes back every registration but tools, which keep the old code until the next session', async () => {
    const log: string[] = [];
    const old: ModFactory = (cmd) => {
      cmd.addTool(tool('t', () => answer('old tool')));
      cmd.addCommand({ name: 'gone', handler: () => {} });
      cmd.addRenderer('x', () => ['old']);
      cmd.addAgent({ name: 'a', description: '', prompt: '' });
      cmd.addFlag('f', { type: 'string', default: 'old' });
      cmd.expose('e', () => 1);
      cmd.ui.widget({ placement: 'above-editor', render: () => [] });
      cmd.ui.pane({ id: 'p', title: '', render: () => [] });
      cmd.ui.setStatus('old');
      cmd.ui.override('spinner', () => []);
      cmd.events.on('c', () => log.push('old listener'));
      cmd.clock.every(1, () => log.push('old timer'));
    };
    const stage = await setStage({
      mods: { m: old, other: (cmd) => void cmd.on('run_start', () => cmd.events.emit('c')) },
      turns: [calls(['t']), { text: 'done' }],
    });
    await stage.host.replace('m', (cmd) => {
      cmd.addTool(tool('t', () => answer('new tool')));
      expect(cmd.use('m', 'e')).toBeUndefined();
      expect(cmd.getFlag('f')).toBeUndefined();
    });
    log.length = 0;
    const { state } = await stage.run();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(log).toEqual([]);
    const { host } = stage;
    expect([
      host.commands(),
      host.agents(),
      [...host.surface.widgets],
      [...host.surface.panes.keys()],
      [...host.surface.overrides],
      [...host.surface.statuses],
    ]).toEqual([[], [], [], [], [], []]);
    expect(host.renderEntry('x', 1)).toEqual(['1']);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'old tool' });
  });

  it('the new tool counts from the next session, and is no collision with the old one', async () => {
    const version =
      (name: string): ModFactory =>
      (cmd) =>
        void cmd.addTool(tool('t', () => answer(name)));
    const first = await setStage({ mods: { m: version('old') }, turns: [{ text: 'x' }] });
    await first.host.replace('m', version('new'));
    expect(modErrors(first.events)).toEqual([]);
    expect(first.host.conflicts()).toEqual([]);
    await first.harness.dispose('replaced');
    const second = await setStage({ host: first.host, turns: [calls(['t']), { text: 'x' }] });
    expect(resultTexts((await second.run()).state.messages)).toEqual({ call_1: 'new' });
  });

  it('keeps the mod place in the order of hooks and of observers', async () => {
    const log: string[] = [];
    const stage = await setStage({ mods: { a: noting('a', log), b: noting('b', log) } });
    await stage.host.replace('a', noting('new a', log));
    log.length = 0;
    await stage.run();
    expect(log).toEqual(['new a run_start', 'b run_start', 'new a turn', 'b turn']);
  });

  it('keeps the mod place when a name is wanted twice', async () => {
    const command =
      (message: string): ModFactory =>
      (cmd) =>
        void cmd.addCommand({ name: 'x', handler: () => ({ message }) });
    const { host } = await setStage({ mods: { a: command('a'), b: command('b') } });
    expect(await host.runCommand('x', '')).toEqual({ message: 'a' });
    await host.replace('a', command('new a'));
    expect(await host.runCommand('x', '')).toEqual({ message: 'new a' });
    await host.replace('a', () => {});
    expect(await host.runCommand('x', '')).toEqual({ message: 'b' });
  });

  it('the old code can register nothing any more', async () => {
    let old: ModApi | undefined;
    const { host } = await setStage({
      mods: {
        m: (cmd) => {
          old = cmd;
        },
      },
    });
    await host.replace('m', () => {});
    expect(() => old?.on('run_start', () => {})).toThrow('This code of the mod "m" is no longer loaded');
  });

  it('reloads that overlap take turns, and leave one code', async () => {
    const log: string[] = [];
    const stage = await setStage({ mods: { m: noting('one', log) } });
    const slow = noting('two', log, () => new Promise((resolve) => setTimeout(resolve, 10)));
    await Promise.all([stage.host.replace('m', slow), stage.host.replace('m', noting('three', log))]);
    log.length = 0;
    await stage.run();
    expect(log).toEqual(['three run_start', 'three turn']);
    expect(stage.host.mods()).toHaveLength(1);
  });

  it('a hanging onSessionEnd does not keep the reload from happening', async () => {
    const { host } = await setStage({ mods: { m: { onSessionEnd: () => never() } } });
    const started = performance.now();
    expect(await host.replace('m', () => {})).toEqual({ ok: true });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('of a mod that is not there is refused', async () => {
    await expect(createModHost({ cwd: tempFolder() }).replace('none', () => {})).rejects.toThrow(
      'There is no mod "none"',
    );
  });
});

describe('a hot reload that throws', () => {
  it('keeps the old code, its registrations and its cmd working, and says why', async () => {
    const log: string[] = [];
    let old: ModApi | undefined;
    const stage = await setStage({
      mods: {
        m: noting('old', log, (cmd) => {
          old = cmd;
          cmd.addCommand({ name: 'x', handler: () => ({ message: 'old' }) });
          cmd.ui.setStatus('old');
        }),
      },
    });
    log.length = 0;
    const result = await stage.host.replace('m', throwing);
    expect(result).toMatchObject({
      ok: false,
      diagnostic: { code: 'MOD_FACTORY_THREW', message: 'The factory of "m" threw: boom' },
    });
    expect(log).toEqual(['old end reload', 'old start reload']);
    await stage.run();
    expect(only(log, 'old')).toEqual(['old end reload', 'old start reload', 'old run_start', 'old turn']);
    expect(await stage.host.runCommand('x', '')).toEqual({ message: 'old' });
    expect(stage.host.runCommand('half', '')).toBeUndefined();
    expect(stage.host.surface.statuses.get('m')?.text).toBe('old');
    old?.addCommand({ name: 'later', handler: () => ({ message: 'still here' }) });
    expect(await stage.host.runCommand('later', '')).toEqual({ message: 'still here' });
  });

  it('brings back neither what was disposed before, nor a timer that went off, nor a status that was cleared', async () => {
    const log: string[] = [];
    const { host } = await setStage({
      mods: {
        m: (cmd) => {
          cmd.addCommand({ name: 'gone', handler: () => {} }).dispose();
          cmd.clock.after(0, () => log.push('timer'));
          cmd.ui.setStatus('one');
          cmd.ui.setStatus(null);
        },
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    await host.replace('m', throwing);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(log).toEqual(['timer']);
    expect(host.commands()).toEqual([]);
    expect(host.surface.statuses.size).toBe(0);
  });

  it('can be followed by one that works', async () => {
    const log: string[] = [];
    const stage = await setStage({ mods: { m: noting('old', log) } });
    await stage.host.replace('m', throwing);
    expect(await stage.host.replace('m', noting('new', log))).toEqual({ ok: true });
    log.length = 0;
    await stage.run();
    expect(log).toEqual(['new run_start', 'new turn']);
  });

  it('a disposable of the old code still undoes exactly its own registration', async () => {
    let handle: { dispose(): void } | undefined;
    const { host } = await setStage({
      mods: {
        m: (cmd) => {
          handle = cmd.addCommand({ name: 'x', handler: () => {} });
          cmd.addCommand({ name: 'y', handler: () => {} });
        },
      },
    });
    await host.replace('m', throwing);
    handle?.dispose();
    expect(host.commands().map(({ name }) => name)).toEqual(['y']);
  });
});
