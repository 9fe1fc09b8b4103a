/**
 * The wire types: what a conversation is made of. The union is closed; a mod's own data goes into its `modState`
 * slot or into session entries, never into a message.
 *
 * Source: hooks and events page, "modState conventions"; shapes as public mods read them.
 */

/** A run of text. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** The model asks for a tool. `id` is unique in the conversation and answered by one `tool_result`. */
export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The answer to the `tool_use` whose id is `tool_use_id`. */
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: readonly ToolContentBlock[];
  /** True when the tool failed, was blocked or was denied. */
  readonly is_error?: boolean;
}

/** A picture, as base64 bytes with their media type, or as an address. */
export interface ImageBlock {
  readonly type: 'image';
  readonly source:
    | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
    | { readonly type: 'url'; readonly url: string };
}

/** The model's reasoning, where the model shows it. `signature` must go back unchanged when the provider gave one. */
export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature?: string;
}

/** A result that the provider produced itself (a hosted search, say). It never enters the transcript as a tool call. */
export interface ServerToolResultBlock {
  readonly type: 'server_tool_result';
  readonly tool_use_id?: string;
  readonly content: unknown;
}

/** One piece of a message. */
export type Block =
  | TextBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | ThinkingBlock
  | ServerToolResultBlock;

/** What a tool may answer with. */
export type ToolContentBlock = TextBlock | ImageBlock;

/** Facts about a message that are stored with it and stripped before a request is sent. */
export interface MessageMeta {
  /** The message was made by the host, not by a person or the model. */
  readonly isMeta?: boolean;
  /** The message continues a run without a person having typed it. */
  readonly isAutomated?: boolean;
  /** Where the message came from: `'user'`, `'steering'`, `'follow_up'`, `'stop_hook'`, `'continuation'`, `'command'`, `'skill'`, `'agent'`, `'mod'`. */
  readonly source?: string;
  /** The session entry that this message shows to the model, if one does. */
  readonly entryId?: string;
}

/** One message of the conversation. `content` is an array for the wire, whoever made the message. */
export interface AgentMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
  readonly meta?: MessageMeta;
}

/** Token counts of one request, or summed over several. The two cache figures are part of `inputTokens`. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/**
 * The durable state of a conversation: what is committed after each turn and comes back on resume.
 * Treat it as a value: a hook that changes state returns a new object (`setModState` makes one).
 */
export interface AgentState {
  readonly sessionId: string;
  readonly messages: readonly AgentMessage[];
  /** True when the last run was interrupted. */
  readonly interrupted: boolean;
  /** One slot for each mod, keyed by the mod's id; values survive as JSON. */
  readonly modState: Readonly<Record<string, unknown>>;
}

/** How hard a model should think, from least to most. */
export const EFFORTS = ['minimal', 'low', 'medium', 'high', 'max'] as const;

/** One of {@link EFFORTS}. */
export type ThinkingEffort = (typeof EFFORTS)[number];

/** How a run ended. `'end_turn'` is the natural end; `'error'` follows a `run_error` event. */
export type RunStopReason =
  | 'end_turn'
  | 'max_turns'
  | 'stop_hook'
  | 'terminate'
  | 'permission_denied'
  | 'interrupted'
  | 'error';

/** What one run came to. */
export interface RunResult {
  /** The text of the last assistant message; empty when there was none. */
  readonly finalText: string;
  readonly stopReason: RunStopReason;
  /** How many model turns the run took. */
  readonly turnCount: number;
  /** Usage summed over the run's requests. */
  readonly usage: Usage;
}

/** The mode in which tool calls are judged. See the permission rules in the guide. */
export type PermissionMode = 'default' | 'plan' | 'accept-edits' | 'dont-ask';
