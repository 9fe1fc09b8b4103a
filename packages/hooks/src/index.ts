export type { Emitted, HookEmitter } from './emitter.ts';
export type {
  AnyHookEvent,
  EventMap,
  HookEvent,
  ResultfulEvent,
  ResultMap,
  ResultOf,
  SyncEvent,
  SyncHookEvent,
} from './event.ts';
export type { HookErrorPolicy, HookFailure } from './failure.ts';
export type { HookAnswer, HookHandler } from './handler.ts';
export { Hooks, type HooksOptions } from './hooks.ts';
export type {
  ExtraReducers,
  HookFail,
  HookOrigin,
  Reducer,
  ReducerFor,
  Reducers,
  SyncReducer,
} from './reducer.ts';
export { any } from './reducers/any.ts';
export { chainAndCollect } from './reducers/chain-and-collect.ts';
export { type Check, keeping } from './reducers/check.ts';
export { collect } from './reducers/collect.ts';
export { firstBlock, firstCancelOrLast, firstFlagged } from './reducers/first-flagged.ts';
export { firstResult } from './reducers/first-result.ts';
export { merge } from './reducers/merge.ts';
export { patch } from './reducers/patch.ts';
export type { ReadyMade } from './reducers/ready-made.ts';
export { replace } from './reducers/replace.ts';
export { transform } from './reducers/transform.ts';
export { vote } from './reducers/vote.ts';
export type { Reduction } from './reduction.ts';
export type { HookCleanup, HookRegistration, HookRegistrationOptions } from './registration.ts';
export {
  type SequentialReducer,
  type SequentialSyncReducer,
  sequential,
  sequentialSync,
} from './sequential.ts';
