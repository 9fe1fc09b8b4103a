import { afterEach, describe, expect, it, vi } from 'vitest';
import { createModHost } from '../../src/index.ts';
import { boom, cmdOf } from '../support/cmd-of.ts';
import { modErrors, setStage, tempFolder } from '../support/run-scripted.ts';

afterEach(() => void vi.useRealTimers());

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
