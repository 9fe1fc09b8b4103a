import type { AnyHookEvent } from '../event.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/**
 * The first answer is the result, and nobody is asked after it.
 *
 * Source: seed 004, "App-specific events and reducers", `user_bash`.
 */
export function firstResult<TEvent extends AnyHookEvent>(): ReadyMade<TEvent> {
  return readyMade<TEvent, unknown>({
    start: () => undefined,
    take: (_none, answer) => answer,
    done: (answer) => answer !== undefined,
    finish: (answer) => answer,
  });
}
