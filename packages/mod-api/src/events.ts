/**
 * The event stream: everything that happens in a run, for those who watch. Events cannot change anything; that is what
 * hooks are for. Payloads are snapshots: they never change after they were emitted, and changing them changes nothing.
 *
 * Source: hooks and events page, "AgentEvent catalog"; mods page, "on event types".
 */

import type { AgentMessage, Block, PermissionMode, RunResult, ToolContentBlock, Usage } from './messages.ts';

/** A run begins. */
export interface RunStartEvent {
  readonly type: 'run_start';
  readonly sessionId: string;
}

/** A run has ended; every `onRunEnd` hook has finished. */
export interface RunEndEvent {
  readonly type: 'run_end';
  readonly result: RunResult;
}

/** A round begins; every `onTurnStart` hook has run. */
export interface TurnStartEvent {
  readonly type: 'turn_start';
  /** From 1 in each run. */
  readonly turnNumber: number;
}

/** A round has ended; every `onTurnEnd` hook has run, and the commit follows. */
export interface TurnEndEvent {
  readonly type: 'turn_end';
  readonly turnNumber: number;
  readonly hadToolCalls: boolean;
  /** This round's usage alone. */
  readonly usage: Usage;
}

/** A model request is about to be made. */
export interface MessageStartEvent {
  readonly type: 'message_start';
}

/** A chunk of the answer, after every `transformTextDelta`. */
export interface TextDeltaEvent {
  readonly type: 'text_delta';
  readonly delta: string;
}

/** The model begins to think aloud. */
export interface ThinkingStartEvent {
  readonly type: 'thinking_start';
}

/** A chunk of thinking. */
export interface ThinkingDeltaEvent {
  readonly type: 'thinking_delta';
  readonly delta: string;
}

/** The thinking is complete. */
export interface ThinkingEndEvent {
  readonly type: 'thinking_end';
  /** All of it. */
  readonly text: string;
}

/** The answer so far, tool input that is still partial included. */
export interface MessageUpdateEvent {
  readonly type: 'message_update';
  readonly message: AgentMessage;
}

/** The response is complete. */
export interface MessageEndEvent {
  readonly type: 'message_end';
  readonly content: readonly Block[];
}

/** A mid-stream retry threw the chunks since `message_start` away; the answer starts anew. */
export interface StreamRestartEvent {
  readonly type: 'stream_restart';
  readonly turnNumber: number;
  /** The attempt that begins now. */
  readonly attempt: number;
}

/** A request goes out. */
export interface ModelRequestStartEvent {
  readonly type: 'model_request_start';
  /** The model the request really goes to. */
  readonly model: string;
}

/** A request was answered. */
export interface ModelRequestEndEvent {
  readonly type: 'model_request_end';
  readonly model: string;
  readonly effort?: string;
  readonly usage: Usage;
  /** The provider's own word where it gave one. */
  readonly stopReason: string;
}

