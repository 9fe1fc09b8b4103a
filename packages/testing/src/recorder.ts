import type { EventRow, HookRow, RequestRow, TraceRow } from '@cmd-mods/harness';
import type { AgentMod, ObservableEvent } from '@cmd-mods/mod-api';

/** A tool call that ran, or that a mod answered. */
export interface ToolCallRecord {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What it ran with, after every rewrite. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A hook call, by the name of its mod. */
export type HookRecord = Omit<HookRow, 'kind'>;

/** Everything that happened, each list in order. */
export interface Recording {
  readonly events: readonly ObservableEvent[];
  /** Model requests as sent: prompt, messages, tools. */
  readonly requests: readonly RequestRow[];
  readonly hooks: readonly HookRecord[];
  readonly toolCalls: readonly ToolCallRecord[];
}

/** Records what a harness does. */
export interface Recorder extends Recording {
  /** The rows as they came, for a cassette. */
  readonly trace: readonly TraceRow[];
  write(row: TraceRow): void;
  /** The mod that watches with what input tools run: no event says so. It stands behind all others. */
  readonly mod: AgentMod;
  /** What was recorded since a moment that `mark` gave. */
  since(mark: RecorderMark): Recording;
  mark(): RecorderMark;
}

/** How long each list was. */
export type RecorderMark = Readonly<Record<keyof Recording, number>>;

/** The recorder's own mod; it is left out of what tests see. */
export const RECORDER_MOD = 'testing:recorder';

/** Makes an empty recorder. */
export function createRecorder(): Recorder {
  const trace: TraceRow[] = [];
  const events: EventRow['event'][] = [];
  const requests: RequestRow[] = [];
  const hooks: HookRecord[] = [];
  const toolCalls: ToolCallRecord[] = [];
  const lists = { events, requests, hooks, toolCalls };
  return {
    trace,
    ...lists,
    write(given) {
      const row = kept(given);
      if (row.kind === 'hook') {
        const { kind: _kind, ...call } = row;
        if (call.mod === RECORDER_MOD) return;
        hooks.push({ ...call, mod: call.mod.replace(/^(mod|builtin):/, '') });
      } else if (row.kind === 'event') {
        events.push(row.event);
      } else if (row.kind === 'request') {
        requests.push(row);
      }
      trace.push(row);
    },
    mod: {
      id: RECORDER_MOD,
      afterToolCall({ toolCallId, toolName, input }) {
        toolCalls.push({ toolCallId, toolName, input: structuredClone(input) });
      },
    },
    mark: () => ({
      events: events.length,
      requests: requests.length,
      hooks: hooks.length,
      toolCalls: toolCalls.length,
    }),
    since: (mark) => ({
      events: events.slice(mark.events),
      requests: requests.slice(mark.requests),
      hooks: hooks.slice(mark.hooks),
      toolCalls: toolCalls.slice(mark.toolCalls),
    }),
  };
}

/** A row as it is now: the arrays of requests and responses grow on. */
function kept(row: TraceRow): TraceRow {
  if (row.kind === 'request') return { ...row, messages: [...row.messages] };
  return row.kind === 'response' ? { ...row, deltas: [...row.deltas] } : row;
}
