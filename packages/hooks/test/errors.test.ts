import { type HookFailure, Hooks } from '@cmd-mods/hooks';
import { describe, expect, it, vi } from 'vitest';
import { type HostContext, type HostEvent, hostReducers, type Source } from './support/events.ts';
import { later, reportingHooks, throwingHooks, untyped, user } from './support/hooks.ts';

const start = { type: 'message_start', message: user('hello') } as const;
const error = new Error('broken');
const broken = (): never => {
  throw error;
};

describe('Error policy "throw"', () => {
  it.each([
    ['throws', broken],
    ['rejects', () => Promise.reject(error)],
  ])('ends the emission with the error of a handler that %s', async (_name, handler) => {
    const hooks = throwingHooks();
    const after = vi.fn();
    hooks.on('message_start', handler);
    hooks.on('message_start', after);
    await expect(hooks.emit(start)).rejects.toBe(error);
    expect(after).not.toHaveBeenCalled();
  });

  it('is the default, and can be asked for', async () => {
    const hooks = new Hooks<HostEvent, HostContext>({
      context: { run: 'r' },
      reducers: hostReducers,
      onError: 'throw',
    });
    hooks.on('stop', broken);
    await expect(hooks.emit({ type: 'stop' })).rejects.toBe(error);
  });

  it('never makes emit itself throw', () => {
    const hooks = throwingHooks();
    hooks.on('message_start', broken);
    const emitted = hooks.emit(start);
    expect(emitted).toBeInstanceOf(Promise);
    return expect(emitted).rejects.toBe(error);
  });

  it('ends a synchronous emission with the error', () => {
    const hooks = throwingHooks();
    const after = vi.fn();
    hooks.on('text_delta', broken);
    hooks.on('text_delta', after);
    expect(() => hooks.emitSync({ type: 'text_delta', delta: 'a' })).toThrow(error);
    expect(after).not.toHaveBeenCalled();
  });

  it('ends the emission when an answer is malformed', async () => {
    const hooks = throwingHooks();
    hooks.on(
      'stop',
      untyped(() => 'yes'),
    );
    await expect(hooks.emit({ type: 'stop' })).rejects.toThrow(TypeError);
  });
});

describe('Error policy "report"', () => {
  it.each([
    ['throws', broken],
    ['rejects', () => Promise.reject(error)],
    ['rejects late', () => later(undefined, true).then(broken)],
  ])(
    'reports the handler that %s, with event, source, order and context, and goes on',
    async (_name, handler) => {
      const { hooks, failures } = reportingHooks();
      hooks.on('stop', () => undefined);
      hooks.on('bash', handler, { source: { path: 'broken.ts' } });
      hooks.on('bash', ({ command }) => ({ output: command }));
      expect(await hooks.emit({ type: 'bash', command: 'ls' })).toEqual({ output: 'ls' });
      expect(failures).toEqual([
        { event: 'bash', source: { path: 'broken.ts' }, order: 1, context: { run: 'first' }, error },
      ]);
      expect(failures[0]?.error).toBe(error);
    },
  );

  it('reports the context of the emission in which the handler failed', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on('tick', broken);
    hooks.on('stop', async () => {
      hooks.withContext({ run: 'nested' }).emitSync({ type: 'tick' });
      return later(undefined, true).then(broken);
    });
    await hooks.emit({ type: 'stop' });
    expect(failures.map(({ event, context }) => [event, context.run])).toEqual([
      ['tick', 'nested'],
      ['stop', 'first'],
    ]);
  });

  it('reports handlers of observed events in the same way', async () => {
    const { hooks, failures } = reportingHooks();
    const after = vi.fn();
    hooks.on('message_start', broken);
    hooks.on('message_start', after);
    await hooks.emit(start);
    expect(failures).toEqual([
      { event: 'message_start', source: undefined, order: 0, context: { run: 'first' }, error },
    ]);
    expect(after).toHaveBeenCalledTimes(1);
  });

  it('reports handlers of synchronous events in the same way', () => {
    const { hooks, failures } = reportingHooks();
    hooks.on('text_delta', ({ delta }) => `${delta}b`);
    hooks.on('text_delta', broken, { source: { path: 'broken.ts' } });
    hooks.on('text_delta', ({ delta }) => `${delta}c`);
    expect(hooks.emitSync({ type: 'text_delta', delta: 'a' })).toBe('abc');
    expect(failures).toEqual([
      { event: 'text_delta', source: { path: 'broken.ts' }, order: 1, context: { run: 'first' }, error },
    ]);
  });

  it('keeps what was reduced before a malformed answer', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on('message_end', () => ({ message: user('one') }));
    hooks.on('message_end', () => ({ message: { role: 'assistant', text: 'two' } }), {
      source: { path: 'b.ts' },
    });
    hooks.on('message_end', async ({ message }) => ({ message: user(`${message.text}!`) }));
    expect(await hooks.emit({ type: 'message_end', message: user('zero') })).toEqual({
      message: user('one!'),
    });
    expect(failures).toMatchObject([{ event: 'message_end', source: { path: 'b.ts' }, order: 1 }]);
    expect(failures[0]?.error).toEqual(new TypeError('A handler may not change "role".'));
  });

  it('hands on a thrown value that is no error', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on('stop', () => Promise.reject(undefined));
    await hooks.emit({ type: 'stop' });
    expect(failures).toEqual([
      { event: 'stop', source: undefined, order: 0, context: { run: 'first' }, error: undefined },
    ]);
  });
});

describe('A reporter that fails', () => {
  function hooksWith(onError: (failure: HookFailure<Source, HostContext>) => void) {
    return new Hooks<HostEvent, HostContext, Source>({
      context: { run: 'r' },
      reducers: hostReducers,
      onError,
    });
  }
  const worse = new Error('worse');
  const failing = () => {
    throw worse;
  };

  it.each([
    ['at once', broken],
    ['later', () => Promise.reject(error)],
  ])('ends the emission with both errors, whether the handler failed %s', async (_name, handler) => {
    const hooks = hooksWith(failing);
    const after = vi.fn();
    hooks.on('message_start', handler);
    hooks.on('message_start', after);
    const failure: unknown = await hooks.emit(start)?.catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(AggregateError);
    expect(failure).toMatchObject({ errors: [error, worse] });
    expect(after).not.toHaveBeenCalled();
  });

  it('ends a synchronous emission with both errors', () => {
    const hooks = hooksWith(failing);
    hooks.on('tick', broken);
    expect(() => hooks.emitSync({ type: 'tick' })).toThrow(AggregateError);
  });
});
