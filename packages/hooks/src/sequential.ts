import { Emission, opinion } from './emission.ts';
import type { AnyHookEvent, ResultOf } from './event.ts';
import type { HookFail } from './reducer.ts';
import type { Reduction } from './reduction.ts';
import type { HookRegistration } from './registration.ts';
import { disown, isThenable } from './thenable.ts';

/** A {@link Reducer} that does not care about context or source, and so fits hooks with any. */
export type SequentialReducer<TEvent> = <TContext, TSource>(
  event: TEvent,
  registrations: readonly HookRegistration<TEvent, TContext, TSource>[],
  context: TContext,
  signal: AbortSignal | undefined,
  fail: HookFail,
) => Promise<ResultOf<TEvent> | undefined>;

/** A {@link SyncReducer} that does not care about context or source, and so fits hooks with any. */
export type SequentialSyncReducer<TEvent> = <TContext, TSource>(
  event: TEvent,
  registrations: readonly HookRegistration<TEvent, TContext, TSource>[],
  context: TContext,
  signal: AbortSignal | undefined,
  fail: HookFail,
) => ResultOf<TEvent> | undefined;

/**
 * The asynchronous reducer of a reduction: asks the handlers one after the other, in the order of the list, and awaits
 * an answer only when there is something to await. A handler that throws, rejects, or gives a malformed answer goes
 * to the error policy and is then as good as one without an opinion.
 */
export function sequential<TEvent extends AnyHookEvent, TState>(
  reduction: Reduction<TEvent, ResultOf<TEvent>, TState>,
): SequentialReducer<TEvent> {
  return (event, registrations, context, signal, fail) => {
    try {
      const emission = new Emission(reduction, event, registrations, context, signal, fail);
      const pending = emission.advance();
      return pending === undefined ? Promise.resolve(emission.result()) : emission.outlast(pending);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/**
 * The synchronous reducer of a reduction: the same, without waiting. A handler that answers with a promise all the
 * same goes to the error policy with a TypeError; what that promise settles to is ignored.
 */
export function sequentialSync<TEvent extends AnyHookEvent, TState>(
  reduction: Reduction<TEvent, ResultOf<TEvent>, TState>,
): SequentialSyncReducer<TEvent> {
  const { start, see, take, done, finish } = reduction;
  return (event, registrations, context, signal, fail) => {
    let state = start(event);
    // What the next handler is handed depends on the state alone, so it is made anew only when that has changed.
    let seen: TEvent | undefined;
    // By index: an iterator costs a tenth more, and text streams through here.
    for (let asked = 0; asked < registrations.length; asked += 1) {
      const registration = registrations[asked] as (typeof registrations)[number];
      if (registration.disposed) continue;
      seen ??= see === undefined ? event : see(event, state);
      try {
        const { handler } = registration;
        const answer: unknown = handler(seen, context, signal);
        if (isThenable(answer)) throw tooLate(event.type, answer);
        const next = take(state, opinion<TEvent>(answer), event);
        if (next === state) continue;
        state = next;
      } catch (error) {
        fail(registration, error, context);
        continue;
      }
      if (done?.(state, event)) break;
      seen = undefined;
    }
    return finish(state, event);
  };
}

function tooLate(type: string, answer: PromiseLike<unknown>): TypeError {
  disown(answer);
  return new TypeError(`A "${type}" hook must answer at once, but its handler returned a promise.`);
}
