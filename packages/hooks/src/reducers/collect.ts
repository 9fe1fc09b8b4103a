import type { AnyHookEvent, ResultOf } from '../event.ts';
import type { Reduction } from '../reduction.ts';

/** What a handler that has an opinion answers. */
type Answer<TEvent> = NonNullable<ResultOf<TEvent>>;

/**
 * Everyone is asked, and `combine` makes one result of all answers, which it gets in the order of registration. It
 * is not called, and the result is `undefined`, if nobody answered.
 *
 * Ours.
 *
 * @example
 * collect((lists) => lists.flat());
 * collect((texts) => texts.join('\n\n'));
 */
export function collect<TEvent extends AnyHookEvent>(
  combine: (answers: readonly Answer<TEvent>[]) => Answer<TEvent>,
): Reduction<TEvent, ResultOf<TEvent>, readonly Answer<TEvent>[]> {
  return {
    start: () => [],
    take: (answers, answer) => (isAnswer<TEvent>(answer) ? [...answers, answer] : answers),
    finish: (answers) => (answers.length === 0 ? undefined : combine(answers)),
  };
}

function isAnswer<TEvent>(answer: ResultOf<TEvent> | undefined): answer is Answer<TEvent> {
  return answer !== undefined;
}
