import type { Disposable, ModApi, ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, type ModHost } from '../../src/index.ts';
import { settled, tempFolder, tool } from '../support/run-scripted.ts';

async function hostWith(mods: Readonly<Record<string, ModFactory>>): Promise<ModHost> {
  const host = createModHost({ cwd: tempFolder() });
  for (const [name, factory] of Object.entries(mods)) await host.register({ name, factory });
  return host;
}

const provider = (id: string) => ({
  id,
  displayName: id,
  transport: { kind: 'direct', stream: () => Promise.reject(new Error('no')) } as const,
});
const agent = (name: string) => ({ name, description: 'd', prompt: 'p' });
const noop = () => {};

/** Each verb, twice, and what the host shows of it. */
const verbs: Readonly<
  Record<
    string,
    { readonly add: (cmd: ModApi, name: string) => Disposable; readonly shown: (host: ModHost) => unknown[] }
  >
> = {
  addTool: {
    add: (cmd, name) => cmd.addTool(tool(name)),
    shown: (host) => host.tools().map((one) => one.tool.schema.name),
  },
  addCommand: {
    add: (cmd, name) => cmd.addCommand({ name, handler: noop }),
    shown: (host) => host.commands().map((one) => one.name),
  },
  addProvider: {
    add: (cmd, name) => cmd.addProvider(provider(name)),
    shown: (host) => host.providers().map((one) => one.id),
  },
  addAgent: {
    add: (cmd, name) => cmd.addAgent(agent(name)),
    shown: (host) => host.agents().map((one) => one.name),
  },
  addSkillsPath: {
    add: (cmd, name) => cmd.addSkillsPath(`/${name}`),
    shown: (host) => host.skillsPaths().map((one) => one.path.slice(1)),
  },
  addRenderer: {
    add: (cmd, name) => cmd.addRenderer(name, () => ['drawn']),
    shown: (host) => ['one', 'two'].filter((name) => host.renderEntry(name, 5)[0] === 'drawn'),
  },
  widget: {
    add: (cmd, name) => cmd.ui.widget({ placement: 'above-editor', render: () => [name] }),
    shown: (host) => [...host.surface.widgets].flatMap((one) => one.render({ width: 80 })),
  },
  pane: {
    add: (cmd, name) => cmd.ui.pane({ id: name, title: name, render: () => [] }),
    shown: (host) => [...host.surface.panes.keys()].map((id) => id.replace('m/', '')),
  },
  override: {
    add: (cmd, name) => cmd.ui.override('spinner', () => [name]),
    shown: (host) => [...host.surface.overrides].flatMap((one) => one.render({}, () => undefined)),
  },
};

describe.each(Object.entries(verbs))('%s', (_verb, { add, shown }) => {
  it('registers, and dispose undoes exactly that one registration; a second call is a no-op', async () => {
    const handles: Disposable[] = [];
    const host = await hostWith({
      m: (cmd) => {
        handles.push(add(cmd, 'one'), add(cmd, 'two'));
      },
    });
    expect(shown(host)).toEqual(['one', 'two']);
    handles[0]?.dispose();
    expect(shown(host)).toEqual(['two']);
    handles[0]?.dispose();
    expect(shown(host)).toEqual(['two']);
  });

  it('can be registered again after it was disposed', async () => {
    const host = await hostWith({
      m: (cmd) => {
        add(cmd, 'one').dispose();
        add(cmd, 'one');
      },
    });
    expect(shown(host)).toEqual(['one']);
  });

  it('of a factory that throws later is not registered', async () => {
    const host = await hostWith({
      m: (cmd) => {
        add(cmd, 'one');
        throw new Error('boom');
      },
    });
    expect(shown(host)).toEqual([]);
  });
});

