import type { AnyHookEvent } from '../event.ts';
import { accepted, type Check } from './check.ts';
import { fieldsOf, type SharedField, withField } from './fields.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/**
 * An answer may carry a new value for `field`, under that name; the next handler is handed an event with that value.
 * The result carries the last one, or is `undefined` if it is still the one that the event was emitted with. It is
 * {@link transform} for results that are objects.
 *
 * @param check - Called with the current and the new value before the new one is taken; see {@link keeping}.
 *
 * Source: seed 004, "Reducers", `context` and `message_end`.
 */
export function replace<
  TEvent extends AnyHookEvent,
  TField extends SharedField<TEvent> = SharedField<TEvent>,
>(field: TField, check?: Check<TEvent[TField]>): ReadyMade<TEvent> {
  return readyMade<TEvent, unknown>({
    start: (event) => event[field],
    see: (event, value) => withField(event, field, value),
    take: (value, answer) =>
      answer === undefined ? value : accepted(value, fieldsOf(answer)[field] ?? undefined, check),
    finish: (value, event) => (value === event[field] ? undefined : { [field]: value }),
  });
}
