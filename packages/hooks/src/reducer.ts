import type { AnyHookEvent, EventMap, ResultfulEvent, ResultOf, SyncEvent } from './event.ts';
import type { HookRegistration } from './registration.ts';

/**
 * The part of a registration that says whose it is. Every {@link HookRegistration} is one; `source` is `unknown`
 * here so that a reducer written without regard to sources serves hooks with any source type.
 */
export interface HookOrigin {
  readonly type: string;
  readonly order: number;
  readonly source: unknown;
}

/**
 * Hands an error of one registration to the error policy. Under `'throw'` it throws that error, so the emission
 * ends there; with a reporter it reports and returns, and the reducer goes on to the next registration.
 *
 * @param context - The context that the reducer was given, for the report.
 *
 * Source: seed 004, "Error policy".
 */
export type HookFail = (registration: HookOrigin, error: unknown, context: unknown) => void;

/**
 * Asks the handlers of one event and makes one result of their answers. Called once per emission, only when at
 * least one handler is registered.
 *
 * @param event - The event as emitted.
 * @param registrations - In the order of calling. The list never changes under the reducer, but a registration in it
 *   may become `disposed` meanwhile: skip those.
 * @param context - The context of this emission, to be passed on to each handler.
 * @param signal - The signal of this emission, to be passed on to each handler.
 * @param fail - Where the error of a handler goes.
 * @returns The result of the emission; `undefined` when no handler had an opinion.
 *
 * Source: seed 004, "Reducers". The fifth parameter is ours: with it a reducer obeys the error policy without
 * knowing which one is in force.
 */
export type Reducer<TEvent, TContext, TSource> = (
  event: TEvent,
  registrations: readonly HookRegistration<TEvent, TContext, TSource>[],
  context: TContext,
  signal: AbortSignal | undefined,
  fail: HookFail,
) => Promise<ResultOf<TEvent> | undefined>;

/** A {@link Reducer} that has its result when it returns: what the event types of `emitSync` need. */
export type SyncReducer<TEvent, TContext, TSource> = (
  event: TEvent,
  registrations: readonly HookRegistration<TEvent, TContext, TSource>[],
  context: TContext,
  signal: AbortSignal | undefined,
  fail: HookFail,
) => ResultOf<TEvent> | undefined;

/** The kind of reducer that an event needs: a {@link SyncReducer} exactly for a {@link SyncHookEvent}. */
export type ReducerFor<TEvent, TContext, TSource> = [TEvent] extends [SyncEvent<TEvent>]
  ? SyncReducer<TEvent, TContext, TSource>
  : Reducer<TEvent, TContext, TSource>;

/**
 * One reducer for each result-producing event of a union. An event that joins the union without its reducer does
 * not compile; observed events have no place in the table.
 *
 * Source: seed 004, "Reducers".
 */
export type Reducers<TEvent extends AnyHookEvent, TContext, TSource> = {
  readonly [TType in ResultfulEvent<TEvent>['type']]: ReducerFor<
    EventMap<ResultfulEvent<TEvent>>[TType],
    TContext,
    TSource
  >;
};

/**
 * The reducers that an app adds when `TEvent` extends the union `TBaseEvent` of its host: one for each
 * result-producing event that the host has no reducer for, and none besides.
 *
 * Source: seed 004, "App-specific events and reducers".
 */
export type ExtraReducers<
  TEvent extends AnyHookEvent,
  TBaseEvent extends AnyHookEvent,
  TContext,
  TSource,
> = Omit<Reducers<TEvent, TContext, TSource>, ResultfulEvent<TBaseEvent>['type']>;