describe('hooks, on, expose, flags and shortcuts', () => {
  it('hooks: several calls compose in order, and dispose takes exactly its own back', async () => {
    const seen: string[] = [];
    let handle: Disposable | undefined;
    const host = await hostWith({
      m: (cmd) => {
        cmd.hooks({ transformInput: () => void seen.push('one') });
        handle = cmd.hooks({ transformInput: () => void seen.push('two'), onStop: () => undefined });
        cmd.hooks({ transformInput: () => void seen.push('three') });
      },
    });
    await host.hooks.emit({ type: 'transformInput', params: { text: '' } });
    handle?.dispose();
    handle?.dispose();
    await host.hooks.emit({ type: 'transformInput', params: { text: '' } });
    expect(seen).toEqual(['one', 'two', 'three', 'one', 'three']);
    expect(host.hooks.has('onStop')).toBe(false);
  });

  it('hooks: an object with id and tools, as AgentMods have them, is taken for its hooks', async () => {
    const host = await hostWith({
      m: (cmd) => void cmd.hooks({ id: 'x', tools: [], onStop: () => undefined } as never),
    });
    expect(host.hooks.has('onStop')).toBe(true);
    expect(host.diagnostics()).toEqual([]);
  });

  it('on: dispose ends the observing', async () => {
    const seen: string[] = [];
    let handle: Disposable | undefined;
    const host = await hostWith({
      m: (cmd) => {
        handle = cmd.on('message_start', () => seen.push('one'));
        cmd.on('message_start', () => seen.push('two'));
      },
    });
    host.observe({ type: 'message_start' });
    handle?.dispose();
    handle?.dispose();
    host.observe({ type: 'message_start' });
    expect(seen).toEqual(['one', 'two', 'two']);
  });

  it('expose and use share a function with other mods; undefined until it is exposed, and after it is gone', async () => {
    const found: unknown[] = [];
    let handle: Disposable | undefined;
    let use: () => unknown = () => undefined;
    await hostWith({
      early: (cmd) => {
        use = () => cmd.use<() => number>('maths', 'answer')?.();
        found.push(use());
      },
      maths: (cmd) => {
        handle = cmd.expose('answer', () => 42);
      },
    });
    found.push(use());
    handle?.dispose();
    found.push(use());
    expect(found).toEqual([undefined, 42, undefined]);
  });

  it('two mods can expose the same name, each under its own', async () => {
    const found: unknown[] = [];
    await hostWith({
      a: (cmd) => void cmd.expose('f', () => 'a'),
      b: (cmd) => void cmd.expose('f', () => 'b'),
      c: (cmd) => void found.push(cmd.use<() => string>('a', 'f')?.(), cmd.use<() => string>('b', 'f')?.()),
    });
    expect(found).toEqual(['a', 'b']);
  });

  it('addSkillsPath: relative paths start at the mod own file, and file URLs are taken; the mod is named', async () => {
    const cwd = tempFolder();
    const host = createModHost({ cwd });
    await host.register({
      name: 'm',
      file: '/mods/m/index.ts',
      factory: (cmd) => {
        cmd.addSkillsPath('./skills');
        cmd.addSkillsPath('file:///elsewhere');
      },
    });
    await host.register({ name: 'inline', factory: (cmd) => void cmd.addSkillsPath('skills') });
    expect(host.skillsPaths()).toEqual([
      { path: '/mods/m/skills', mod: 'm' },
      { path: '/elsewhere', mod: 'm' },
      { path: `${cwd}/skills`, mod: 'inline' },
    ]);
  });
});

describe('the fields of cmd', () => {
  it('are real properties, so that probing for a member tells whether it is there', async () => {
    let probed: unknown[] = [];
    await hostWith({
      m: (cmd) => {
        probed = [
          cmd.name,
          typeof cmd.cwd,
          typeof cmd.apiVersion,
          typeof cmd.addTool,
          typeof cmd.ui.notify,
          (cmd as never as { unknown?: unknown }).unknown,
          'unknown' in cmd,
          typeof (cmd.sessions as never as { fork?: unknown }).fork,
        ];
      },
    });
    expect(probed).toEqual(['m', 'string', 'string', 'function', 'function', undefined, false, 'undefined']);
  });

  it.each(['fork', 'new', 'switch', 'create'])('cmd.sessions offers no %s', async (name) => {
    let has = true;
    await hostWith({
      m: (cmd) => {
        has = name in cmd.sessions;
      },
    });
    expect(has).toBe(false);
  });

  it('cmd.sessions throws with a clear message while no session is bound', async () => {
    const errors: string[] = [];
    await hostWith({
      m: async (cmd) => {
        const attempts = [
          () => cmd.sessions.tree(),
          () => cmd.sessions.leafId(),
          () => cmd.sessions.setLabel({ targetId: 'x', label: 'y' }),
          () => cmd.sessions.compact(),
          () => cmd.sessions.navigateTree({ targetId: 'x' }),
        ];
        for (const attempt of attempts) {
          try {
            await attempt();
          } catch (error) {
            errors.push(String(error));
          }
        }
      },
    });
    expect(errors).toEqual(
      ['tree', 'leafId', 'setLabel', 'compact', 'navigateTree'].map(
        (name) =>
          `Error: cmd.sessions.${name} needs a session, and none is bound yet. Call it from a hook or a command.`,
      ),
    );
  });
});

