import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { throwingHooks, untyped, user } from './support/hooks.ts';

const start = { type: 'message_start', message: user('hello') } as const;

describe('Registering', () => {
  it('calls handlers in the order of registration, with event, context and signal', async () => {
    const hooks = throwingHooks();
    const calls: unknown[] = [];
    hooks.on('message_start', (...args) => void calls.push(['one', ...args]));
    hooks.on('message_start', async (...args) => void calls.push(['two', ...args]));
    const { signal } = new AbortController();
    await hooks.emit(start, signal);
    expect(calls).toEqual([
      ['one', start, { run: 'first' }, signal],
      ['two', start, { run: 'first' }, signal],
    ]);
  });

  it('calls handlers as plain functions: they do not get at the registration', async () => {
    const hooks = throwingHooks();
    const seen: unknown[] = [];
    function handler(this: unknown) {
      seen.push(this);
    }
    hooks.on('message_start', handler);
    hooks.on('tick', handler);
    await hooks.emit(start);
    hooks.emitSync({ type: 'tick' });
    expect(seen).toEqual([undefined, undefined]);
  });

  it('calls handlers of a lower rank first, and those of one rank in the order of registration', async () => {
    const hooks = throwingHooks();
    const cleaned: string[] = [];
    const calls: string[] = [];
    const ranks = [
      ['a', undefined],
      ['b', 2],
      ['c', -1],
      ['d', 0],
      ['e', 1],
      ['f', 2],
      ['g', -1],
    ] as const;
    for (const [name, rank] of ranks) {
      const cleanup = () => void cleaned.push(name);
      hooks.on('message_start', () => void calls.push(name), { rank, cleanup });
    }
    await hooks.emit(start);
    expect(calls.join('')).toBe('cgadebf');
    await hooks.clear();
    expect(cleaned.join('')).toBe('gfedcba');
  });

  it('takes the same function twice', async () => {
    const hooks = throwingHooks();
    const handler = vi.fn();
    const unregister = hooks.on('message_start', handler);
    hooks.on('message_start', handler);
    await hooks.emit(start);
    expect(handler).toHaveBeenCalledTimes(2);
    await unregister();
    await hooks.emit(start);
    expect(handler).toHaveBeenCalledTimes(3);
  });

  it('calls handlers of the emitted type only: there is no wildcard', async () => {
    const hooks = throwingHooks();
    const handler = vi.fn();
    hooks.on('stop', handler);
    hooks.on('*' as 'stop', handler);
    await hooks.emit(start);
    expect(handler).not.toHaveBeenCalled();
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an array', []],
    ['an object', {}],
    ['a string', 'handler'],
  ])('refuses a handler that is %s', (name, value) => {
    const hooks = throwingHooks();
    expect(() => hooks.on('stop', untyped(value))).toThrow(
      new TypeError(`The handler of a "stop" hook must be a function, not ${name}.`),
    );
    expect(hooks.has('stop')).toBe(false);
  });

  it('refuses a cleanup that is not a function', () => {
    const hooks = throwingHooks();
    expect(() => hooks.on('stop', () => {}, { cleanup: untyped('later') })).toThrow(
      new TypeError('The cleanup of a "stop" hook must be a function, not a string.'),
    );
    expect(hooks.has('stop')).toBe(false);
  });

  it('tells whether an event has handlers', async () => {
    const hooks = throwingHooks();
    expect(hooks.has('stop')).toBe(false);
    const unregister = hooks.on('stop', () => true);
    expect(hooks.has('stop')).toBe(true);
    await unregister();
    expect(hooks.has('stop')).toBe(false);
  });
});

