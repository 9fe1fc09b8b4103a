import {
  any,
  type ExtraReducers,
  firstCancelOrLast,
  firstFlagged,
  firstResult,
  type HookEvent,
  Hooks,
  type HooksOptions,
  keeping,
  type Reducer,
  type Reducers,
  replace,
  type SyncReducer,
  sequential,
  sequentialSync,
  transform,
  vote,
} from '@cmd-mods/hooks';
import { describe, expectTypeOf, it } from 'vitest';
import {
  type BeforePayload,
  type Context,
  type HostContext,
  type HostEvent,
  hostReducers,
  type MessageEnd,
  type MessageStart,
  type Permission,
  type Source,
  type TextDelta,
  type ToolCall,
} from './support/events.ts';

const context: HostContext = { run: 'r' };

describe('The reducer table', () => {
  it('names every result-producing event and no other', () => {
    type Table = Reducers<Context | MessageStart | TextDelta, HostContext, Source>;
    expectTypeOf<keyof Table>().toEqualTypeOf<'context' | 'text_delta'>();
  });

  it('does not compile when the union has an event that it lacks', () => {
    const { context: _left, ...rest } = hostReducers;
    // @ts-expect-error - "context" is missing.
    rest satisfies Reducers<HostEvent, HostContext, unknown>;
    // @ts-expect-error - as an argument too.
    new Hooks<HostEvent, HostContext>({ context, reducers: rest });
  });

  it('does not compile when it is left out although an event needs it', () => {
    // @ts-expect-error - no table at all.
    new Hooks<HostEvent, HostContext>({ context });
    // @ts-expect-error - nor an empty one.
    new Hooks<HostEvent, HostContext>({ context, reducers: {} });
  });

  it('may be left out when all events are observed', () => {
    new Hooks<MessageStart, HostContext>({ context });
    new Hooks<MessageStart, HostContext>({ context, reducers: {} });
  });

  it('does not compile with a reducer for an observed event', () => {
    new Hooks<MessageStart | Context, HostContext>({
      context,
      // @ts-expect-error - nobody answers message_start.
      reducers: { context: hostReducers.context, message_start: sequential(firstResult<MessageStart>()) },
    });
  });

  it('does not compile with the reducer of another event', () => {
    new Hooks<Context, HostContext>({
      context,
      // @ts-expect-error - its results are not those of "context".
      reducers: { context: sequential(firstCancelOrLast<HookEvent<'context', { cancel?: boolean }>>()) },
    });
  });

  it('demands a synchronous reducer for a synchronous event', () => {
    new Hooks<TextDelta, HostContext>({
      context,
      reducers: { text_delta: sequentialSync(transform('delta')) },
    });
    new Hooks<TextDelta, HostContext>({
      context,
      // @ts-expect-error - this one must be awaited.
      reducers: { text_delta: sequential(transform<TextDelta>('delta')) },
    });
  });

  it('takes a hand-written reducer that knows no source, whatever the source is', () => {
    const byHand: Reducer<Context, HostContext, unknown> = async (event, registrations, to, signal, fail) => {
      for (const registration of registrations) {
        try {
          const answer = await registration.handler(event, to, signal);
          if (answer) return answer;
        } catch (error) {
          fail(registration, error, to);
        }
      }
      return undefined;
    };
    new Hooks<Context, HostContext, Source>({ context, reducers: { context: byHand } });
  });

  it('hands a hand-written reducer registrations with source, order and state', () => {
    const byHand: SyncReducer<TextDelta, HostContext, Source> = (_event, registrations) => {
      expectTypeOf(registrations[0]?.source).toEqualTypeOf<Source | undefined>();
      expectTypeOf(registrations[0]?.order).toEqualTypeOf<number | undefined>();
      // @ts-expect-error - only the engine ends a registration.
      if (registrations[0]) registrations[0].disposed = true;
      return undefined;
    };
    expectTypeOf(byHand).returns.toEqualTypeOf<string | undefined>();
  });
});

describe('App-specific events and reducers', () => {
  interface SessionStart extends HookEvent<'session_start'> {
    type: 'session_start';
  }
  interface Input extends HookEvent<'input', { text: string }> {
    type: 'input';
    text: string;
  }
  type AppEvent = HostEvent | SessionStart | Input;
  interface AppContext extends HostContext {
    readonly ui: string;
  }
  const app: AppContext = { run: 'r', ui: 'tty' };
  const input = sequential(firstResult<Input>());

  it('asks for the reducers of the app alone', () => {
    expectTypeOf<keyof ExtraReducers<AppEvent, HostEvent, AppContext, Source>>().toEqualTypeOf<'input'>();
    const extra = { input } satisfies ExtraReducers<AppEvent, HostEvent, AppContext, Source>;
    new Hooks<AppEvent, AppContext, Source>({ context: app, reducers: { ...hostReducers, ...extra } });
  });

  it('does not compile when a result-producing app event lacks its reducer', () => {
    // @ts-expect-error - "input" is missing.
    ({}) satisfies ExtraReducers<AppEvent, HostEvent, AppContext, Source>;
    // @ts-expect-error - as an argument too.
    new Hooks<AppEvent, AppContext, Source>({ context: app, reducers: hostReducers });
  });

  it('does not compile when an app reducer stands in for one of the host', () => {
    const own = { input, context: hostReducers.context };
    // @ts-expect-error - "context" is reduced by the host.
    ({ input, context: own.context }) satisfies ExtraReducers<AppEvent, HostEvent, AppContext, Source>;
  });

  it('needs no reducer for an observed app event', () => {
    type Observing = HostEvent | SessionStart;
    expectTypeOf<keyof ExtraReducers<Observing, HostEvent, HostContext, Source>>().toEqualTypeOf<never>();
    new Hooks<Observing, HostContext>({ context, reducers: hostReducers });
  });

  it('lets an app derive a class from Hooks that is open to more events', () => {
    class AppHooks<TEvent extends HookEvent<string, unknown>> extends Hooks<TEvent, AppContext, Source> {
      readonly name: string = 'app';
      constructor(options: HooksOptions<TEvent, AppContext, Source>) {
        super(options);
      }
    }
    const hooks = new AppHooks<AppEvent>({ context: app, reducers: { ...hostReducers, input } });
    expectTypeOf(hooks.emit({ type: 'input', text: '' })).toEqualTypeOf<
      Promise<{ text: string } | undefined> | undefined
    >();
  });
});

describe('Ready-made reductions', () => {
  it('do not compile with a field that the event or its result lacks', () => {
    replace<Context>('messages');
    // @ts-expect-error - no such field.
    replace<Context>('message');
    transform<BeforePayload>('payload');
    // @ts-expect-error - the field is not of the result's type.
    transform<BeforePayload>('attempt');
    // @ts-expect-error - the type of an event stays.
    transform<HookEvent<'typed', string>>('type');
    firstFlagged<ToolCall>('block');
    // @ts-expect-error - a reason is not a flag.
    firstFlagged<ToolCall>('reason');
  });

  it('do not compile for an event whose result they cannot make', () => {
    // @ts-expect-error - a tool call is not answered with a boolean.
    any<ToolCall>();
    // @ts-expect-error - nor does it know cancelling.
    firstCancelOrLast<ToolCall>();
    vote<Permission>('deny', 'allow');
    // @ts-expect-error - nobody may vote so.
    vote<Permission>('deny', 'perhaps');
  });

  it('check fields that exist', () => {
    replace<MessageEnd>('message', keeping('role', 'text'));
    // @ts-expect-error - a message has no author.
    replace<MessageEnd>('message', keeping('author'));
  });
});
