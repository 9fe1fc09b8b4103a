import type { HookFail } from './reducer.ts';
import type { Registration } from './registration.ts';

/**
 * A reducer found by the type of an event at run time. Calling it, and believing its result to be that of the event,
 * is the engine's one leap of faith: `Reducers` and `on` have made sure that the event, its handlers and its reducer
 * belong together, and they meet here under the same `type`. The `never`s say so once, for all callers.
 */
export type FoundReducer<TContext> = (
  event: never,
  registrations: never,
  context: TContext,
  signal: AbortSignal | undefined,
  fail: HookFail,
) => unknown;

/** All that concerns one event type, found with one look-up. */
export interface Channel<TContext, TSource> {
  readonly registrations: readonly Registration<TContext, TSource>[];
  /** Absent for an event that is merely observed. */
  readonly reducer: FoundReducer<TContext> | undefined;
}

/**
 * The registrations by event type. A list is replaced on every change and never altered, so an emission iterates
 * over the list it found without a copy, whatever its handlers register or unregister meanwhile. A type whose last
 * registration went has no channel at all: that is what makes "nobody listens" one look-up.
 */
export class Registry<TContext, TSource> {
  readonly #channels = new Map<string, Channel<TContext, TSource>>();
  // A map and not the caller's object, in which looking up "constructor" would find something.
  readonly #reducers: ReadonlyMap<string, FoundReducer<TContext>>;

  constructor(reducers: object) {
    this.#reducers = new Map(Object.entries(reducers));
  }

  find(type: string): Channel<TContext, TSource> | undefined {
    return this.#channels.get(type);
  }

  add(entry: Registration<TContext, TSource>): void {
    const list = this.find(entry.type)?.registrations ?? [];
    const place = list.findLastIndex((other) => other.rank <= entry.rank) + 1;
    this.#open(entry.type, list.toSpliced(place, 0, entry));
  }

  /** Takes one registration out and marks it, so that emissions under way skip it. */
  remove(entry: Registration<TContext, TSource>): void {
    if (entry.disposed) return;
    entry.disposed = true;
    const rest = this.find(entry.type)?.registrations.filter((other) => other !== entry) ?? [];
    if (rest.length === 0) this.#channels.delete(entry.type);
    else this.#open(entry.type, rest);
  }

  /** Takes all registrations out and returns them, the last one first. */
  drain(): Registration<TContext, TSource>[] {
    const entries = [...this.#channels.values()].flatMap((channel) => channel.registrations);
    this.#channels.clear();
    for (const entry of entries) entry.disposed = true;
    return entries.sort((one, other) => other.order - one.order);
  }

  #open(type: string, registrations: readonly Registration<TContext, TSource>[]): void {
    this.#channels.set(type, { registrations, reducer: this.#reducers.get(type) });
  }
}
