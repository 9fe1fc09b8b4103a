import type { AnyHookEvent } from '../event.ts';
import type { Fields } from './fields.ts';
import { merging } from './merge.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/**
 * An answer replaces the fields of the event that it has; the next handler is handed the event with all
 * replacements so far. The result is these replacements and nothing else, or `undefined` if nobody answered. `type`
 * is never replaced.
 *
 * Source: seed 004, "Reducers", `before_provider_request` and `tool_result`.
 */
export function patch<TEvent extends AnyHookEvent>(): ReadyMade<TEvent> {
  return readyMade<TEvent, Fields | undefined>({
    ...merging,
    see: (event, patched) => (patched === undefined ? event : { ...event, ...patched, type: event.type }),
  });
}
