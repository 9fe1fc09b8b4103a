import type { AnyHookEvent } from '../event.ts';
import type { Reduction } from '../reduction.ts';
import { definedFieldsOf, type Fields, type SomeEvent } from './fields.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/**
 * The result has the fields of all answers; where several have the same field, the last one wins. A field that is
 * `undefined` counts as absent; `null` is a value. Every handler is handed the event as emitted. The result is
 * `undefined` if nobody answered.
 *
 * Ours: a {@link patch} whose handlers do not see one another's work.
 */
export function merge<TEvent extends AnyHookEvent>(): ReadyMade<TEvent> {
  return readyMade<TEvent, Fields | undefined>(merging);
}

/** Merging, without regard to any one event. */
export const merging: Reduction<SomeEvent, unknown, Fields | undefined> = {
  start: () => undefined,
  take: (merged, answer) => (answer === undefined ? merged : { ...merged, ...definedFieldsOf(answer) }),
  finish: (merged) => merged,
};
