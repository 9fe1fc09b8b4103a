import type { AnyHookEvent, ResultOf } from '../event.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/**
 * Everyone is asked, and the strongest vote wins, whoever cast it and whenever. An answer that is not among `votes`
 * is refused; the result is `undefined` if nobody voted.
 *
 * @param votes - All that may be answered, the strongest first.
 *
 * Ours.
 *
 * @example
 * vote('deny', 'allow'); // Nobody can allow what somebody denies.
 */
export function vote<TEvent extends AnyHookEvent>(
  ...votes: NonNullable<ResultOf<TEvent>>[]
): ReadyMade<TEvent> {
  const ranking: readonly unknown[] = votes;
  return readyMade<TEvent, number>({
    start: () => ranking.length,
    take: (strongest, answer) => {
      if (answer === undefined) return strongest;
      const rank = ranking.indexOf(answer);
      if (rank >= 0) return Math.min(strongest, rank);
      throw new TypeError(
        `A handler of this event must answer with ${ranking.join(' or ')}, not with ${String(answer)}.`,
      );
    },
    finish: (strongest) => ranking[strongest],
  });
}
