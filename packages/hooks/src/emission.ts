import type { AnyHookEvent, ResultOf } from './event.ts';
import type { HookFail } from './reducer.ts';
import type { Reduction } from './reduction.ts';
import type { HookRegistration } from './registration.ts';
import { isThenable } from './thenable.ts';

/**
 * One asynchronous emission on its way through the handlers: the loop that {@link sequential} runs.
 *
 * The loop, `advance`, does not wait itself: it stops at the first promise that a handler returns, `outlast` awaits
 * that and lets it go on. So an emission whose handlers all answer at once never enters an async function.
 */
export class Emission<TEvent extends AnyHookEvent, TContext, TSource, TState> {
  readonly #reduction: Reduction<TEvent, ResultOf<TEvent>, TState>;
  readonly #event: TEvent;
  readonly #registrations: readonly HookRegistration<TEvent, TContext, TSource>[];
  readonly #context: TContext;
  readonly #signal: AbortSignal | undefined;
  readonly #fail: HookFail;
  #state: TState;
  #asked = 0;

  constructor(
    reduction: Reduction<TEvent, ResultOf<TEvent>, TState>,
    event: TEvent,
    registrations: readonly HookRegistration<TEvent, TContext, TSource>[],
    context: TContext,
    signal: AbortSignal | undefined,
    fail: HookFail,
  ) {
    this.#reduction = reduction;
    this.#event = event;
    this.#registrations = registrations;
    this.#context = context;
    this.#signal = signal;
    this.#fail = fail;
    this.#state = reduction.start(event);
  }

  /** Asks until a handler returns a promise, and returns that; `undefined` when nobody is left to ask. */
  advance(): PromiseLike<unknown> | undefined {
    const { see, take, done } = this.#reduction;
    const event = this.#event;
    const registrations = this.#registrations;
    // Kept in variables while the loop runs: this is where an emission spends its time.
    let state = this.#state;
    let asked = this.#asked;
    // What the next handler is handed depends on the state alone, so it is made anew only when that has changed.
    let seen: TEvent | undefined;
    while (asked < registrations.length) {
      const registration = registrations[asked] as HookRegistration<TEvent, TContext, TSource>;
      asked += 1;
      if (registration.disposed) continue;
      seen ??= see === undefined ? event : see(event, state);
      try {
        const { handler } = registration;
        const answer: unknown = handler(seen, this.#context, this.#signal);
        if (isThenable(answer)) {
          this.#state = state;
          this.#asked = asked;
          return answer;
        }
        const next = take(state, opinion<TEvent>(answer), event);
        if (next === state) continue;
        state = next;
      } catch (error) {
        this.#fail(registration, error, this.#context);
        continue;
      }
      if (done?.(state, event)) break;
      seen = undefined;
    }
    this.#state = state;
    return undefined;
  }

  /**
   * Waits for the promise that `advance` has stopped at, and for all that follow. Written with callbacks, of which one pair
   * serves every handler: an async function would cost a fifth more.
   */
  outlast(first: PromiseLike<unknown>): Promise<ResultOf<TEvent> | undefined> {
    if (this.#asked === this.#registrations.length) {
      // Nobody is left to ask, as when there is one handler: its own promise carries the result.
      return Promise.resolve(first).then(
        (answer) => {
          this.#isDoneWith(answer);
          return this.result();
        },
        (error) => {
          this.#failPresent(error);
          return this.result();
        },
      );
    }
    return new Promise((resolve, reject) => {
      const goOn = () => {
        const pending = this.advance();
        if (pending === undefined) resolve(this.result());
        else pending.then(answered, failed);
      };
      const answered = (answer: unknown) => {
        try {
          if (this.#isDoneWith(answer)) resolve(this.result());
          else goOn();
        } catch (error) {
          reject(error);
        }
      };
      const failed = (error: unknown) => {
        try {
          this.#failPresent(error);
          goOn();
        } catch (thrown) {
          reject(thrown);
        }
      };
      first.then(answered, failed);
    });
  }

  /** Takes the answer that was waited for. @returns whether the rest need not be asked. */
  #isDoneWith(answer: unknown): boolean {
    const { take, done } = this.#reduction;
    try {
      this.#state = take(this.#state, opinion<TEvent>(answer), this.#event);
    } catch (error) {
      this.#failPresent(error);
      return false;
    }
    return done?.(this.#state, this.#event) ?? false;
  }

  /** The handler that was asked last has failed. */
  #failPresent(error: unknown): void {
    const present = this.#registrations[this.#asked - 1] as HookRegistration<TEvent, TContext, TSource>;
    this.#fail(present, error, this.#context);
  }

  result(): ResultOf<TEvent> | undefined {
    return this.#reduction.finish(this.#state, this.#event);
  }
}

/**
 * The one place where a handler's answer gets its type. It cannot be derived: for a type parameter `TEvent` the
 * compiler does not work out what remains of `HookAnswer<TEvent>` without its promise. Nor can it be relied on, as
 * a handler may be plain JavaScript; a reduction whose states depend on the shape checks it in `take`.
 */
export function opinion<TEvent extends AnyHookEvent>(answer: unknown): ResultOf<TEvent> | undefined {
  return (answer ?? undefined) as ResultOf<TEvent> | undefined;
}