describe('a factory', () => {
  it('may be async; the host waits for it before the next mod loads', async () => {
    const order: string[] = [];
    await hostWith({
      slow: async () => {
        await settled();
        order.push('slow');
      },
      next: () => void order.push('next'),
    });
    expect(order).toEqual(['slow', 'next']);
  });

  it('that throws is a diagnostic with the mod, its file, line and column, and the other mods load', async () => {
    const host = createModHost({ cwd: tempFolder() });
    const error = new Error('boom');
    error.stack = 'Error: boom\n    at helper (/elsewhere.ts:1:1)\n    at default (file:///mods/bad.ts:7:9)';
    const result = await host.register({
      name: 'bad',
      file: '/mods/bad.ts',
      factory: () => {
        throw error;
      },
    });
    await host.register({ name: 'good', factory: (cmd) => void cmd.addTool(tool('t')) });
    expect(result).toMatchObject({
      ok: false,
      diagnostic: {
        code: 'MOD_FACTORY_THREW',
        severity: 'error',
        mod: 'bad',
        message: 'The factory of "bad" threw: boom',
        where: { file: '/mods/bad.ts', line: 7, column: 9 },
        cause: error,
      },
    });
    expect(host.mods().map(({ name }) => name)).toEqual(['good']);
    expect(host.diagnostics()).toHaveLength(1);
  });

  it('that rejects, or throws no error, is a diagnostic too', async () => {
    for (const factory of [
      () => Promise.reject(new Error('late')),
      () => {
        throw 'text';
      },
    ] as ModFactory[]) {
      const host = await hostWith({ bad: factory });
      expect(host.diagnostics()[0]?.message).toMatch(/threw: (late|text)/);
    }
  });

  it('that threw leaves nothing registered: hooks, observers, timers, flags, shortcuts', async () => {
    const seen: string[] = [];
    let cmdOfBad: ModApi | undefined;
    const host = await hostWith({
      bad: (cmd) => {
        cmdOfBad = cmd;
        cmd.hooks({ transformInput: () => void seen.push('hook') });
        cmd.on('message_start', () => seen.push('observer'));
        cmd.events.on('channel', () => seen.push('listener'));
        cmd.clock.after(0, () => seen.push('timer'));
        cmd.ui.setStatus('status');
        cmd.addFlag('flag', { type: 'boolean' });
        cmd.expose('f', noop);
        throw new Error('boom');
      },
      good: (cmd) => {
        cmd.events.emit('channel');
        cmd.addFlag('flag', { type: 'string' });
        expect(cmd.use('bad', 'f')).toBeUndefined();
      },
    });
    host.observe({ type: 'message_start' });
    await host.hooks.emit({ type: 'transformInput', params: { text: '' } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(seen).toEqual([]);
    expect(host.surface.statuses.size).toBe(0);
    expect(host.conflicts()).toEqual([]);
    expect(() => cmdOfBad?.addTool(tool('late'))).toThrow('This code of the mod "bad" is no longer loaded');
  });

  it('that calls a member the host lacks is told its name, the version of the API and the nearest member', async () => {
    const host = await hostWith({
      a: (cmd) => (cmd as never as { addTools(): void }).addTools(),
      b: (cmd) => (cmd.ui as never as { notifi(): void }).notifi(),
      c: (cmd) => (cmd as never as { quantum(): void }).quantum(),
    });
    expect(host.diagnostics().map(({ hint }) => hint)).toEqual([
      expect.stringMatching(
        /^This host speaks version .+ of the API, which has no member "addTools"\. Did you mean "addTool"\?$/,
      ),
      expect.stringContaining('has no member "ui.notifi". Did you mean "ui.notify"?'),
      expect.stringMatching(/has no member "quantum"\.$/),
    ]);
  });

  it('a hint is not given for another TypeError', async () => {
    const host = await hostWith({ a: () => (undefined as never as { x(): void }).x() });
    expect(host.diagnostics()[0]?.hint).not.toContain('has no member');
  });

  it('a new host holds no mod and no diagnostic', () => {
    const host = createModHost({ cwd: tempFolder() });
    expect([host.mods(), host.diagnostics(), host.conflicts(), host.tools(), host.commands()]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it('a mod whose name is taken is left out and reported with both origins', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({ name: 'm', origin: 'the user folder', factory: noop });
    const result = await host.register({
      name: 'm',
      origin: 'a package',
      factory: () => expect.unreachable(),
    });
    expect(result).toMatchObject({
      ok: false,
      diagnostic: {
        code: 'MOD_NAME_TAKEN',
        message: 'The mod "m" (a package) is left out: the user folder has that name.',
      },
    });
    expect(host.conflicts()).toMatchObject([
      { kind: 'mod', name: 'm', winner: 'the user folder', loser: 'a package' },
    ]);
  });

  it('a built-in mod has its own kind of id and always keeps its name', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({ name: 'titling', builtin: true, factory: noop });
    await host.register({ name: 'titling', factory: noop });
    expect(host.mods()).toMatchObject([{ name: 'titling', id: 'builtin:titling' }]);
    expect(host.conflicts()[0]?.rule).toBe('a built-in mod always keeps its name');
  });

  it('a store that cannot be opened is a mod that did not load, not a host that fails', async () => {
    const cwd = tempFolder();
    const host = createModHost({ cwd, storeFolder: `${cwd}/\0` });
    expect(await host.register({ name: 'm', factory: (cmd) => cmd.store.set('a', 1) })).toMatchObject({
      ok: false,
    });
    expect(host.mods()).toEqual([]);
  });
});
