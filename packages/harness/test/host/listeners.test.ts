import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost } from '../../src/index.ts';
import { boom, cmdOf } from '../support/cmd-of.ts';
import { modErrors, runScripted, settled, tempFolder } from '../support/run-scripted.ts';

describe('cmd.events', () => {
  it('a message is answered within the tick', async () => {
    const host = createModHost({ cwd: tempFolder() });
    const heard: unknown[] = [];
    await host.register({
      name: 'pong',
      factory: (cmd) => void cmd.events.on('ping', (data) => cmd.events.emit('pong', data)),
    });
    await host.register({
      name: 'ping',
      factory: (cmd) => {
        cmd.events.on('pong', (data) => heard.push(data));
        cmd.events.emit('ping', 1);
        cmd.events.emit('nobody hears this');
        heard.push('returned');
      },
    });
    expect(heard).toEqual([1, 'returned']);
  });

  it.each([
    ['throws', boom],
    ['rejects', async () => boom()],
  ])('a listener that %s becomes mod_error, and the others hear the message', async (_what, listener) => {
    const heard: string[] = [];
    const { events } = await runScripted({
      mods: {
        bad: (cmd) => void cmd.events.on('c', listener),
        good: (cmd) => void cmd.events.on('c', () => heard.push('good')),
        sender: (cmd) => void cmd.on('run_start', () => cmd.events.emit('c')),
      },
    });
    await settled();
    expect(heard).toEqual(['good']);
    expect(modErrors(events)).toEqual(['bad events:c: boom']);
  });

  it('dispose ends the listening', async () => {
    const heard: string[] = [];
    const { cmd } = await cmdOf();
    const handle = cmd.events.on('c', () => heard.push('x'));
    handle.dispose();
    handle.dispose();
    cmd.events.emit('c');
    expect(heard).toEqual([]);
  });
});

describe('cmd.state', () => {
  it('holds values for the session, namespaced per mod', async () => {
    const host = createModHost({ cwd: tempFolder() });
    const seen: unknown[] = [];
    for (const name of ['a', 'b']) {
      await host.register({
        name,
        factory: (cmd) => {
          seen.push(cmd.state.get('key'));
          cmd.state.set('key', name);
          seen.push(cmd.state.get('key'));
        },
      });
    }
    expect(seen).toEqual([undefined, 'a', undefined, 'b']);
  });

  it('set and delete repaint, and subscribe hears this mod writes to that key', async () => {
    const { cmd, host } = await cmdOf();
    let repaints = 0;
    host.surface.repaint = () => {
      repaints += 1;
    };
    const heard: unknown[] = [];
    const handle = cmd.state.subscribe('key', (value) => heard.push(value));
    cmd.state.set('key', 1);
    cmd.state.set('other', 2);
    cmd.state.delete('key');
    cmd.state.delete('key');
    handle.dispose();
    cmd.state.set('key', 3);
    expect(heard).toEqual([1, undefined]);
    expect(repaints).toBe(4);
  });

  it.each([
    ['throws', boom],
    ['rejects', async () => boom()],
  ])('a subscriber that %s becomes mod_error', async (_what, listener) => {
    const { events } = await runScripted({
      mods: {
        m: (cmd) => {
          cmd.state.subscribe('key', listener);
          cmd.on('run_start', () => cmd.state.set('key', 1));
        },
      },
    });
    await settled();
    expect(modErrors(events)).toEqual(['m state:key: boom']);
  });
});

describe('listeners that answer themselves for ever', () => {
  it.each<[string, ModFactory, string]>([
    [
      'over cmd.events',
      (cmd) => {
        for (const _twice of [1, 2]) cmd.events.on('ping', () => cmd.events.emit('ping'));
        cmd.on('run_start', () => cmd.events.emit('ping'));
      },
      'events:ping',
    ],
    [
      'over cmd.state',
      (cmd) => {
        cmd.state.subscribe('key', (value) => cmd.state.set('key', Number(value) + 1));
        cmd.on('run_start', () => cmd.state.set('key', 0));
      },
      'state:key',
    ],
  ])('are stopped, named once, and the run goes on: %s', async (_where, factory, what) => {
    const { result, events, host } = await runScripted({ mods: { m: factory } });
    expect(result.stopReason).toBe('end_turn');
    expect(modErrors(events)).toEqual([]);
    expect(host.diagnostics()).toMatchObject([{ code: 'MOD_EVENT_LOOP', mod: 'm' }]);
    expect(host.diagnostics()[0]?.message).toContain(`"${what}" again and again`);
  });

  it('keep nobody else from being heard afterwards', async () => {
    const { cmd } = await cmdOf((api) => void api.events.on('ping', () => api.events.emit('ping')));
    cmd.events.emit('ping');
    const heard: unknown[] = [];
    cmd.events.on('other', (data) => heard.push(data));
    cmd.events.emit('other', 1);
    expect(heard).toEqual([1]);
  });
});
