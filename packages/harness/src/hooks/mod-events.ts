import type { HookEvent, SyncHookEvent } from '@cmd-mods/hooks';
import type {
  AgentMessage,
  AgentState,
  HookInput,
  HookName,
  PermissionAnswer,
  ThinkingEffort,
  ToolContentBlock,
} from '@cmd-mods/mod-api';

/** Text that one mod appends to the system prompt. */
export interface AppendedPrompt {
  readonly modId: string;
  readonly text: string;
}

/** What mods decided about one tool call. */
export interface ToolCallDecision {
  /** The reason, when a mod blocks the call. */
  readonly block?: string;
  /** The call's result, when a mod answers it. */
  readonly result?: readonly ToolContentBlock[];
  /** The rewritten input. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly additionalContext?: readonly string[];
  readonly terminate?: boolean;
}

/** What mods changed of one tool result. */
export interface ToolResultChange {
  readonly content?: readonly ToolContentBlock[];
  readonly isError?: boolean;
  readonly additionalContext?: readonly string[];
  readonly terminate?: boolean;
  /** New `modState` slots, by mod id. */
  readonly modStates?: Readonly<Record<string, unknown>>;
}

/** What became of a typed prompt. */
export type InputDecision =
  | { readonly text: string }
  | { readonly handled: true; readonly message: string | undefined };

/**
 * What each hook answers once its return has been read: checked, and in the one shape that reducers and the loop work with.
 * The many spellings that a mod may return end at `readAnswer`.
 */
export interface HookAnswers {
  transformInput: InputDecision;
  onPermissionRequest: PermissionAnswer;
  onTurnStart: AgentState;
  beforeModelRequest: { readonly model?: string };
  appendSystemPrompt: readonly AppendedPrompt[];
  transformSystemPrompt: string;
  transformContext: readonly AgentMessage[];
  transformTextDelta: string;
  transformMessage: AgentMessage;
  beforeToolCall: ToolCallDecision;
  afterToolCall: ToolResultChange;
  onTurnEnd: AgentState;
  shouldStopAfterTurn: boolean;
  /** Present when a mod wants to go on. */
  onStop: { readonly reason: string | undefined };
  prepareNextTurn: { readonly model?: string; readonly effort?: ThinkingEffort | null };
}

/** The hooks whose answers count. */
export type DecidingHook = keyof HookAnswers;

/** A hook of a mod, as an event of the engine: what the hook is called with, and what it answers. */
export type ModHookEvent<TName extends HookName> = TName extends 'transformTextDelta'
  ? SyncHookEvent<TName, HookAnswers[TName]> & { readonly params: HookInput<TName> }
  : TName extends DecidingHook
    ? HookEvent<TName, HookAnswers[TName]> & { readonly params: HookInput<TName> }
    : HookEvent<TName> & { readonly params: HookInput<TName> };

/** All of them. */
export type ModHookEvents = { [TName in HookName]: ModHookEvent<TName> }[HookName];
