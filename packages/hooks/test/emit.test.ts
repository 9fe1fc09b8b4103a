import { Hooks, type Reducer, type SyncReducer, sequential } from '@cmd-mods/hooks';
import { describe, expect, it, vi } from 'vitest';
import type { Context, HostContext, MessageStart, Source, TextDelta } from './support/events.ts';
import { later, reportingHooks, throwingHooks, untyped, user } from './support/hooks.ts';

const start = { type: 'message_start', message: user('hello') } as const;

describe('emit', () => {
  it('returns undefined, and no promise, when nobody is registered', async () => {
    const hooks = throwingHooks();
    expect(hooks.emit(start)).toBeUndefined();
    expect(hooks.emit({ type: 'context', messages: [] })).toBeUndefined();
    await hooks.on('message_start', () => {})();
    expect(hooks.emit(start)).toBeUndefined();
    hooks.on('message_start', () => {});
    await hooks.clear();
    expect(hooks.emit(start)).toBeUndefined();
    expect(hooks.withContext({ run: 'r' }).emit(start)).toBeUndefined();
  });

  it('yields undefined for an observed event, whatever its handlers return', async () => {
    const hooks = throwingHooks();
    hooks.on(
      'message_start',
      untyped(() => ({ block: true })),
    );
    const emitted = hooks.emit(start);
    expect(emitted).toBeInstanceOf(Promise);
    expect(await emitted).toBeUndefined();
  });

  it('waits for one handler before it calls the next', async () => {
    const hooks = throwingHooks();
    const steps: string[] = [];
    hooks.on('message_start', async () => {
      steps.push('one begins');
      await later(undefined, true);
      steps.push('one ends');
    });
    hooks.on('message_start', () => void steps.push('two'));
    await hooks.emit(start);
    expect(steps).toEqual(['one begins', 'one ends', 'two']);
  });

  it('calls handlers that answer at once before it returns', () => {
    const hooks = throwingHooks();
    const handler = vi.fn();
    hooks.on('message_start', handler);
    hooks.on('message_start', handler);
    void hooks.emit(start);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('awaits anything with a then, not promises alone', async () => {
    const hooks = throwingHooks();
    // biome-ignore lint/suspicious/noThenProperty: a promise of another make is the subject.
    const foreign = { then: (resolve: (size: object) => void) => resolve({ size: 5 }) };
    hooks.on('before_payload', () => foreign as PromiseLike<{ size: number }>);
    hooks.on('before_payload', ({ payload }) => ({ size: payload.size + 1 }));
    expect(await hooks.emit({ type: 'before_payload', payload: { size: 1 }, attempt: 1 })).toEqual({
      size: 6,
    });
  });

  it('takes null for no opinion', async () => {
    const hooks = throwingHooks();
    hooks.on('bash', () => null);
    hooks.on('bash', async () => null);
    hooks.on('bash', () => ({ output: 'third' }));
    expect(await hooks.emit({ type: 'bash', command: 'ls' })).toEqual({ output: 'third' });
  });

  it('also emits a synchronous event, for which it promises the result', async () => {
    const hooks = throwingHooks();
    hooks.on('text_delta', ({ delta }) => `${delta}!`);
    const emitted = hooks.emit({ type: 'text_delta', delta: 'a' });
    expect(emitted).toBeInstanceOf(Promise);
    expect(await emitted).toBe('a!');
  });

  it('is not misled by the name of a property that every object has', async () => {
    const hooks = throwingHooks();
    const handler = vi.fn();
    hooks.on('constructor' as 'stop', handler);
    expect(await hooks.emit({ type: 'constructor' as 'stop' })).toBeUndefined();
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('calls no handler of other hooks', () => {
    const [one, other] = [throwingHooks(), throwingHooks()];
    one.on('stop', () => true);
    expect(other.emit({ type: 'stop' })).toBeUndefined();
  });
});

describe('emitSync', () => {
  it('returns the result itself', () => {
    const hooks = throwingHooks();
    expect(hooks.emitSync({ type: 'text_delta', delta: 'a' })).toBeUndefined();
    hooks.on('text_delta', ({ delta }) => `${delta}b`);
    hooks.on('text_delta', () => undefined);
    hooks.on('text_delta', ({ delta }) => `${delta}c`);
    expect(hooks.emitSync({ type: 'text_delta', delta: 'a' })).toBe('abc');
  });

  it('calls the handlers of an observed event', () => {
    const hooks = throwingHooks();
    const handler = vi.fn();
    hooks.on('tick', handler);
    expect(hooks.emitSync({ type: 'tick' })).toBeUndefined();
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['resolves', async () => 'late'],
    ['rejects', async () => Promise.reject(new Error('late'))],
  ])('refuses an answer that is a promise, also one that %s', async (_name, handler) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const { hooks, failures } = reportingHooks();
      hooks.on('text_delta', ({ delta }) => `${delta}b`);
      hooks.on('text_delta', untyped(handler), { source: { path: 'late.ts' } });
      hooks.on('text_delta', ({ delta }) => `${delta}c`);
      expect(hooks.emitSync({ type: 'text_delta', delta: 'a' })).toBe('abc');
      expect(failures).toEqual([
        {
          event: 'text_delta',
          source: { path: 'late.ts' },
          order: 1,
          context: { run: 'first' },
          error: new TypeError(
            'A "text_delta" hook must answer at once, but its handler returned a promise.',
          ),
        },
      ]);
      await later(undefined, true);
      await later(undefined, true);
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('throws for an event whose reducer must be awaited, and lets go of the promise', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const hooks = throwingHooks();
      hooks.on('stop', () => Promise.reject(new Error('late')));
      expect(() => hooks.emitSync({ type: 'stop' } as never)).toThrow(
        new TypeError('"stop" has a reducer that must be awaited: use emit for it.'),
      );
      await later(undefined, true);
      await later(undefined, true);
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });
});

describe('A hand-written reducer', () => {
  const context: HostContext = { run: 'r' };

  it('gets event, registrations, context, signal and a way to fail', async () => {
    const reducer = vi.fn<Reducer<Context, HostContext, Source>>(async () => ({ messages: [] }));
    const hooks = new Hooks<Context | MessageStart, HostContext, Source>({
      context,
      reducers: { context: reducer },
    });
    const [source, cleanup] = [{ path: 'a.ts' }, () => {}];
    const first = () => undefined;
    const second = () => undefined;
    hooks.on('message_start', () => {});
    hooks.on('context', first, { source, cleanup });
    hooks.on('context', second);
    const { signal } = new AbortController();
    const event = { type: 'context', messages: [] } as const;
    expect(await hooks.emit({ ...event, messages: [] }, signal)).toEqual({ messages: [] });
    expect(reducer).toHaveBeenCalledTimes(1);
    const [seen, registrations, ...rest] = reducer.mock.calls[0] ?? [];
    expect(seen).toEqual(event);
    expect(registrations).toMatchObject([
      { type: 'context', handler: first, source, cleanup, order: 1, disposed: false },
      { type: 'context', handler: second, source: undefined, cleanup: undefined, order: 2, disposed: false },
    ]);
    expect(rest).toEqual([context, signal, expect.any(Function)]);
  });

  it('is not called when nobody is registered', () => {
    const reducer = vi.fn<Reducer<Context, HostContext, Source>>();
    const hooks = new Hooks<Context, HostContext, Source>({ context, reducers: { context: reducer } });
    hooks.emit({ type: 'context', messages: [] });
    expect(reducer).not.toHaveBeenCalled();
  });

  it('reports with provenance through the fail it is given', async () => {
    const failures: unknown[] = [];
    const reducer: Reducer<Context, HostContext, unknown> = async (
      _event,
      registrations,
      to,
      _signal,
      fail,
    ) => {
      for (const registration of registrations) fail(registration, 'refused', to);
      return { messages: [] };
    };
    const hooks = new Hooks<Context, HostContext, Source>({
      context,
      reducers: { context: reducer },
      onError: (failure) => failures.push(failure),
    });
    hooks.on('context', () => undefined, { source: { path: 'a.ts' } });
    await hooks.emit({ type: 'context', messages: [] });
    expect(failures).toEqual([
      { event: 'context', source: { path: 'a.ts' }, order: 0, context, error: 'refused' },
    ]);
  });

  it('that throws makes emit reject, and emitSync throw', async () => {
    const error = new Error('host');
    const broken = () => {
      throw error;
    };
    const hooks = new Hooks<Context | TextDelta, HostContext>({
      context,
      reducers: { context: broken, text_delta: broken as SyncReducer<TextDelta, HostContext, unknown> },
    });
    hooks.on('context', () => undefined);
    hooks.on('text_delta', () => undefined);
    await expect(hooks.emit({ type: 'context', messages: [] })).rejects.toBe(error);
    expect(() => hooks.emitSync({ type: 'text_delta', delta: '' })).toThrow(error);
  });

  it('may be made of a ready-made one, which rejects and never throws', async () => {
    const broken = sequential<Context, never>({
      start: () => {
        throw new Error('host');
      },
      take: (state) => state,
      finish: () => undefined,
    });
    const hooks = new Hooks<Context, HostContext>({
      context,
      reducers: { context: (...args) => broken(...args).catch(() => ({ messages: [] })) },
    });
    hooks.on('context', () => undefined);
    expect(await hooks.emit({ type: 'context', messages: [] })).toEqual({ messages: [] });
  });
});
