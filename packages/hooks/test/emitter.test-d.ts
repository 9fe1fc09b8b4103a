import { type HookEmitter, type HookEvent, Hooks, type ResultOf } from '@cmd-mods/hooks';
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

const context: HostContext = { run: 'r' };
const hooks = new Hooks<HostEvent, HostContext, Source>({ context, reducers: hostReducers });

describe('emit', () => {
  it('yields the result type of the emitted event', async () => {
    expectTypeOf(await hooks.emit({ type: 'context', messages: [] })).toEqualTypeOf<
      { messages?: Message[] } | undefined
    >();
    expectTypeOf(await hooks.emit({ type: 'stop' })).toEqualTypeOf<boolean | undefined>();
  });

  it('yields the union of results for a union of events', () => {
    const event = { type: 'stop' } as Context | MessageStart | (HostEvent & { type: 'stop' });
    expectTypeOf(hooks.emit(event)).toEqualTypeOf<
      Promise<{ messages?: Message[] } | boolean | ResultOf<MessageStart> | undefined> | undefined
    >();
  });

  it('does not compile with a field missing, of another type, or unknown', () => {
    // @ts-expect-error - messages are missing.
    hooks.emit({ type: 'context' });
    // @ts-expect-error - messages are a list.
    hooks.emit({ type: 'context', messages: 'none' });
    // @ts-expect-error - no such field.
    hooks.emit({ type: 'context', messages: [], urgent: true });
    // @ts-expect-error - no such event.
    hooks.emit({ type: 'contexts', messages: [] });
    // @ts-expect-error - a signal is not an option bag.
    hooks.emit({ type: 'stop' }, { signal: new AbortController().signal });
  });
});

describe('emitSync', () => {
  it('yields the result itself', () => {
    expectTypeOf(hooks.emitSync({ type: 'text_delta', delta: '' })).toEqualTypeOf<string | undefined>();
    expectTypeOf(hooks.emitSync({ type: 'tick' })).toEqualTypeOf<ResultOf<Tick> | undefined>();
  });

  it('does not compile for an event that must be awaited', () => {
    // @ts-expect-error - "context" has no mark.
    hooks.emitSync({ type: 'context', messages: [] });
    const none = new Hooks<MessageStart, HostContext>({ context });
    // @ts-expect-error - and here no event has one.
    none.emitSync({ type: 'message_start', message: { role: 'user', text: '' } });
  });
});

describe('HookEmitter', () => {
  it('of more events is an emitter of fewer', () => {
    expectTypeOf(hooks).toExtend<HookEmitter<Context | MessageStart | TextDelta>>();
    expectTypeOf(hooks.withContext(context)).toExtend<HookEmitter<Context | TextDelta>>();
  });

  it('of fewer events is not an emitter of more', () => {
    expectTypeOf<HookEmitter<Context>>().not.toExtend<HookEmitter<Context | MessageStart>>();
  });

  it('of events with other results is not an emitter of these', () => {
    type Other = HookEvent<'context', { messages?: number }> & { messages: Message[] };
    expectTypeOf<HookEmitter<Other>>().not.toExtend<HookEmitter<Context>>();
  });

  it('works in a class that is generic in what its events carry', () => {
    interface SkillEvent<TSkill> extends HookEvent<'skill', { skill?: TSkill }> {
      type: 'skill';
      skill: TSkill;
    }
    class Host<TSkill> {
      readonly hooks: HookEmitter<Context | SkillEvent<TSkill>>;
      constructor(emitter: HookEmitter<Context | SkillEvent<TSkill>>) {
        this.hooks = emitter;
      }
      async use(skill: TSkill): Promise<TSkill> {
        const result = await this.hooks.emit({ type: 'skill', skill });
        return result?.skill ?? skill;
      }
    }
    expectTypeOf<Host<string>['use']>().returns.toEqualTypeOf<Promise<string>>();
  });

  it('does not register', () => {
    // @ts-expect-error - only the owner of the hooks does.
    hooks.withContext(context).on;
  });
});
