import { describe, expect, it } from 'vitest';
import { later, throwingHooks, user } from './support/hooks.ts';

const start = { type: 'message_start', message: user('hello') } as const;

describe('Context', () => {
  it('is given to handlers, and can be replaced', async () => {
    const hooks = throwingHooks();
    const seen: string[] = [];
    hooks.on('message_start', (_event, context) => void seen.push(context.run));
    await hooks.emit(start);
    hooks.setContext({ run: 'second' });
    await hooks.emit(start);
    expect(seen).toEqual(['first', 'second']);
    expect(hooks.context).toEqual({ run: 'second' });
  });

  it('is captured when an emission starts', async () => {
    const hooks = throwingHooks();
    const seen: string[] = [];
    hooks.on('message_start', () => hooks.setContext({ run: 'second' }));
    hooks.on('message_start', async () => later(undefined, true));
    hooks.on('message_start', (_event, context) => void seen.push(context.run));
    await hooks.emit(start);
    expect(seen).toEqual(['first']);
  });
});

describe('withContext', () => {
  it('emits to the same handlers with its own context', async () => {
    const hooks = throwingHooks();
    const nested = hooks.withContext({ run: 'nested' });
    const seen: unknown[] = [];
    hooks.on('message_start', (_event, context, signal) => void seen.push([context.run, signal]));
    hooks.on('tick', (_event, context, signal) => void seen.push([context.run, signal]));
    const { signal } = new AbortController();
    await nested.emit(start, signal);
    nested.emitSync({ type: 'tick' }, signal);
    await hooks.emit(start);
    expect(seen).toEqual([
      ['nested', signal],
      ['nested', signal],
      ['first', undefined],
    ]);
    expect([nested.has('tick'), nested.has('stop')]).toEqual([true, false]);
  });

  it('keeps its context when the hooks get another', async () => {
    const hooks = throwingHooks();
    const nested = hooks.withContext({ run: 'nested' });
    hooks.setContext({ run: 'second' });
    const seen: string[] = [];
    hooks.on('message_start', (_event, context) => void seen.push(context.run));
    await nested.emit(start);
    expect(seen).toEqual(['nested']);
  });

  it('lets emissions run beside one another, each with its own context', async () => {
    const hooks = throwingHooks();
    const seen: string[] = [];
    hooks.on('message_start', async (_event, context) => later(void seen.push(`1 ${context.run}`), true));
    hooks.on('message_start', async (_event, context) => later(void seen.push(`2 ${context.run}`), true));
    await Promise.all(['a', 'b'].map((run) => hooks.withContext({ run }).emit(start)));
    expect(seen.sort()).toEqual(['1 a', '1 b', '2 a', '2 b']);
  });

  it('reduces and fails like the hooks themselves', async () => {
    const hooks = throwingHooks();
    const error = new Error('no');
    hooks.on('stop', () => true);
    hooks.on('bash', () => Promise.reject(error));
    const nested = hooks.withContext({ run: 'nested' });
    expect(await nested.emit({ type: 'stop' })).toBe(true);
    await expect(nested.emit({ type: 'bash', command: 'ls' })).rejects.toBe(error);
  });
});

describe('The signal of an emission', () => {
  it('is given to each handler', async () => {
    const hooks = throwingHooks();
    const signals: unknown[] = [];
    hooks.on('message_start', (_event, _context, signal) => void signals.push(signal));
    hooks.on('text_delta', (_event, _context, signal) => void signals.push(signal));
    const { signal } = new AbortController();
    await hooks.emit(start, signal);
    hooks.emitSync({ type: 'text_delta', delta: '' }, signal);
    await hooks.emit(start);
    expect(signals).toEqual([signal, signal, undefined]);
  });

  it('does not keep handlers from being called when it is aborted', async () => {
    const hooks = throwingHooks();
    const controller = new AbortController();
    const aborted: unknown[] = [];
    hooks.on('message_start', async () => controller.abort());
    hooks.on('message_start', (_event, _context, signal) => void aborted.push(signal?.aborted));
    await hooks.emit(start, controller.signal);
    await hooks.emit(start, AbortSignal.abort());
    expect(aborted).toEqual([true, true]);
  });
});
