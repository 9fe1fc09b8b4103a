import type { AnyHookEvent, ResultOf } from '../event.ts';
import type { Reduction } from '../reduction.ts';
import type { SomeEvent } from './fields.ts';

/** A reduction whose state is nobody else's business. */
export type ReadyMade<TEvent extends AnyHookEvent> = Reduction<TEvent, ResultOf<TEvent>, unknown>;

/**
 * Gives a reduction over fields of unknown type the type of one event. The one cast of this folder: what connects a
 * field of the event to the same field of the result is stated in each reducer's parameters, where it is checked,
 * and cannot be followed by the compiler through a computed key.
 */
export function readyMade<TEvent extends AnyHookEvent, TState>(
  reduction: Reduction<SomeEvent, unknown, TState>,
): ReadyMade<TEvent> {
  return reduction as Reduction<never, never, unknown> as ReadyMade<TEvent>;
}
