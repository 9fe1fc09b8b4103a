import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withScopeLock } from '../../src/install/scope-lock.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scope-lock-'));
  folder = join(root, 'a', 'b');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Holds the lock until it is told to let go. */
async function hold(): Promise<() => Promise<void>> {
  let letGo = () => {};
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const work = withScopeLock(folder, {}, () => {
    isHeld();
    return new Promise<void>((resolve) => {
      letGo = resolve;
    });
  });
  await held;
  return async () => {
    letGo();
    await work;
  };
}

describe('the lock of a scope', () => {
  it('lets one in at a time', async () => {
    const seen: string[] = [];
    const work = (name: string) =>
      withScopeLock(folder, {}, async () => {
        seen.push(`${name} in`);
        await sleep(20);
        seen.push(`${name} out`);
      });
    await Promise.all([work('one'), work('two'), work('three')]);
    for (let index = 0; index < seen.length; index += 2) {
      expect(seen[index + 1]).toBe(seen[index]?.replace(' in', ' out'));
    }
    expect(seen).toHaveLength(6);
  });

  it('says once that it waits', async () => {
    let waits = 0;
    const letGo = await hold();
    const second = withScopeLock(folder, { onWait: () => (waits += 1) }, async () => undefined);
    await sleep(350);
    await letGo();
    await second;
    expect(waits).toBe(1);
  });

  it('is given back when the work fails', async () => {
    await expect(withScopeLock(folder, {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withScopeLock(folder, {}, async () => 'yes')).resolves.toBe('yes');
  });

  it('takes away the folders that it made, when nothing was put into them, and no others', async () => {
    mkdirSync(join(root, 'a'));
    await withScopeLock(folder, {}, async () => undefined);
    expect([existsSync(join(root, 'a')), existsSync(folder)]).toEqual([true, false]);
    await withScopeLock(folder, {}, async () => mkdirSync(join(folder, 'kept')));
    expect(existsSync(join(folder, 'kept'))).toBe(true);
  });

  it('that another process keeps for too long is an error that names it', async () => {
    const letGo = await hold();
    const refused = await rejectionOf(withScopeLock(folder, { patience: 100 }, async () => undefined));
    expect(refused).toMatchObject({ code: 'INSTALL_BUSY', where: { file: join(folder, '.lock') } });
    await letGo();
  });

  it('that was lost while this process stood still stops it before it changes anything', async () => {
    const refused = rejectionOf(
      withScopeLock(folder, {}, async (lock) => {
        lock.check();
        rmSync(join(folder, '.lock'), { recursive: true });
        // The lock is refreshed every five seconds, and found missing then.
        await sleep(6_000);
        lock.check();
      }),
    );
    expect(await refused).toMatchObject({ code: 'INSTALL_BUSY' });
  });

  it('is waited for no longer once the signal is aborted', async () => {
    const letGo = await hold();
    const signal = AbortSignal.timeout(50);
    await expect(withScopeLock(folder, { signal }, async () => undefined)).rejects.toThrow();
    await letGo();
  });
});
