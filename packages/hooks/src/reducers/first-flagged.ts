import type { AnyHookEvent, HookEvent, ResultOf } from '../event.ts';
import { kindOf } from '../kind.ts';
import type { Reduction } from '../reduction.ts';
import { type Fields, fieldsOf, type SomeEvent } from './fields.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/** The fields of a result that hold a boolean. */
type FlagOf<TResult> = {
  [TField in keyof TResult & string]: NonNullable<TResult[TField]> extends boolean ? TField : never;
}[keyof TResult & string];

/**
 * The first answer in which `flag` is true is the result, and nobody is asked after it. If there is none, the result
 * is the last answer. All handlers get the emitted object itself, so what one changes in it the next one sees. A
 * flag that is neither a boolean nor absent is refused: taking `{ block: 'why' }` for a yes or for a no would be a
 * guess.
 */
export function firstFlagged<TEvent extends AnyHookEvent>(
  flag: FlagOf<Required<NonNullable<ResultOf<TEvent>>>>,
): ReadyMade<TEvent> {
  return readyMade<TEvent, Fields | undefined>(flagging(flag));
}

/**
 * {@link firstFlagged} for `block`: the first handler that blocks decides.
 *
 * Source: seed 004, "Reducers", `tool_call`.
 */
export function firstBlock<TEvent extends HookEvent<string, { block?: boolean }>>(): ReadyMade<TEvent> {
  return readyMade<TEvent, Fields | undefined>(flagging('block'));
}

/**
 * {@link firstFlagged} for `cancel`: the first handler that cancels decides; otherwise the last answer counts.
 *
 * Source: seed 004, "Reducers", `session_before_*`.
 */
export function firstCancelOrLast<
  TEvent extends HookEvent<string, { cancel?: boolean }>,
>(): ReadyMade<TEvent> {
  return readyMade<TEvent, Fields | undefined>(flagging('cancel'));
}

function flagging(flag: string): Reduction<SomeEvent, unknown, Fields | undefined> {
  return {
    start: () => undefined,
    take: (last, answer) => {
      if (answer === undefined) return last;
      const fields = fieldsOf(answer);
      const value = fields[flag] ?? false;
      if (typeof value === 'boolean') return fields;
      throw new TypeError(`"${flag}" of an answer must be a boolean, not ${kindOf(value)}.`);
    },
    done: (last) => last?.[flag] === true,
    finish: (last) => last,
  };
}
