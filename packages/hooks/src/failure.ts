import type { HookFail } from './reducer.ts';

/**
 * What a reporter is told about a handler that failed: it threw, rejected, or gave an answer that its event's
 * reducer refused.
 *
 * Source: seed 004, "Error policy". `order` is ours: it tells two handlers of one source apart.
 */
export interface HookFailure<TSource, TContext = unknown> {
  /** The type of the event whose handler failed. */
  readonly event: string;
  /** The `source` that the handler was registered with. */
  readonly source: TSource | undefined;
  /** The place of the registration among all registrations of these hooks. */
  readonly order: number;
  /** The context of the emission: with nested emissions, it tells which of them the handler failed in. */
  readonly context: TContext;
  /** What the handler threw, unchanged. */
  readonly error: unknown;
}

/**
 * What becomes of a handler's error.
 *
 * - `'throw'`: the emission ends with that very error; handlers after it are not called. For hosts whose handlers
 *   are their own.
 * - a function, the reporter: it is told, and the emission goes on as if the handler had had no opinion. For hosts
 *   that run handlers of strangers. It is called synchronously and not awaited. If it throws, the emission ends with
 *   an AggregateError of both errors: the handler's must not vanish because of the reporter's.
 *
 * Source: seed 004, "Error policy".
 */
export type HookErrorPolicy<TSource, TContext = unknown> =
  | 'throw'
  | ((failure: HookFailure<TSource, TContext>) => void);

/** The function that puts a policy into force. */
export function failBy<TSource, TContext>(policy: HookErrorPolicy<TSource, TContext>): HookFail {
  if (policy === 'throw') {
    return (_registration, error) => {
      throw error;
    };
  }
  return ({ type: event, source, order }, error, context) => {
    try {
      // Reducers know source and context as `unknown`; `on` and the emitters take values of these types only.
      policy({ event, source: source as TSource | undefined, order, context: context as TContext, error });
    } catch (reporterError) {
      throw new AggregateError(
        [error, reporterError],
        `The reporter of a failed "${event}" hook failed itself.`,
      );
    }
  };
}
