import type { AnyHookEvent, EventMap, ResultMap, SyncEvent } from './event.ts';

declare const HookEvents: unique symbol;

/** An event of type `TType`, written so that `TType` is read off the `type` property of the argument. */
export type Emitted<TEvent extends AnyHookEvent, TType extends TEvent['type']> = EventMap<TEvent>[TType] & {
  readonly type: TType;
};

/**
 * The emitting half of {@link Hooks}: all that the code which raises events needs to know.
 *
 * An emitter of more events is assignable to an emitter of fewer, so a host asks for its own events only and takes
 * the hooks of an app that has added some.
 */
export interface HookEmitter<TEvent extends AnyHookEvent> {
  /**
   * Never there, like the result of an event. It makes an emitter contravariant in its events for the compiler, which
   * from the generic methods alone would take any emitter for any other.
   */
  readonly [HookEvents]?: (event: TEvent) => void;

  /**
   * Calls the handlers of the event, by rank and then by registration, and reduces their answers. The handlers are those that are
   * registered now: one that is added meanwhile waits for the next emission, one that is removed before its turn is
   * not called.
   *
   * @param signal - Passed on to each handler as it is.
   * @returns `undefined`, and not a promise of it, when no handler is registered: nothing is allocated then.
   *   Otherwise a promise of the result, which is `undefined` when no handler had an opinion or the event is merely
   *   observed. It rejects with a handler's error under the policy `'throw'`, with an AggregateError when a reporter
   *   fails.
   *
   * Source: seed 004, "Single hooks implementation".
   */
  emit<TType extends TEvent['type']>(
    event: Emitted<TEvent, TType>,
    signal?: AbortSignal,
  ): Promise<ResultMap<TEvent>[TType] | undefined> | undefined;

  /**
   * The same for a {@link SyncHookEvent}, without waiting: the result is there when it returns. Other events do not
   * compile.
   *
   * @throws What `emit` would reject with; and a TypeError if the event's reducer turns out to be asynchronous.
   *
   * Ours.
   */
  emitSync<TType extends SyncEvent<TEvent>['type']>(
    event: Emitted<SyncEvent<TEvent>, TType>,
    signal?: AbortSignal,
  ): ResultMap<SyncEvent<TEvent>>[TType] | undefined;

  /** Whether any handler is registered. Ours: it lets a caller skip the making of a costly event. */
  has(type: TEvent['type']): boolean;
}