/** The model asked for a tool. Emitted for every call of the batch before any permission check. */
export interface ToolQueuedEvent {
  readonly type: 'tool_queued';
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the model asked for, never a rewrite. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Permission was denied: the whole batch is answered without running, and the run stops after the turn. */
export interface ToolDeniedEvent {
  readonly type: 'tool_denied';
  readonly toolCallId: string;
  readonly toolName: string;
}

/** A mod blocked the call. Terminal for it: no running, completed or errored event follows. */
export interface ToolHookBlockedEvent {
  readonly type: 'tool_hook_blocked';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The reason, as the model reads it. */
  readonly hookOutput: string;
}

/** Execution begins; every `beforeToolCall` has run. */
export interface ToolRunningEvent {
  readonly type: 'tool_running';
  readonly toolCallId: string;
  readonly toolName: string;
  /** One line that says what the call does; `null` when none could be made. */
  readonly description: string | null;
}

/** Progress of a running tool. */
export interface ToolUpdateEvent {
  readonly type: 'tool_update';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly partial: string;
}

/** The call is done; the result is what the model will see. */
export interface ToolCompletedEvent {
  readonly type: 'tool_completed';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly result: readonly ToolContentBlock[];
}

/** The call failed, or a mod said that it did. */
export interface ToolErroredEvent {
  readonly type: 'tool_errored';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The text that the model will see. */
  readonly error: string;
}

/** A person's configured shell hooks ran; emitted before the terminal event of that phase. */
export interface ToolHooksEvent {
  readonly type: 'tool_hooks';
  readonly phase: 'pre' | 'post';
  readonly lines: readonly string[];
  readonly outcome: string;
}

/** A sub-agent begins. */
export interface SubagentStartEvent {
  readonly type: 'subagent_start';
  readonly toolCallId: string;
  readonly subagentType: string;
}

/** A sub-agent calls a tool. */
export interface SubagentProgressEvent {
  readonly type: 'subagent_progress';
  readonly toolCallId: string;
  readonly subagentType: string;
  readonly toolName: string;
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly tokensUsed: number;
}

/** A sub-agent has finished. */
export interface SubagentStopEvent {
  readonly type: 'subagent_stop';
  readonly toolCallId: string;
  readonly subagentType: string;
  readonly tokensUsed: number;
}

/** A failed request is tried again. The first three retries are silent. */
export interface ApiRetryEvent {
  readonly type: 'api_retry';
  /** Which retry this is, from 1. */
  readonly attempt: number;
  readonly error: string;
  readonly delayMs: number;
}

/** The transcript is about to be compacted for the model. */
export interface CompactionStartEvent {
  readonly type: 'compaction_start';
}

/** Compaction is done. */
export interface CompactionDoneEvent {
  readonly type: 'compaction_done';
  /** Present only when something was saved. */
  readonly tokensSaved?: number;
}

/** Something the person should read. */
export interface NoticeEvent {
  readonly type: 'notice';
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** A person activated a skill by name. */
export interface SkillLoadedEvent {
  readonly type: 'skill_loaded';
  readonly name: string;
}

/** The session got its generated title. */
export interface SessionTitledEvent {
  readonly type: 'session_titled';
  readonly title: string;
}

/** The effective permission mode changed. */
export interface PermissionModeChangedEvent {
  readonly type: 'permission_mode_changed';
  readonly mode: PermissionMode;
}

/** A setting was changed through the `config` tool. */
export interface ConfigSettingChangedEvent {
  readonly type: 'config_setting_changed';
  readonly setting: string;
  readonly value: unknown;
  readonly previousValue?: unknown;
}

/** A turn was continued by the host because it stopped short. */
export interface ContinuationRecoveryEvent {
  readonly type: 'continuation_recovery';
  readonly kind: 'pause' | 'empty' | 'length' | 'intent';
  readonly attempt: number;
  readonly maxAttempts: number;
}

/** The model sent tool input that is no object (an array, null), and it was rescued. */
export interface ToolInputCoercedEvent {
  readonly type: 'tool_input_coerced';
  readonly rawType: string;
  readonly recovered: boolean;
}

/** Tool input was repaired before execution. */
export interface ToolInputRepairedEvent {
  readonly type: 'tool_input_repaired';
  readonly rulesFired: readonly string[];
  readonly hintCount: number;
  readonly receivedKeys: readonly string[];
  readonly repaired: boolean;
}

/** Something of a mod threw, returned the wrong thing, or collided. The run went on without it. */
export interface ModErrorEvent {
  readonly type: 'mod_error';
  /** `mod:<name>`, or `builtin:<name>`. */
  readonly modId: string;
  /** The hook's name, or `on:<event>`, `on:process`, `ui.press`, `addTool` and the like. */
  readonly hook: string;
  readonly error: unknown;
}

/** The run saw that it was aborted. */
export interface InterruptedEvent {
  readonly type: 'interrupted';
}

/** The run failed for good. `run_end` still follows, with `stopReason: 'error'`. */
export interface RunErrorEvent {
  readonly type: 'run_error';
  /** The error itself. As JSON it is `{name, message, code?}`. */
  readonly error: unknown;
}

/** Everything that a run can say. */
export type AgentEvent =
  | RunStartEvent
  | RunEndEvent
  | TurnStartEvent
  | TurnEndEvent
  | MessageStartEvent
  | TextDeltaEvent
  | ThinkingStartEvent
  | ThinkingDeltaEvent
  | ThinkingEndEvent
  | MessageUpdateEvent
  | MessageEndEvent
  | StreamRestartEvent
  | ModelRequestStartEvent
  | ModelRequestEndEvent
  | ToolQueuedEvent
  | ToolDeniedEvent
  | ToolHookBlockedEvent
  | ToolRunningEvent
  | ToolUpdateEvent
  | ToolCompletedEvent
  | ToolErroredEvent
  | ToolHooksEvent
  | SubagentStartEvent
  | SubagentProgressEvent
  | SubagentStopEvent
  | ApiRetryEvent
  | CompactionStartEvent
  | CompactionDoneEvent
  | NoticeEvent
  | SkillLoadedEvent
  | SessionTitledEvent
  | PermissionModeChangedEvent
  | ConfigSettingChangedEvent
  | ContinuationRecoveryEvent
  | ToolInputCoercedEvent
  | ToolInputRepairedEvent
  | ModErrorEvent
  | InterruptedEvent
  | RunErrorEvent;

/** A host is bound to a session. */
export interface SessionStartEvent {
  readonly type: 'session_start';
  readonly sessionId: string;
  readonly source: 'startup' | 'resume';
}

/** A session is closed, or replaced by another. */
export interface SessionShutdownEvent {
  readonly type: 'session_shutdown';
  readonly sessionId: string;
  readonly reason: 'shutdown' | 'replaced';
}

/** What `cmd.on` can observe: the run's events and the two of the host. */
export type ObservableEvent = AgentEvent | SessionStartEvent | SessionShutdownEvent;

/** The name of an observable event. */
export type EventName = ObservableEvent['type'];

/** The event of one name. */
export type EventOf<TName extends EventName> = Extract<ObservableEvent, { readonly type: TName }>;

/** One row of {@link EVENTS}. */
export interface EventSpec {
  /** `agent` events belong to a run's stream; `host` events frame the session. */
  readonly level: 'agent' | 'host';
  /** When it is emitted, in one line. */
  readonly fires: string;
}

/** Every event: the one table that the harness, the scanner, the docs and the test kit read. */
export const EVENTS = {
  session_start: { level: 'host', fires: 'a host is bound to a session' },
  session_shutdown: { level: 'host', fires: 'the session is closed or replaced' },
  run_start: { level: 'agent', fires: 'a run begins' },
  run_end: { level: 'agent', fires: 'a run has ended, after every onRunEnd' },
  turn_start: { level: 'agent', fires: 'a round begins, after every onTurnStart' },
  turn_end: { level: 'agent', fires: 'a round ends, after every onTurnEnd and before the commit' },
  message_start: { level: 'agent', fires: 'before each model call' },
  text_delta: { level: 'agent', fires: 'a chunk of the answer streams' },
  thinking_start: { level: 'agent', fires: 'the model begins to think aloud' },
  thinking_delta: { level: 'agent', fires: 'a chunk of thinking streams' },
  thinking_end: { level: 'agent', fires: 'the thinking is complete' },
  message_update: { level: 'agent', fires: 'the partial message has grown' },
  message_end: { level: 'agent', fires: 'the response is complete' },
  stream_restart: { level: 'agent', fires: 'a mid-stream retry threw the streamed chunks away' },
  model_request_start: { level: 'agent', fires: 'a model request goes out' },
  model_request_end: { level: 'agent', fires: 'a model request was answered' },
  tool_queued: { level: 'agent', fires: 'for each call, before permission checks' },
  tool_denied: { level: 'agent', fires: 'permission for a call was denied' },
  tool_hook_blocked: { level: 'agent', fires: 'a beforeToolCall blocked the call' },
  tool_running: { level: 'agent', fires: 'execution of a call begins, after every beforeToolCall' },
  tool_update: { level: 'agent', fires: 'a running tool reports progress' },
  tool_completed: { level: 'agent', fires: 'a call is done, after every afterToolCall' },
  tool_errored: { level: 'agent', fires: 'a call failed, after every afterToolCall' },
  tool_hooks: { level: 'agent', fires: 'configured shell hooks ran for a call' },
  subagent_start: { level: 'agent', fires: 'a sub-agent begins' },
  subagent_progress: { level: 'agent', fires: 'a sub-agent calls a tool' },
  subagent_stop: { level: 'agent', fires: 'a sub-agent has finished' },
  api_retry: { level: 'agent', fires: 'a failed request is tried again, from the fourth retry on' },
  compaction_start: { level: 'agent', fires: 'compaction begins' },
  compaction_done: { level: 'agent', fires: 'compaction is done' },
  notice: { level: 'agent', fires: 'there is something the person should read' },
  skill_loaded: { level: 'agent', fires: 'a person activated a skill by name' },
  session_titled: { level: 'agent', fires: 'the generated session title was stored' },
  permission_mode_changed: { level: 'agent', fires: 'the effective permission mode changed' },
  config_setting_changed: { level: 'agent', fires: 'the config tool changed a setting' },
  continuation_recovery: { level: 'agent', fires: 'a turn that stopped short was continued' },
  tool_input_coerced: { level: 'agent', fires: 'malformed tool input was rescued' },
  tool_input_repaired: { level: 'agent', fires: 'tool input was repaired before execution' },
  mod_error: { level: 'agent', fires: 'something of a mod failed and was left out' },
  interrupted: { level: 'agent', fires: 'the run saw that it was aborted' },
  run_error: { level: 'agent', fires: 'the run failed for good' },
} as const satisfies Record<EventName, EventSpec>;
