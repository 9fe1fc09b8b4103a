import type { ModApi, ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModHost, type ModHost } from '../../src/index.ts';
import { tempFolder, tool } from '../support/run-scripted.ts';

const adding: Readonly<Record<string, (cmd: ModApi) => { dispose(): void }>> = {
  tool: (cmd) => cmd.addTool(tool('x')),
  command: (cmd) => cmd.addCommand({ name: 'x', handler: () => ({ message: cmd.name }) }),
  flag: (cmd) => cmd.addFlag('x', { type: 'string', default: cmd.name }),
  provider: (cmd) =>
    cmd.addProvider({
      id: 'x',
      displayName: cmd.name,
      transport: { kind: 'direct', baseUrl: 'http://127.0.0.1' },
    }),
  renderer: (cmd) => cmd.addRenderer('x', () => [cmd.name]),
  agent: (cmd) => cmd.addAgent({ name: 'x', description: cmd.name, prompt: '' }),
  shortcut: (cmd) => cmd.addShortcut('alt+x', { description: cmd.name, handler: () => {} }),
};

async function both(factory: ModFactory): Promise<ModHost> {
  const host = createModHost({ cwd: tempFolder() });
  await host.register({ name: 'first', factory });
  await host.register({ name: 'second', factory });
  return host;
}

describe.each(Object.entries(adding))('two mods with one %s', (kind, add) => {
  it('the first keeps it, and the conflict names both', async () => {
    const host = await both((cmd) => void add(cmd));
    expect(host.conflicts()).toEqual([
      {
        kind,
        name: kind === 'shortcut' ? 'alt+x' : 'x',
        winner: 'first',
        loser: 'second',
        rule: 'the mod that comes first keeps the name',
      },
    ]);
  });

  it('the loser is reported and stays loaded with the rest of what it registered', async () => {
    const host = await both((cmd) => {
      add(cmd);
      cmd.addCommand({ name: `own-${cmd.name}`, handler: () => {} });
    });
    expect(host.mods()).toHaveLength(2);
    expect(host.commands().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['own-first', 'own-second']),
    );
    // A lost tool is a mod_error of the session instead.
    if (kind !== 'tool') {
      expect(host.diagnostics()).toMatchObject([
        {
          code: 'NAME_TAKEN',
          mod: 'second',
          message: expect.stringMatching(/of the mod "second" .*the mod "first"/),
        },
      ]);
    }
  });

  it('the name falls to the second when the first takes its own back', async () => {
    const handles: { dispose(): void }[] = [];
    const host = await both((cmd) => void handles.push(add(cmd)));
    handles[0]?.dispose();
    expect(host.conflicts()).toEqual([]);
    handles[1]?.dispose();
    expect([host.tools(), host.commands(), host.providers(), host.agents()]).toEqual([[], [], [], []]);
  });
});

describe('who has a name', () => {
  it('is what runs, draws and answers', async () => {
    const flags: unknown[] = [];
    const host = await both((cmd) => {
      for (const add of Object.values(adding)) add(cmd);
      flags.push(cmd.getFlag('x'));
    });
    expect(await host.runCommand('x', '')).toEqual({ message: 'first' });
    expect(host.renderEntry('x', {})).toEqual(['first']);
    expect(host.providers().map(({ displayName }) => displayName)).toEqual(['first']);
    expect(host.agents().map(({ description }) => description)).toEqual(['first']);
    expect(flags).toEqual(['first', 'first']);
  });

  it('disposing one of two registrations of one mod removes that one alone', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({
      name: 'm',
      factory: (cmd) => {
        adding.provider?.(cmd).dispose();
        adding.provider?.(cmd);
      },
    });
    expect(host.providers()).toHaveLength(1);
  });
});
