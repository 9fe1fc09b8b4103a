import { Core } from './core.ts';
import type { Emitted, HookEmitter } from './emitter.ts';
import type { AnyHookEvent, EventMap, ResultfulEvent, ResultMap, SyncEvent } from './event.ts';
import type { HookErrorPolicy } from './failure.ts';
import type { HookHandler } from './handler.ts';
import type { Reducers } from './reducer.ts';
import { type HookRegistrationOptions, Registration } from './registration.ts';

/**
 * What {@link Hooks} are made of. `reducers` may be left out only where no event of the union produces a result.
 *
 * Source: seed 004, "Single hooks implementation" and "Error policy".
 */
export type HooksOptions<TEvent extends AnyHookEvent, TContext, TSource = unknown> = {
  /** What handlers get besides the event; see {@link Hooks.setContext}. */
  readonly context: TContext;
  /** What becomes of a handler's error; `'throw'` unless given. */
  readonly onError?: HookErrorPolicy<TSource, TContext> | undefined;
} & ([ResultfulEvent<TEvent>] extends [never]
  ? { readonly reducers?: Reducers<TEvent, TContext, TSource> | undefined }
  : { readonly reducers: Reducers<TEvent, TContext, TSource> });

/**
 * Holds the handlers of a union of events and emits these events.
 *
 * There is one way to register and one way to emit, for events that are observed and for events that produce a
 * result; the event's type makes the difference. There is no wildcard and no second interface for observers.
 *
 * Source: seed 004, "Single hooks implementation"; `emitSync`, `has` and `withContext` are ours.
 *
 * @example
 * const hooks = new Hooks<AppEvent, AppContext, AppSource>({
 *   context,
 *   reducers: { context: sequential(replace('messages')) },
 * });
 * const unregister = hooks.on('context', (event) => ({ messages: event.messages.slice(-20) }), { source });
 * const result = await hooks.emit({ type: 'context', messages });
 * await unregister();
 */
export class Hooks<TEvent extends AnyHookEvent, TContext, TSource = unknown> implements HookEmitter<TEvent> {
  readonly #core: Core<TContext, TSource>;
  #context: TContext;
  #registered = 0;

  constructor(options: HooksOptions<TEvent, TContext, TSource>) {
    this.#core = new Core(options.reducers ?? {}, options.onError ?? 'throw');
    this.#context = options.context;
  }

  /** The context that the next emission will hand to its handlers. */
  get context(): TContext {
    return this.#context;
  }

  /**
   * Replaces the context. An emission that is under way keeps the one it started with.
   *
   * Source: seed 004, "Context model".
   */
  setContext(context: TContext): void {
    this.#context = context;
  }

  /**
   * Registers a handler behind all present ones of its rank. The same function may be registered more than once.
   *
   * @returns A function that unregisters: the handler is not called from that moment on, not even by an emission
   *   under way, and the cleanup runs. Its promise settles with the cleanup; it rejects with what the cleanup threw.
   *   Calling it again, or after `clear`, returns the same promise and does nothing more.
   * @throws TypeError if the handler or the cleanup is not a function.
   *
   * Source: seed 004, "Hook handlers and registration options" and "Cleanup semantics".
   */
  on<TType extends TEvent['type']>(
    type: TType,
    handler: HookHandler<EventMap<TEvent>[TType], TContext>,
    options?: HookRegistrationOptions<TSource>,
  ): () => Promise<void> {
    const { registry } = this.#core;
    const registration = new Registration(type, handler, this.#registered, options);
    this.#registered += 1;
    registry.add(registration);
    return () => {
      registry.remove(registration);
      return registration.release();
    };
  }

  emit<TType extends TEvent['type']>(
    event: Emitted<TEvent, TType>,
    signal?: AbortSignal,
  ): Promise<ResultMap<TEvent>[TType] | undefined> | undefined {
    return this.#core.emit(event, this.#context, signal);
  }

  emitSync<TType extends SyncEvent<TEvent>['type']>(
    event: Emitted<SyncEvent<TEvent>, TType>,
    signal?: AbortSignal,
  ): ResultMap<SyncEvent<TEvent>>[TType] | undefined {
    return this.#core.emitSync(event, this.#context, signal);
  }

  has(type: TEvent['type']): boolean {
    return this.#core.has(type);
  }

  /**
   * An emitter over these very registrations that hands out another context, whatever `setContext` does later. It is
   * for work that is nested in other work, or runs beside it: each part emits with its own context, and none
   * overwrites another's. It owns nothing and needs no disposal.
   */
  withContext(context: TContext): HookEmitter<TEvent> {
    const core = this.#core;
    return {
      emit: (event, signal) => core.emit(event, context, signal),
      emitSync: (event, signal) => core.emitSync(event, context, signal),
      has: (type) => core.has(type),
    };
  }

  /**
   * Ends all registrations, then runs their cleanups one after the other, the last registered first. A cleanup that
   * fails does not keep the others from running. What is registered meanwhile stays.
   *
   * @throws AggregateError of all that the cleanups threw, when the last one has run.
   *
   * Source: seed 004, "Cleanup semantics".
   */
  async clear(): Promise<void> {
    const registrations = this.#core.registry.drain();
    const errors: unknown[] = [];
    for (const registration of registrations) {
      try {
        await registration.release();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, `${errors.length} of ${registrations.length} hook cleanups failed.`);
    }
  }

  /**
   * The same as {@link Hooks.clear}, for whoever owns these hooks.
   *
   * Source: seed 004, "Cleanup semantics".
   */
  dispose(): Promise<void> {
    return this.clear();
  }
}
