import type { HookEvent } from '../event.ts';
import { kindOf } from '../kind.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/**
 * One `true` is enough, and nobody is asked after it. The result is `false` if all who answered said so, and
 * `undefined` if nobody answered. An answer that is not a boolean is refused.
 *
 * Ours.
 */
export function any<TEvent extends HookEvent<string, boolean>>(): ReadyMade<TEvent> {
  return readyMade<TEvent, boolean | undefined>({
    start: () => undefined,
    take: (state, answer) => {
      if (answer === undefined) return state;
      if (typeof answer === 'boolean') return answer;
      throw new TypeError(`A handler of this event must answer with a boolean, not with ${kindOf(answer)}.`);
    },
    done: (state) => state === true,
    finish: (state) => state,
  });
}
