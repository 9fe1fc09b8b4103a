import type { AnyHookEvent } from '../event.ts';
import type { Reduction } from '../reduction.ts';

/** What the engine does for an event without a reducer: everyone is told, nobody is heard. */
export const observe: Reduction<AnyHookEvent, unknown, undefined> = {
  start: () => undefined,
  take: () => undefined,
  finish: () => undefined,
};
