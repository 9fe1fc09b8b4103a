import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModApi, ModFactory, StreamResult } from '@cmd-mods/mod-api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModHost, createSession } from '../../src/index.ts';
import {
  calls,
  modErrors,
  ofType,
  only,
  runScripted,
  setStage,
  settled,
  tempFolder,
  tool,
} from '../support/run-scripted.ts';

afterEach(() => void vi.useRealTimers());

const boom = () => {
  throw new Error('boom');
};

/** The `cmd` of a mod of that name, kept for the test. */
async function cmdOf(factory: ModFactory = () => {}, options: { storeFolder?: string; name?: string } = {}) {
  const { name = 'm', ...rest } = options;
  const host = createModHost({ cwd: tempFolder(), ...rest });
  let kept: ModApi | undefined;
  await host.register({
    name,
    factory: (cmd) => {
      kept = cmd;
      return factory(cmd);
    },
  });
  if (kept === undefined) throw new Error('The factory did not run.');
  return { host, cmd: kept };
}

describe('flags', () => {
  it('--mod-option name=value is what getFlag gives once all factories ran; inside a factory it is the default', async () => {
    const seen: unknown[] = [];
    const { host, cmd } = await cmdOf((api) => {
      api.addFlag('who', { type: 'string', default: 'nobody' });
      api.addFlag('loud', { type: 'boolean' });
      seen.push(api.getFlag('who'), api.getFlag('loud'));
    });
    expect(
      host.applyFlags(
        new Map([
          ['who', 'me'],
          ['loud', 'true'],
        ]),
      ),
    ).toEqual([]);
    expect([...seen, cmd.getFlag('who'), cmd.getFlag('loud')]).toEqual(['nobody', undefined, 'me', true]);
  });

  it('flags of several mods are all known', async () => {
    const host = createModHost({ cwd: tempFolder() });
    for (const name of ['a', 'b']) {
      await host.register({ name, factory: (cmd) => void cmd.addFlag(`of-${name}`, { type: 'string' }) });
    }
    expect(
      host.applyFlags(
        new Map([
          ['of-a', '1'],
          ['of-b', '2'],
        ]),
      ),
    ).toEqual([]);
  });

  it.each([
    [
      'an unknown one, with the nearest',
      new Map([['lout', 'true']]),
      'FLAG_UNKNOWN',
      'No mod has an option "lout".',
      'Did you mean "loud"?',
    ],
    [
      'text for a boolean',
      new Map([['loud', 'yes']]),
      'FLAG_INVALID',
      'The option "loud" of the mod "m" is "true" or "false", not "yes".',
      'Give',
    ],
  ])('%s is a warning', async (_what, values, code, message, hint) => {
    const { host } = await cmdOf((api) => void api.addFlag('loud', { type: 'boolean' }));
    expect(host.applyFlags(values)).toMatchObject([
      { code, message, severity: 'warning', hint: expect.stringContaining(hint) },
    ]);
    expect(host.diagnostics()).toHaveLength(1);
  });

  it('"false" is false, and a string flag keeps its text', async () => {
    const { host, cmd } = await cmdOf((api) => {
      api.addFlag('b', { type: 'boolean', default: true });
      api.addFlag('s', { type: 'string' });
    });
    host.applyFlags(
      new Map([
        ['b', 'false'],
        ['s', 'true'],
      ]),
    );
    expect([cmd.getFlag('b'), cmd.getFlag('s'), cmd.getFlag('none')]).toEqual([false, 'true', undefined]);
  });
});

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

