import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: what the benchmark of reloads is made of, without types.
import { busyMod, children, holdings, untilChildren } from '../../../../bench/support/busy-mod.mjs';
import { createModHost } from '../../src/index.ts';
import { setStage, tempFolder } from '../support/run-scripted.ts';

const factory: ModFactory = busyMod;

// What a process holds is told by /proc.
describe.skipIf(process.platform !== 'linux')('a mod with timers, listeners, panes and a program', () => {
  it('leaves nothing of 30 reloads behind: no timer, listener, process, file handle or registration', async () => {
    const host = createModHost({ cwd: tempFolder(), screen: {} });
    const others: number = children().length;
    const { run } = await setStage({ host, mods: { busy: factory } });
    await run();
    await untilChildren(others + 1);
    const reload = async () => {
      expect(await host.replace('busy', factory)).toEqual({ ok: true });
      await untilChildren(others + 1);
    };
    await reload();
    const before = { ...(await holdings()), registered: host.registrations() };
    for (let count = 0; count < 30; count += 1) await reload();
    expect({ ...(await holdings()), registered: host.registrations() }).toEqual(before);
    expect(host.diagnostics()).toEqual([]);

    await host.replace('busy', () => {});
    expect(children()).toHaveLength(others);
    expect(host.surface.panes.size + host.surface.widgets.size + host.surface.statuses.size).toBe(0);
  });

  it('has its program ended before its new code runs, and what the old code awaits settles', async () => {
    const ended: unknown[] = [];
    const host = createModHost({ cwd: tempFolder() });
    const others: number = children().length;
    await host.register({
      name: 'm',
      factory: (cmd) =>
        void cmd.process.spawn({ command: 'sleep', args: ['3600'] }).then((end) => ended.push(end)),
    });
    await untilChildren(others + 1);
    await host.replace('m', () => void ended.push(children().length - others));
    expect(ended).toEqual([{ code: null }, 0]);
  });
});