describe('Registering and unregistering during an emission', () => {
  it('does not call a handler that was registered by a handler of this emission', async () => {
    const hooks = throwingHooks();
    const late = vi.fn();
    hooks.on('message_start', () => void hooks.on('message_start', late));
    await hooks.emit(start);
    expect(late).not.toHaveBeenCalled();
    await hooks.emit(start);
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('does not call a handler that was unregistered before its turn', async () => {
    const hooks = throwingHooks();
    const skipped = vi.fn();
    let unregister: () => Promise<void> = async () => {};
    hooks.on('message_start', async () => unregister());
    unregister = hooks.on('message_start', skipped);
    const last = vi.fn();
    hooks.on('message_start', last);
    await hooks.emit(start);
    expect(skipped).not.toHaveBeenCalled();
    expect(last).toHaveBeenCalledTimes(1);
  });

  it('does the same in a synchronous emission', () => {
    const hooks = throwingHooks();
    const skipped = vi.fn();
    let unregister: () => Promise<void> = async () => {};
    hooks.on('tick', () => void unregister());
    unregister = hooks.on('tick', skipped);
    hooks.emitSync({ type: 'tick' });
    expect(skipped).not.toHaveBeenCalled();
  });

  it('lets a handler unregister itself without any other being missed', async () => {
    const hooks = throwingHooks();
    const calls: string[] = [];
    const unregister = hooks.on('message_start', async () => {
      calls.push('once');
      await unregister();
    });
    hooks.on('message_start', () => void calls.push('always'));
    await hooks.emit(start);
    await hooks.emit(start);
    expect(calls).toEqual(['once', 'always', 'always']);
  });

  it('stops calling handlers after clear', async () => {
    const hooks = throwingHooks();
    const skipped = vi.fn();
    hooks.on('message_start', () => hooks.clear());
    hooks.on('message_start', skipped);
    await hooks.emit(start);
    expect(skipped).not.toHaveBeenCalled();
  });
});

describe('Unregistering', () => {
  it('runs the cleanup once, however often it is called', async () => {
    const hooks = throwingHooks();
    const cleanup = vi.fn();
    const unregister = hooks.on('stop', () => true, { cleanup });
    const first = unregister();
    const second = unregister();
    expect(second).toBe(first);
    await first;
    expect(unregister()).toBe(first);
    await hooks.clear();
    expect(cleanup).toHaveBeenCalledTimes(1);
  });

  it('waits for the cleanup', async () => {
    const hooks = throwingHooks();
    let cleaned = false;
    const cleanup = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      cleaned = true;
    };
    await hooks.on('stop', () => true, { cleanup })();
    expect(cleaned).toBe(true);
  });

  it('takes the handler away at once, before the cleanup has finished', async () => {
    const hooks = throwingHooks();
    let finish = () => {};
    const cleanup = () => new Promise<void>((resolve) => (finish = resolve));
    const done = hooks.on('stop', () => true, { cleanup })();
    expect(hooks.has('stop')).toBe(false);
    finish();
    await done;
  });

  it('rejects with the error of the cleanup, each time with the same', async () => {
    const hooks = throwingHooks();
    const error = new Error('still in use');
    const unregister = hooks.on('stop', () => true, {
      cleanup: () => {
        throw error;
      },
    });
    await expect(unregister()).rejects.toBe(error);
    await expect(unregister()).rejects.toBe(error);
    expect(hooks.has('stop')).toBe(false);
  });

  it('works without a cleanup', async () => {
    await expect(throwingHooks().on('stop', () => true)()).resolves.toBeUndefined();
  });

  it('runs each cleanup once and leaves the others in order, whatever the order of unregistering', async () => {
    const actions = fc.array(fc.nat({ max: 9 }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), actions, async (count, picks) => {
        const hooks = throwingHooks();
        const cleanups: number[] = [];
        const called: number[] = [];
        const unregister = Array.from({ length: count }, (_, index) =>
          hooks.on('message_start', () => void called.push(index), {
            cleanup: () => void cleanups.push(index),
          }),
        );
        const ended: number[] = [];
        for (const pick of picks.map((pick) => pick % count)) {
          if (!ended.includes(pick)) ended.push(pick);
          await unregister[pick]?.();
        }
        const rest = Array.from({ length: count }, (_, index) => index).filter(
          (index) => !ended.includes(index),
        );
        await hooks.emit(start);
        expect(called).toEqual(rest);
        expect(cleanups).toEqual(ended);
        await hooks.clear();
        expect(cleanups).toEqual([...ended, ...rest.reverse()]);
      }),
      { numRuns: 60 },
    );
  });
});
