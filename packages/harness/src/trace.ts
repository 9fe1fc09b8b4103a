import type {
  AgentMessage,
  Block,
  HookName,
  ObservableEvent,
  ThinkingEffort,
  ToolSchema,
  Usage,
} from '@cmd-mods/mod-api';
import { errorToJson } from './events/event-json.ts';
import { hookChanged } from './hooks/hook-changed.ts';
import type { HookCall } from './hooks/scope.ts';

/** A model request, as sent. */
export interface RequestRow {
  readonly kind: 'request';
  /** Which request of the trace this is, from 1. */
  readonly requestNumber: number;
  /** What the request is for. */
  readonly purpose: 'run' | 'complete' | 'agent' | 'compaction' | 'title';
  readonly turnNumber: number;
  readonly attempt: number;
  readonly model: string;
  readonly effort?: ThinkingEffort;
  readonly system: string;
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly ToolSchema[];
}

/** A model's answer, as it came, before any hook touched it. */
export interface ResponseRow {
  readonly kind: 'response';
  /** Of the request that it answers: several may be open at once, and are answered in any order. */
  readonly requestNumber: number;
  readonly turnNumber: number;
  readonly attempt: number;
  readonly deltas: readonly string[];
  readonly content: readonly Block[];
  readonly stopReason: string;
  readonly usage: Usage;
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string | number };
}

/** One call of one hook. */
export interface HookRow {
  readonly kind: 'hook';
  readonly mod: string;
  readonly hook: HookName;
  /** Wall-clock milliseconds. */
  readonly ms: number;
  readonly changed: boolean;
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string | number };
}

/** One event. */
export interface EventRow {
  readonly kind: 'event';
  readonly event: ObservableEvent;
}

/** A row of a trace: everything that happened, in order. */
export type TraceRow = RequestRow | ResponseRow | HookRow | EventRow;

/** Takes the rows of a trace, one by one, as they happen. What a row holds must be used or copied at once. */
export type TraceSink = (row: TraceRow) => void;

const requests = new WeakMap<TraceSink, number>();

/** The number for the next request that a trace tells of. */
export function nextRequestNumber(trace: TraceSink): number {
  const number = (requests.get(trace) ?? 0) + 1;
  requests.set(trace, number);
  return number;
}

/** The row of a hook call. */
export function hookRow({ mod, hook, ms, params, answer, error }: HookCall): HookRow {
  return {
    kind: 'hook',
    mod: mod.id,
    hook,
    ms: Math.round(ms * 1000) / 1000,
    changed: hookChanged({ hook, params, answer }),
    ...(error === undefined ? {} : { error: errorToJson(error) }),
  };
}
