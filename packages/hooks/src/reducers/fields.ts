import type { AnyHookEvent, ResultOf } from '../event.ts';
import { kindOf } from '../kind.ts';

/** The fields of an event that a result may replace: all but the one that makes it that event. */
export type FieldOf<TEvent extends AnyHookEvent> = Exclude<keyof TEvent & string, 'type'>;

/** The fields that the event and its result have in common. */
export type SharedField<TEvent extends AnyHookEvent> = FieldOf<TEvent> & keyof NonNullable<ResultOf<TEvent>>;

/** Some object, of whose fields nothing is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** How the reducers in this folder see an event: they handle fields by name, whichever event it is. */
export type SomeEvent = Fields & { readonly type: string };

/**
 * An answer whose fields are about to be read.
 *
 * @throws TypeError if it is not an object, or is an array.
 */
export function fieldsOf(answer: unknown): Fields {
  if (hasFields(answer)) return answer;
  throw new TypeError(`A handler of this event must answer with an object, not with ${kindOf(answer)}.`);
}

/** The fields of an answer that have a value; `null` is one. */
export function definedFieldsOf(answer: unknown): Fields {
  const fields = fieldsOf(answer);
  // Nearly always all of them, and then there is nothing to copy.
  if (!Object.values(fields).includes(undefined)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function hasFields(answer: unknown): answer is Fields {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}

/** The event with this value in one field: the event itself if it has it already. */
export function withField(event: SomeEvent, field: string, value: unknown): SomeEvent {
  if (value === event[field]) return event;
  // Not `{ ...event, [field]: value }`, which takes twice as long.
  const copy: { type: string; [field: string]: unknown } = { ...event };
  copy[field] = value;
  return copy;
}
