import type { HookEvent, ResultfulEvent, ResultOf, SyncEvent } from '@cmd-mods/hooks';
import { Hooks } from '@cmd-mods/hooks';
import { describe, expectTypeOf, it } from 'vitest';
import {
  type Context,
  type HostContext,
  type HostEvent,
  hostReducers,
  type Message,
  type MessageStart,
  type Source,
  type TextDelta,
  type Tick,
} from './support/events.ts';

const hooks = new Hooks<HostEvent, HostContext, Source>({ context: { run: 'r' }, reducers: hostReducers });

describe('Hook event typing', () => {
  it('an event owns the type of its result', () => {
    expectTypeOf<ResultOf<Context>>().toEqualTypeOf<{ messages?: Message[] }>();
    expectTypeOf<ResultOf<TextDelta>>().toEqualTypeOf<string>();
  });

  it('an observed event, and a type without the phantom field, have no result', () => {
    expectTypeOf<ResultOf<MessageStart>>().toEqualTypeOf<void>();
    expectTypeOf<ResultOf<{ type: 'plain' }>>().toEqualTypeOf<void>();
    expectTypeOf<ResultfulEvent<MessageStart | { type: 'plain' }>>().toEqualTypeOf<never>();
  });

  it('a result of unknown, any or a union with undefined is a result', () => {
    type Unknown = HookEvent<'u', unknown>;
    // biome-ignore lint/suspicious/noExplicitAny: that an event may be typed so is what this proves.
    type Any = HookEvent<'a', any>;
    type Maybe = HookEvent<'m', string | undefined>;
    expectTypeOf<ResultfulEvent<Unknown | Any | Maybe>['type']>().toEqualTypeOf<'u' | 'a' | 'm'>();
  });

  it('the mark of a synchronous event tells it from the others', () => {
    expectTypeOf<SyncEvent<HostEvent>>().toEqualTypeOf<TextDelta | Tick>();
  });

  it('the phantom field is optional: a plain literal is an event', () => {
    const event: Context = { type: 'context', messages: [] };
    expectTypeOf(hooks.emit(event)).toEqualTypeOf<
      Promise<{ messages?: Message[] } | undefined> | undefined
    >();
  });
});

describe('Handlers', () => {
  it('get the event, the context and the signal of their type', () => {
    hooks.on('context', (event, context, signal) => {
      expectTypeOf(event).toEqualTypeOf<Context>();
      expectTypeOf(context).toEqualTypeOf<HostContext>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal | undefined>();
    });
  });

  it('may answer now, later, or not at all', () => {
    hooks.on('context', ({ messages }) => ({ messages }));
    hooks.on('context', async ({ messages }) => ({ messages }));
    hooks.on('context', ({ messages }) => (messages.length > 0 ? { messages } : undefined));
    hooks.on('context', async () => {});
    hooks.on('context', () => null);
  });

  it('do not compile with an answer of another type', () => {
    // @ts-expect-error - messages are not a number.
    hooks.on('context', () => ({ messages: 5 }));
    // @ts-expect-error - nor does a promise make them one.
    hooks.on('context', async () => ({ messages: 5 }));
    // @ts-expect-error - this answer shares no field with the result.
    hooks.on('tool_call', () => ({ blocked: true }));
    // @ts-expect-error - votes are allow and deny.
    hooks.on('permission', () => 'maybe');
  });

  it('of an observed event do not compile with an answer', () => {
    hooks.on('message_start', () => {});
    hooks.on('message_start', async () => {});
    // @ts-expect-error - the event declares no result.
    hooks.on('message_start', () => 5);
    // @ts-expect-error - nor later.
    hooks.on('message_start', async () => ({ block: true }));
  });

  it('of a synchronous event do not compile with a promise', () => {
    hooks.on('text_delta', ({ delta }) => delta.toUpperCase());
    hooks.on('text_delta', () => undefined);
    hooks.on('tick', () => {});
    // @ts-expect-error - the stream does not wait.
    hooks.on('text_delta', async ({ delta }) => delta);
    // @ts-expect-error - nor for nothing.
    hooks.on('tick', async () => {});
  });

  it('do not compile for an unknown event or a source of another type', () => {
    // @ts-expect-error - there is no wildcard.
    hooks.on('*', () => {});
    hooks.on('tick', () => {}, { source: { path: 'a.ts' } });
    // @ts-expect-error - a source has a path.
    hooks.on('tick', () => {}, { source: 'a.ts' });
    // @ts-expect-error - a cleanup is a function.
    hooks.on('tick', () => {}, { cleanup: 'later' });
  });
});

describe('Unregistering', () => {
  it('is a function that promises to have cleaned up', () => {
    expectTypeOf(hooks.on('tick', () => {})).toEqualTypeOf<() => Promise<void>>();
  });
});
