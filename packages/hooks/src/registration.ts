import type { HookHandler } from './handler.ts';
import { kindOf } from './kind.ts';

/**
 * Undoes what a registration set up. Called once: by unregister, or by `clear` / `dispose`, whichever comes first.
 * What it throws, or rejects with, reaches the caller of that function.
 *
 * Source: seed 004, "Cleanup semantics".
 */
export type HookCleanup = () => void | PromiseLike<void>;

/**
 * What may accompany a handler. Neither is seen by the handler: they belong to the registration.
 *
 * Source: seed 004, "Hook handlers and registration options".
 */
export interface HookRegistrationOptions<TSource> {
  /** Where the handler comes from; it accompanies every failure of the handler. */
  readonly source?: TSource | undefined;
  /** Run once, when the registration ends. */
  readonly cleanup?: HookCleanup | undefined;
  /**
   * Handlers of a lower rank come first; those of one rank come in registration order. 0 by default. Ours: with it a
   * source whose code was reloaded keeps its place among the others.
   */
  readonly rank?: number | undefined;
}

/**
 * A handler with everything the engine knows about it: what reducers iterate over.
 *
 * Source: seed 004, "Reducers".
 */
export interface HookRegistration<TEvent, TContext, TSource> {
  /** The type of the event that the handler is registered for. */
  readonly type: string;
  readonly handler: HookHandler<TEvent, TContext>;
  readonly source: TSource | undefined;
  readonly cleanup: HookCleanup | undefined;
  /** How many registrations were made before this one, over all event types. */
  readonly order: number;
  /** True from the moment of unregistering on, also for an emission that is under way and has yet to reach it. */
  readonly disposed: boolean;
}

/** A handler of whatever event: what all handlers have in common for the compiler. */
type SomeHandler<TContext> = (event: never, context: TContext, signal?: AbortSignal) => unknown;

/**
 * The engine's own side of a registration: it may end it. It does not know its event; a reducer gets it back as a
 * {@link HookRegistration} of the event it was made for.
 */
export class Registration<TContext, TSource> {
  readonly type: string;
  readonly handler: SomeHandler<TContext>;
  readonly source: TSource | undefined;
  readonly cleanup: HookCleanup | undefined;
  readonly order: number;
  readonly rank: number;
  disposed = false;
  #released: Promise<void> | undefined;

  constructor(
    type: string,
    handler: SomeHandler<TContext>,
    order: number,
    options: HookRegistrationOptions<TSource> | undefined,
  ) {
    requireFunction(handler, 'handler', type);
    if (options?.cleanup !== undefined) requireFunction(options.cleanup, 'cleanup', type);
    this.type = type;
    this.handler = handler;
    this.order = order;
    this.source = options?.source;
    this.cleanup = options?.cleanup;
    this.rank = options?.rank ?? 0;
  }

  /** Runs the cleanup the first time; every call returns the promise of that one run. */
  release(): Promise<void> {
    this.#released ??= this.#runCleanup();
    return this.#released;
  }

  async #runCleanup(): Promise<void> {
    await this.cleanup?.();
  }
}

function requireFunction(value: unknown, role: string, type: string): void {
  if (typeof value === 'function') return;
  throw new TypeError(`The ${role} of a "${type}" hook must be a function, not ${kindOf(value)}.`);
}
