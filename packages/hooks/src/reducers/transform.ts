import type { AnyHookEvent, ResultOf } from '../event.ts';
import { accepted, type Check } from './check.ts';
import { type FieldOf, withField } from './fields.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/** The fields of an event that hold what its handlers answer with. */
type TransformedField<TEvent extends AnyHookEvent> = {
  [TField in FieldOf<TEvent>]: [NonNullable<ResultOf<TEvent>>] extends [TEvent[TField]] ? TField : never;
}[FieldOf<TEvent>];

/**
 * An answer is the new value of `field`; the next handler is handed an event with that value. The result is the last
 * value, or `undefined` if it is still the one that the event was emitted with.
 *
 * @param check - Called with the current and the new value before the new one is taken.
 *
 * Source: seed 004, "Reducers", `before_provider_payload`.
 */
export function transform<TEvent extends AnyHookEvent>(
  field: TransformedField<TEvent>,
  check?: Check<NonNullable<ResultOf<TEvent>>>,
): ReadyMade<TEvent> {
  return readyMade<TEvent, unknown>({
    start: (event) => event[field],
    see: (event, value) => withField(event, field, value),
    take: (value, answer) => accepted(value, answer, check),
    finish: (value, event) => (value === event[field] ? undefined : value),
  });
}
