import { isRecord, kindOf } from './content.ts';

/**
 * Reads an event that a mod raises through its context. Its own kinds of event pass; what no listener could tell the kind of is
 * refused.
 * @throws TypeError into the hook that raised it.
 */
export function raised<TEvent>(event: TEvent): TEvent {
  const found: unknown = event;
  if (isRecord(found) && typeof found.type === 'string' && found.type !== '') return event;
  throw new TypeError(
    `an event is an object with a "type", not ${isRecord(found) ? 'one without' : kindOf(found)}.`,
  );
}
