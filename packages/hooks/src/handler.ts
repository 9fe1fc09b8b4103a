import type { ResultOf, SyncEvent } from './event.ts';

/**
 * What a handler of `TEvent` may return: a result, or nothing (`undefined` and `null` both mean "no opinion"), now
 * or as a promise. A {@link SyncHookEvent} leaves the promise out. An observed event has no result, so returning
 * one does not compile.
 *
 * Source: seed 004, "Hook handlers and registration options".
 */
export type HookAnswer<TEvent> = [TEvent] extends [SyncEvent<TEvent>]
  ? ResultOf<TEvent> | Nothing
  : ResultOf<TEvent> | Nothing | PromiseLike<ResultOf<TEvent> | Nothing>;

/** No opinion. It has `void` in it because a function without a `return` is typed so. */
// biome-ignore lint/suspicious/noConfusingVoidType: see above; it stands only where functions return it.
type Nothing = void | null;

/**
 * A plain function that is called for each emission of `TEvent`.
 *
 * @param event - What happened. Whether it is the emitted object or a changed copy is up to the event's reducer.
 * @param context - The context of this emission, captured when it started.
 * @param signal - The signal that was given to this emission, if any. The engine calls handlers even when it is
 *   already aborted: only the handler knows whether its work may be left out.
 * @throws Anything; the error policy of the {@link Hooks} decides what becomes of it.
 *
 * Source: seed 004, "Hook handlers and registration options" and "Context model".
 */
export type HookHandler<TEvent, TContext> = (
  event: TEvent,
  context: TContext,
  signal?: AbortSignal,
) => HookAnswer<TEvent>;
