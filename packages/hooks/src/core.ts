import type { AnyHookEvent } from './event.ts';
import { failBy, type HookErrorPolicy } from './failure.ts';
import type { HookFail } from './reducer.ts';
import { observe } from './reducers/observe.ts';
import { Registry } from './registry.ts';
import { sequential, sequentialSync } from './sequential.ts';
import { disown, isThenable } from './thenable.ts';

const observeAsync = sequential(observe);
const observeSync = sequentialSync(observe);

/** What all emitters over the same registrations share: everything but the context. */
export class Core<TContext, TSource> {
  readonly registry: Registry<TContext, TSource>;
  readonly #fail: HookFail;

  constructor(reducers: object, policy: HookErrorPolicy<TSource, TContext>) {
    this.registry = new Registry(reducers);
    this.#fail = failBy(policy);
  }

  emit(event: AnyHookEvent, context: TContext, signal: AbortSignal | undefined): Promise<never> | undefined {
    const channel = this.registry.find(event.type);
    if (channel === undefined) return undefined;
    const reduce = channel.reducer ?? observeAsync;
    try {
      const result = reduce(event as never, channel.registrations as never, context, signal, this.#fail);
      // A promise is handed on as it is; the result of a synchronous reducer becomes one.
      return Promise.resolve(result as never);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  emitSync(event: AnyHookEvent, context: TContext, signal: AbortSignal | undefined): undefined {
    const channel = this.registry.find(event.type);
    if (channel === undefined) return undefined;
    const reduce = channel.reducer ?? observeSync;
    const result = reduce(event as never, channel.registrations as never, context, signal, this.#fail);
    if (!isThenable(result)) return result as never;
    disown(result);
    throw new TypeError(`"${event.type}" has a reducer that must be awaited: use emit for it.`);
  }

  has(type: string): boolean {
    return this.registry.find(type) !== undefined;
  }
}
