import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { later, throwingHooks } from './support/hooks.ts';

const nothing = () => undefined;

describe('clear', () => {
  it('removes all registrations', async () => {
    const hooks = throwingHooks();
    hooks.on('stop', () => true);
    hooks.on('message_start', nothing);
    await hooks.clear();
    expect(hooks.has('stop') || hooks.has('message_start')).toBe(false);
  });

  it('runs cleanups in reverse order of registration, over all event types', async () => {
    const hooks = throwingHooks();
    const cleaned: number[] = [];
    for (const [index, type] of (['stop', 'message_start', 'stop', 'tick'] as const).entries()) {
      hooks.on(type, nothing, { cleanup: () => void cleaned.push(index) });
    }
    await hooks.clear();
    expect(cleaned).toEqual([3, 2, 1, 0]);
  });

  it('runs one cleanup after the other', async () => {
    const hooks = throwingHooks();
    const steps: string[] = [];
    for (const name of ['one', 'two']) {
      const cleanup = async () => {
        steps.push(`${name} begins`);
        await later(undefined, true);
        steps.push(`${name} ends`);
      };
      hooks.on('stop', () => true, { cleanup });
    }
    await hooks.clear();
    expect(steps).toEqual(['two begins', 'two ends', 'one begins', 'one ends']);
  });

  it('leaves out what was unregistered before', async () => {
    const hooks = throwingHooks();
    const cleanup = vi.fn();
    await hooks.on('stop', () => true, { cleanup })();
    await hooks.clear();
    expect(cleanup).toHaveBeenCalledTimes(1);
  });

  it('makes a later unregister a no-op', async () => {
    const hooks = throwingHooks();
    const cleanup = vi.fn();
    const unregister = hooks.on('stop', () => true, { cleanup });
    await hooks.clear();
    await unregister();
    expect(cleanup).toHaveBeenCalledTimes(1);
  });

  it('runs a cleanup once when a cleanup before it unregisters it', async () => {
    const hooks = throwingHooks();
    const cleanup = vi.fn();
    const unregister = hooks.on('stop', () => true, { cleanup });
    hooks.on('stop', () => true, { cleanup: unregister });
    await hooks.clear();
    expect(cleanup).toHaveBeenCalledTimes(1);
  });

  it('collects the errors of cleanups into one AggregateError and runs all cleanups', async () => {
    const hooks = throwingHooks();
    const cleaned: string[] = [];
    const [sync, async, unusual] = [new Error('sync'), new Error('async'), 'a thrown text'];
    hooks.on('stop', () => true, { cleanup: () => void cleaned.push('first') });
    hooks.on('stop', () => true, { cleanup: () => Promise.reject(async) });
    hooks.on('stop', () => true, { cleanup: () => void cleaned.push('third') });
    for (const error of [sync, unusual]) {
      hooks.on('stop', () => true, {
        cleanup: () => {
          throw error;
        },
      });
    }
    const failure: unknown = await hooks.clear().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AggregateError);
    expect(failure).toMatchObject({
      errors: [unusual, sync, async],
      message: '3 of 5 hook cleanups failed.',
    });
    expect(cleaned).toEqual(['third', 'first']);
    await expect(hooks.clear()).resolves.toBeUndefined();
  });

  it('leaves what a cleanup registers', async () => {
    const hooks = throwingHooks();
    hooks.on('stop', () => true, { cleanup: () => void hooks.on('stop', () => false) });
    await hooks.clear();
    expect(await hooks.emit({ type: 'stop' })).toBe(false);
  });

  it('runs cleanups in reverse, and exactly once, for any mix of events and failures', async () => {
    const kinds = fc.array(fc.constantFrom('ok', 'later', 'throw', 'reject'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kinds, async (list) => {
        const hooks = throwingHooks();
        const cleaned: number[] = [];
        for (const [index, kind] of list.entries()) {
          const cleanup = () => {
            cleaned.push(index);
            if (kind === 'throw') throw new Error(`${index}`);
            return kind === 'reject' ? Promise.reject(new Error(`${index}`)) : later(undefined);
          };
          hooks.on(index % 2 === 0 ? 'stop' : 'tick', nothing, { cleanup });
        }
        const failed = [...list.keys()].filter((index) => /throw|reject/.test(list[index] ?? '')).reverse();
        const failure: unknown = await hooks.clear().catch((error: unknown) => error);
        expect(cleaned).toEqual([...list.keys()].reverse());
        const messages =
          failure instanceof AggregateError ? failure.errors.map((error: Error) => error.message) : [];
        expect(messages).toEqual(failed.map(String));
      }),
      { numRuns: 60 },
    );
  });
});

describe('dispose', () => {
  it('clears', async () => {
    const hooks = throwingHooks();
    const cleanup = vi.fn();
    hooks.on('stop', () => true, { cleanup });
    await hooks.dispose();
    expect(hooks.has('stop')).toBe(false);
    expect(cleanup).toHaveBeenCalledTimes(1);
  });

  it('throws what clear throws', async () => {
    const hooks = throwingHooks();
    hooks.on('stop', () => true, { cleanup: () => Promise.reject(new Error('no')) });
    await expect(hooks.dispose()).rejects.toThrow(AggregateError);
  });
});
