declare const HookResult: unique symbol;
declare const HookSync: unique symbol;

/**
 * An event that handlers may be registered for.
 *
 * `TResult` is what a handler may answer, and what an emission hands back. It lives in a phantom field: no object
 * ever carries it, only the type does, so there is no second table that maps events to results and could drift.
 * Leave `TResult` out (`void`) for an event that is merely observed: its handlers cannot answer anything.
 *
 * Source: seed 004, "Hook event typing".
 *
 * @example
 * interface ContextEvent extends HookEvent<'context', { messages?: Message[] }> {
 *   type: 'context';
 *   messages: Message[];
 * }
 */
export interface HookEvent<TType extends string = string, TResult = void> {
  readonly type: TType;
  readonly [HookResult]?: TResult;
}

/**
 * An event whose handlers must answer at once, because the place that emits it cannot wait (a chunk of a stream
 * on its way to the screen). The mark is a second phantom field. Such an event is emitted with `emitSync`, its
 * reducer must be a {@link SyncReducer}, and a handler that returns a promise does not compile.
 *
 * Ours; the document knows asynchronous events only.
 */
export interface SyncHookEvent<TType extends string = string, TResult = void>
  extends HookEvent<TType, TResult> {
  readonly [HookSync]?: true;
}

/** Any event at all: the bound of the engine's type parameters. */
export type AnyHookEvent = HookEvent<string, unknown>;

/**
 * What a handler of `TEvent` may answer and what emitting it yields: `void` for an observed event, and for a type
 * that has no phantom field.
 *
 * Source: seed 004, "Hook event typing".
 */
export type ResultOf<TEvent> = TEvent extends { readonly [HookResult]?: infer TResult }
  ? typeof HookResult extends keyof TEvent
    ? TResult
    : NoResult
  : NoResult;

/** The result of an observed event. `void`, and not `undefined`, so that its handlers need no `return`. */
// biome-ignore lint/suspicious/noConfusingVoidType: it becomes the return type of handlers.
type NoResult = void;

/**
 * The events of a union that produce a result, and so need a reducer.
 *
 * Source: seed 004, "Reducers".
 */
export type ResultfulEvent<TEvent> = TEvent extends AnyHookEvent
  ? unknown extends ResultOf<TEvent>
    ? TEvent // `unknown` and `any` say that there is a result, not that there is none.
    : [ResultOf<TEvent>] extends [NoResult]
      ? never
      : TEvent
  : never;

/** The events of a union that carry the mark of {@link SyncHookEvent}. */
export type SyncEvent<TEvent> = TEvent extends AnyHookEvent
  ? typeof HookSync extends keyof TEvent
    ? TEvent
    : never
  : never;

/**
 * The members of a union by their `type`. Looked up by key, and not with `Extract`: for the compiler an emitter of a
 * larger union is then assignable to an emitter of a smaller one, which is how an app extends the events of a host.
 */
export type EventMap<TEvent extends AnyHookEvent> = {
  readonly [TMember in TEvent as TMember['type']]: TMember;
};

/** The results of a union's members by their `type`. */
export type ResultMap<TEvent extends AnyHookEvent> = {
  readonly [TMember in TEvent as TMember['type']]: ResultOf<TMember>;
};
