import type { AnyHookEvent } from './event.ts';

/**
 * The semantics of a result-producing event, as data. {@link sequential} and {@link sequentialSync} hold the loops;
 * a reduction says only what to do with each answer, so that every event of every host is dispatched by the same
 * two loops. Its functions are pure: a state is replaced, never changed in place, and as long as it is the same nothing
 * is worked out anew.
 *
 * What any of them throws is a mistake of the host and ends the emission, with one exception: see `take`.
 *
 * Source: seed 004, "Reducers"; the shape is ours.
 */
export interface Reduction<TEvent extends AnyHookEvent, TResult, TState> {
  /** The state before anyone was asked. */
  start(this: void, event: TEvent): TState;
  /** What the next handler is handed. Left out: the emitted object itself. */
  see?(this: void, event: TEvent, state: TState): TEvent;
  /**
   * The state after one answer. `answer` is `undefined` when the handler had no opinion (a `null` arrives as
   * `undefined`). Throwing here says that the answer is malformed: the error goes to the error policy as though
   * the handler had thrown it, and the state stays as it was.
   */
  take(this: void, state: TState, answer: TResult | undefined, event: TEvent): TState;
  /** Whether the rest need not be asked; looked at when an answer has changed the state. Left out: everyone is asked. */
  done?(this: void, state: TState, event: TEvent): boolean;
  /** The result of the emission. */
  finish(this: void, state: TState, event: TEvent): TResult | undefined;
}