describe('cmd.store', () => {
  it('keeps values across sessions, one JSON file per mod, read before the factory runs', async () => {
    const storeFolder = tempFolder();
    const first = await cmdOf(() => {}, { storeFolder });
    first.cmd.store.set('count', { n: 1 });
    const seen: unknown[] = [];
    await cmdOf((cmd) => void seen.push(cmd.store.get('count')), { storeFolder });
    await cmdOf((cmd) => void seen.push(cmd.store.get('count')), { storeFolder, name: 'other' });
    expect(seen).toEqual([{ n: 1 }, undefined]);
    expect(readdirSync(storeFolder)).toEqual(['m.json']);
  });

  it('set and delete write through, and keep what another process meanwhile set under other keys', async () => {
    const storeFolder = tempFolder();
    const one = await cmdOf(() => {}, { storeFolder });
    const other = await cmdOf(() => {}, { storeFolder });
    one.cmd.store.set('a', 1);
    other.cmd.store.set('b', 2);
    one.cmd.store.set('c', 3);
    other.cmd.store.delete('a');
    expect(JSON.parse(readFileSync(join(storeFolder, 'm.json'), 'utf8'))).toEqual({ b: 2, c: 3 });
  });

  it('reads what another process wrote, without reading the file again while nobody did', async () => {
    const storeFolder = tempFolder();
    const one = await cmdOf(() => {}, { storeFolder });
    const other = await cmdOf(() => {}, { storeFolder });
    one.cmd.store.set('a', { n: 1 });
    expect(other.cmd.store.get('a')).toEqual({ n: 1 });
    expect(other.cmd.store.get('a')).toBe(other.cmd.store.get('a'));
    one.cmd.store.delete('a');
    expect(other.cmd.store.get('a')).toBeUndefined();
  });

  it('two processes that write at the same time lose nothing of one another', async () => {
    const storeFolder = tempFolder();
    const harness = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;
    const { cmd } = await cmdOf();
    const write = (name: string) => {
      const script = `
        import { createModHost } from ${JSON.stringify(harness)};
        const host = createModHost({ cwd: '/', storeFolder: ${JSON.stringify(storeFolder)} });
        await host.register({ name: 'm', factory: (cmd) => {
          for (let count = 0; count < 30; count += 1) cmd.store.set('${name}' + count, count);
        } });
        if (host.diagnostics().length > 0) throw new Error(JSON.stringify(host.diagnostics()));`;
      return cmd.exec({ command: process.execPath, args: ['--input-type=module', '-e', script] });
    };
    const done = await Promise.all([write('a'), write('b')]);
    expect(done.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const stored = JSON.parse(readFileSync(join(storeFolder, 'm.json'), 'utf8')) as object;
    expect(Object.keys(stored)).toHaveLength(60);
    expect(readdirSync(storeFolder)).toEqual(['m.json']);
  });

  it('a file name is safe for any mod name', async () => {
    const storeFolder = tempFolder();
    const { cmd } = await cmdOf(() => {}, { storeFolder, name: '../../etc/passwd' });
    cmd.store.set('a', 1);
    expect(readdirSync(storeFolder)).toHaveLength(1);
  });

  it.each([
    ['that does not parse', '{"a": '],
    ['that holds no object', '[1]'],
  ])('a file %s is moved aside with a warning, and the store starts empty', async (_what, content) => {
    const storeFolder = tempFolder();
    writeFileSync(join(storeFolder, 'm.json'), content);
    const { cmd, host } = await cmdOf(() => {}, { storeFolder });
    expect(cmd.store.get('a')).toBeUndefined();
    cmd.store.set('a', 1);
    expect(host.diagnostics()).toMatchObject([{ code: 'STORE_UNREADABLE', severity: 'warning', mod: 'm' }]);
    const [kept, aside = ''] = readdirSync(storeFolder).sort();
    expect(kept).toBe('m.json');
    expect(readFileSync(join(storeFolder, aside), 'utf8')).toBe(content);
  });

  it.each([
    ['a function', () => {}],
    ['undefined', undefined],
    ['a cycle', cyclic()],
    ['a BigInt', 1n],
  ])('%s does not survive JSON and is refused', async (_what, value) => {
    const { cmd } = await cmdOf();
    expect(() => cmd.store.set('a', value)).toThrow(TypeError);
    expect(cmd.store.get('a')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('a key may be called anything: %s', async (key) => {
    const storeFolder = tempFolder();
    const { cmd } = await cmdOf(() => {}, { storeFolder });
    expect(cmd.store.get(key)).toBeUndefined();
    cmd.store.set(key, { a: 1 });
    expect(cmd.store.get(key)).toEqual({ a: 1 });
    const again = await cmdOf(() => {}, { storeFolder });
    expect(again.cmd.store.get(key)).toEqual({ a: 1 });
  });

  it('without a folder lives in memory', async () => {
    const { cmd } = await cmdOf();
    cmd.store.set('a', 1);
    expect(cmd.store.get('a')).toBe(1);
    cmd.store.delete('a');
    expect(cmd.store.get('a')).toBeUndefined();
  });

  it('the folder is made with the first write', async () => {
    const storeFolder = join(tempFolder(), 'deep', 'er');
    mkdirSync(join(storeFolder, '..', '..'), { recursive: true });
    const { cmd } = await cmdOf(() => {}, { storeFolder });
    cmd.store.set('a', 1);
    expect(readdirSync(storeFolder)).toEqual(['m.json']);
  });
});

function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

describe('cmd.clock', () => {
  it('every calls again and again until disposed, after calls once', async () => {
    vi.useFakeTimers();
    const { cmd } = await cmdOf();
    const heard: string[] = [];
    const handle = cmd.clock.every(10, () => heard.push('every'));
    cmd.clock.after(15, () => heard.push('after'));
    vi.advanceTimersByTime(30);
    handle.dispose();
    vi.advanceTimersByTime(100);
    expect(heard).toEqual(['every', 'after', 'every', 'every']);
  });

  it('waits as long as it is told, also for more than the 25 days that a timer of Node can', async () => {
    vi.useFakeTimers();
    const { cmd } = await cmdOf();
    const day = 24 * 60 * 60 * 1000;
    const heard: string[] = [];
    const handle = cmd.clock.every(30 * day, () => heard.push('every'));
    cmd.clock.after(60 * day + 1, () => heard.push('after'));
    vi.advanceTimersByTime(29 * day);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(32 * day);
    handle.dispose();
    vi.advanceTimersByTime(100 * day);
    expect(heard).toEqual(['every', 'every', 'after']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a disposed after never calls', async () => {
    vi.useFakeTimers();
    const { cmd } = await cmdOf();
    const heard: string[] = [];
    cmd.clock.after(5, () => heard.push('x')).dispose();
    vi.advanceTimersByTime(100);
    expect(heard).toEqual([]);
  });

  it.each([
    ['throws', boom],
    ['rejects', (async () => boom()) as () => void],
  ])('a callback that %s becomes mod_error while the timer keeps its schedule', async (_what, callback) => {
    let count = 0;
    const { events } = await setStage({
      mods: {
        m: (cmd) => {
          const handle = cmd.clock.every(1, () => {
            count += 1;
            if (count === 2) handle.dispose();
            return callback();
          });
        },
      },
    });
    await vi.waitFor(() => expect(modErrors(events)).toEqual(['m clock: boom', 'm clock: boom']));
  });

  it('timers never hold the process open', async () => {
    const { cmd } = await cmdOf();
    const kinds = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = kinds();
    const handles = [cmd.clock.every(60_000, () => {}), cmd.clock.after(60_000, () => {})];
    expect(kinds()).toBe(before);
    for (const handle of handles) handle.dispose();
  });
});

describe('the clock that a host brings', () => {
  it('starts and stops every timer of the mods, and Node starts none', async () => {
    vi.useFakeTimers();
    const log: string[] = [];
    const start = (what: string) => (ms: number, callback: () => void) => {
      log.push(`${what} ${ms}`);
      callback();
      return () => void log.push(`stop ${what} ${ms}`);
    };
    const host = createModHost({
      cwd: tempFolder(),
      clock: { every: start('every'), after: (ms, _callback) => start('after')(ms, () => {}) },
    });
    await host.register({
      name: 'm',
      factory: (cmd) => {
        cmd.clock.every(10, () => log.push('called')).dispose();
        cmd.clock.after(20, () => log.push('never'));
      },
    });
    expect(log).toEqual(['every 10', 'called', 'stop every 10', 'after 20']);
    expect(vi.getTimerCount()).toBe(0);
    await host.replace('m', () => {});
    expect(log.at(-1)).toBe('stop after 20');
  });
});

describe('registrations', () => {
  it('lists what has a name, with its kind and its mod, and forgets what was taken back', async () => {
    const { host } = await cmdOf((cmd) => {
      cmd.addTool(tool('look'));
      cmd.hooks({ onRunEnd: () => {} });
      cmd.hooks({ onStop: () => undefined }).dispose();
      cmd.addFlag('loud', { type: 'boolean' });
      cmd.addCommand({ name: 'greet', handler: () => {} });
      cmd.addRenderer('note', () => []);
      cmd.ui.setStatus('busy');
      cmd.on('run_end', () => {}).dispose();
      cmd.on('run_start', () => {});
    });
    expect(host.registrations().map(({ kind, name, mod }) => `${kind} ${name} ${mod}`)).toEqual([
      'hook onRunEnd m',
      'tool look m',
      'command greet m',
      'flag loud m',
      'renderer note m',
      'observer run_start m',
      'status m m',
    ]);
  });
});

describe('commands', () => {
  it('/name args runs the command with the raw text, the ui, the folder and exec', async () => {
    const { host } = await cmdOf(
      (cmd) =>
        void cmd.addCommand({
          name: 'x',
          handler: async ({ args, ui, cwd, exec }) => ({
            message: [args, typeof ui.confirm, cwd === host.cwd, typeof exec].join(' | '),
          }),
        }),
    );
    expect(await host.runCommand('x', 'a  b ')).toEqual({ message: 'a  b  | function | true | function' });
  });

  it('those of several mods all run, and getCommands names the mod of each', async () => {
    const host = createModHost({ cwd: tempFolder() });
    let list: unknown;
    for (const name of ['a', 'b']) {
      await host.register({
        name,
        factory: (cmd) => {
          cmd.addCommand({ name: `of-${name}`, description: 'd', handler: () => ({ message: name }) });
          list = cmd.getCommands();
        },
      });
    }
    expect(await host.runCommand('of-a', '')).toEqual({ message: 'a' });
    expect(await host.runCommand('of-b', '')).toEqual({ message: 'b' });
    expect(list).toEqual([
      { name: 'of-a', description: 'd', mod: 'a' },
      { name: 'of-b', description: 'd', mod: 'b' },
    ]);
  });

  it('one that nobody has gives undefined', async () => {
    const { host } = await cmdOf();
    expect(host.runCommand('none', '')).toBeUndefined();
  });

  it.each([
    ['nothing', undefined, {}],
    ['null', null, {}],
    ['a prompt', { prompt: 'p' }, { prompt: 'p' }],
    ['fields of the wrong type', { message: 5, prompt: {} }, {}],
  ])('an answer of %s', async (_what, answer, expected) => {
    const { host } = await cmdOf((cmd) => void cmd.addCommand({ name: 'x', handler: () => answer as never }));
    expect(await host.runCommand('x', '')).toEqual(expected);
  });

  it('an answer that is no object counts as nothing and is reported', async () => {
    const { harness, events } = await setStage({
      mods: { m: (cmd) => void cmd.addCommand({ name: 'x', handler: () => 'text' as never }) },
    });
    expect(await harness.command('x', '')).toEqual({});
    expect(modErrors(events)).toEqual([
      'm command:x: A command answers with {message?, prompt?}, not with a string.',
    ]);
  });

  it('a throw is reported and handed on', async () => {
    const { harness, events } = await setStage({
      mods: { m: (cmd) => void cmd.addCommand({ name: 'x', handler: async () => boom() }) },
    });
    await expect(harness.command('x', '')).rejects.toThrow('boom');
    expect(modErrors(events)).toEqual(['m command:x: boom']);
  });
});

describe('renderers', () => {
  it('a type without one is shown as indented JSON', async () => {
    const { host } = await cmdOf();
    expect(host.renderEntry('x', { a: 1 })).toEqual(['{', '  "a": 1', '}']);
    expect(host.renderEntry('x', undefined)).toEqual(['undefined']);
  });

  it('what JSON cannot hold is shown all the same', async () => {
    const { host } = await cmdOf();
    expect(host.renderEntry('x', { n: 1n })).toEqual(['{ n: 1n }']);
    expect(host.renderEntry('x', cyclic())).toEqual([expect.stringContaining('[Circular *1]')]);
  });

  it.each([
    ['throws', boom, 'boom'],
    ['gives no lines', () => 'text' as never, 'A renderer returns an array of lines.'],
    ['is asynchronous', (async () => ['line']) as never, 'A renderer returns an array of lines.'],
  ])('one that %s gives a line that says so, and a mod_error', async (_what, render, message) => {
    const { host, events } = await setStage({ mods: { m: (cmd) => void cmd.addRenderer('x', render) } });
    expect(host.renderEntry('x', {})).toEqual([`[m] the renderer of "x" failed: ${message}`]);
    expect(modErrors(events)).toEqual([`m renderer:x: ${message}`]);
  });
});

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

describe('the session', () => {
  it('binding fires onSessionStart with source startup and one session_start event', async () => {
    const sources: unknown[] = [];
    const { events, host } = await setStage({
      mods: {
        m: { onSessionStart: (params, ctx) => void sources.push(params, ctx?.cwd, typeof ctx?.session) },
      },
    });
    expect(sources).toEqual([{ source: 'startup' }, host.cwd, 'object']);
    expect(ofType(events, 'session_start')).toMatchObject([{ source: 'startup' }]);
  });

  it('a resumed one has source resume', async () => {
    const sources: unknown[] = [];
    await setStage({
      mods: { m: { onSessionStart: ({ source }) => void sources.push(source) } },
      harness: { session: createSession({ cwd: '/' }), isResumed: true },
    });
    expect(sources).toEqual(['resume']);
  });

  it('nobody waits for onSessionStart, and its throw becomes mod_error', async () => {
    const { events, run } = await setStage({
      mods: {
        hanging: { onSessionStart: () => new Promise(() => {}) },
        bad: { onSessionStart: () => Promise.reject(new Error('boom')) },
      },
    });
    expect((await run()).result.stopReason).toBe('end_turn');
    expect(modErrors(events)).toEqual(['bad onSessionStart: boom']);
  });

  it('one that hangs at its end keeps no other mod from cleaning up', async () => {
    vi.useFakeTimers();
    const cleaned: string[] = [];
    const { harness } = await setStage({
      mods: {
        hanging: { onSessionEnd: () => new Promise(() => {}) },
        tidy: { onSessionEnd: () => void cleaned.push('tidy') },
      },
    });
    const disposed = harness.dispose();
    await vi.advanceTimersByTimeAsync(1_000);
    await disposed;
    expect(cleaned).toEqual(['tidy']);
  });

  it('disposing twice fires onSessionEnd once, with the reason', async () => {
    const reasons: unknown[] = [];
    const { harness, log } = await setStage({
      mods: { m: { onSessionEnd: ({ reason }) => void reasons.push(reason) } },
    });
    await Promise.all([harness.dispose(), harness.dispose()]);
    await harness.dispose('replaced');
    expect(reasons).toEqual(['shutdown']);
    expect(only(log, 'session_shutdown')).toHaveLength(1);
  });

  it('cmd.session is undefined until one is bound, and after it is gone', async () => {
    let session: () => unknown = () => 'not called';
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          session = () => cmd.session;
          expect(cmd.session).toBeUndefined();
        },
      },
    });
    expect(session()).toMatchObject({ sessionId: stage.harness.session?.id });
    await stage.harness.dispose();
    expect(session()).toBeUndefined();
  });

  it('the session name and what was asked before the bind reach it', async () => {
    const { harness } = await setStage({ mods: { m: (cmd) => cmd.setSessionName('early') } });
    expect(harness.session?.getName()).toBe('early');
  });

  it('cmd.sessions reads the live tree and labels it', async () => {
    let cmd: ModApi | undefined;
    const { run } = await setStage({
      mods: {
        m: (api) => {
          cmd = api;
        },
      },
    });
    await run();
    const leaf = cmd?.sessions.leafId() ?? '';
    cmd?.sessions.setLabel({ targetId: leaf, label: 'here' });
    expect(JSON.stringify(cmd?.sessions.tree())).toContain('"label":"here"');
  });
});

describe('cmd.model.complete', () => {
  it('is one completion on the session model, with no transcript and no tools', async () => {
    const answers: unknown[] = [];
    const { requests, state, trace } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onTurnStart: async ({ turnNumber }) => {
              if (turnNumber === 1) answers.push(await cmd.model.complete({ prompt: 'one word' }));
            },
          }),
      },
      turns: [{ text: 'side answer' }, { text: 'main answer' }],
    });
    expect(answers).toEqual([{ isAnswered: true, text: 'side answer', model: 'scripted' }]);
    expect(requests.map(({ purpose, tools, system }) => [purpose, tools.length, system])).toEqual([
      ['complete', 0, ''],
      ['run', 1, 'BASE'],
    ]);
    expect(JSON.stringify(state)).not.toContain('side answer');
    const answered = trace.flatMap((row) => (row.kind === 'response' ? [[row.turnNumber, row.content]] : []));
    expect(answered).toEqual([
      [0, [{ type: 'text', text: 'side answer' }]],
      [1, [{ type: 'text', text: 'main answer' }]],
    ]);
  });

  it('always resolves: unavailable before a session binds, error, aborted', async () => {
    const { cmd } = await cmdOf();
    expect(await cmd.model.complete({ prompt: '' })).toEqual({ isAnswered: false, reason: 'unavailable' });
    const answers: unknown[] = [];
    await runScripted({
      mods: {
        m: (api) =>
          void api.hooks({
            onRunEnd: async () => {
              answers.push(await api.model.complete({ prompt: '' }));
              answers.push(await api.model.complete({ prompt: '', signal: AbortSignal.abort() }));
            },
          }),
      },
      turns: [calls(['echo']), { text: 'done' }, { error: { message: 'no' } }],
    });
    expect(answers).toEqual([
      { isAnswered: false, reason: 'error' },
      { isAnswered: false, reason: 'aborted' },
    ]);
  });

  it.each([
    ['nothing', undefined, '{prompt} with a string, not undefined'],
    ['no text', { prompt: 5 }, '{prompt} with a string, not a number'],
    ['a signal that is none', { prompt: 'x', signal: {} }, 'an AbortSignal for its signal, not an object'],
  ])('always resolves, and reports what it was asked wrongly: %s', async (_what, params, problem) => {
    let answered: unknown;
    const { events } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onRunEnd: async () => {
              answered = await cmd.model.complete(params as never);
            },
          }),
      },
    });
    expect(answered).toEqual({ isAnswered: false, reason: 'error' });
    expect(modErrors(events)).toEqual([`m model.complete: cmd.model.complete needs ${problem}.`]);
  });

  it('resolves when the harness ends, though the model never answers; onSessionEnd may still ask', async () => {
    let ending: unknown;
    let kept: ModApi | undefined;
    const answers = [() => new Promise<never>(() => {}), async () => said('bye')];
    const { harness } = await setStage({
      mods: {
        m: (cmd) => {
          kept = cmd;
          cmd.hooks({
            async onSessionEnd() {
              ending = await cmd.model.complete({ prompt: 'a last word' });
            },
          });
        },
      },
      harness: { modelClient: { complete: () => answers.shift()?.() ?? Promise.reject(new Error('no')) } },
    });
    const hanging = kept?.model.complete({ prompt: 'x' });
    await harness.dispose();
    expect(await hanging).toEqual({ isAnswered: false, reason: 'aborted' });
    expect(ending).toMatchObject({ isAnswered: true, text: 'bye' });
  });
});

function said(text: string): StreamResult {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return { content: [{ type: 'text', text }], usage, stopReason: 'end_turn' };
}

describe('programs', () => {
  it('exec hands an argument with spaces or quotes over as one argument, and a code is no rejection', async () => {
    const { cmd } = await cmdOf();
    const args = [
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1))); process.exit(3)',
      'a b',
      `"it's"`,
    ];
    expect(await cmd.exec({ command: process.execPath, args })).toEqual({
      stdout: `${JSON.stringify(['a b', `"it's"`])}\n`,
      stderr: '',
      code: 3,
    });
  });

  it('a throwing onOutput becomes mod_error with hook on:process, and the process keeps running', async () => {
    let code: number | null = null;
    const { events } = await setStage({
      mods: {
        m: async (cmd) => {
          const args = ['-e', 'console.log("x"); setTimeout(() => process.exit(4), 20)'];
          ({ code } = await cmd.process.spawn({ command: process.execPath, args, onOutput: boom }));
        },
      },
    });
    expect(code).toBe(4);
    expect(modErrors(events)).toEqual(['m on:process: boom']);
  });
});
