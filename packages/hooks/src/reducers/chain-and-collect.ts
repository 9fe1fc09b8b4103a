import type { AnyHookEvent, ResultOf } from '../event.ts';
import { kindOf } from '../kind.ts';
import { accepted } from './check.ts';
import { fieldsOf, type SharedField, withField } from './fields.ts';
import { type ReadyMade, readyMade } from './ready-made.ts';

/** The fields of a result that hold a list. */
type ListField<TResult> = {
  [TField in keyof TResult & string]: NonNullable<TResult[TField]> extends readonly unknown[]
    ? TField
    : never;
}[keyof TResult & string];

interface ChainState {
  readonly value: unknown;
  readonly collected: readonly unknown[] | undefined;
}

/**
 * An answer may do two things. What it has under `chained` is the new value of that field of the event, which the
 * next handler is handed; what it has under `collected` is a list, which is appended to those of the others. The
 * result has the last value of the one and the whole list of the other, each only if there was any, and is
 * `undefined` if there was neither.
 *
 * Source: seed 004, "Reducers", `before_agent_start`.
 */
export function chainAndCollect<TEvent extends AnyHookEvent>(
  chained: SharedField<TEvent>,
  collected: ListField<Required<NonNullable<ResultOf<TEvent>>>>,
): ReadyMade<TEvent> {
  return readyMade<TEvent, ChainState>({
    start: (event) => ({ value: event[chained], collected: undefined }),
    see: (event, state) => withField(event, chained, state.value),
    take: (state, answer) => {
      if (answer === undefined) return state;
      const fields = fieldsOf(answer);
      return {
        value: accepted(state.value, fields[chained] ?? undefined),
        collected: appended(state.collected, fields[collected] ?? undefined, collected),
      };
    },
    finish: (state, event) => {
      const changed = state.value !== event[chained];
      if (!changed && state.collected === undefined) return undefined;
      return {
        ...(changed && { [chained]: state.value }),
        ...(state.collected && { [collected]: state.collected }),
      };
    },
  });
}

function appended(
  list: readonly unknown[] | undefined,
  more: unknown,
  field: string,
): readonly unknown[] | undefined {
  if (more === undefined) return list;
  if (!Array.isArray(more))
    throw new TypeError(`"${field}" of an answer must be an array, not ${kindOf(more)}.`);
  return [...(list ?? []), ...more];
}
