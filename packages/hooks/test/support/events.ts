// A small host: one event for each line of the document's list of semantics, and the reducer that line asks for.
import {
  any,
  chainAndCollect,
  collect,
  firstBlock,
  firstCancelOrLast,
  firstResult,
  type HookEvent,
  keeping,
  merge,
  patch,
  type Reducers,
  replace,
  type SyncHookEvent,
  sequential,
  sequentialSync,
  transform,
  vote,
} from '@cmd-mods/hooks';

export interface Message {
  role: 'user' | 'assistant';
  text: string;
}

export interface MessageStart extends HookEvent<'message_start'> {
  type: 'message_start';
  message: Message;
}
export interface Context extends HookEvent<'context', { messages?: Message[] }> {
  type: 'context';
  messages: Message[];
}
export interface BeforeRequest
  extends HookEvent<'before_request', { model?: string; effort?: string | null }> {
  type: 'before_request';
  model: string;
  effort: string | null;
}
export interface BeforePayload extends HookEvent<'before_payload', { size: number }> {
  type: 'before_payload';
  payload: { size: number };
  attempt: number;
}
export interface BeforeStart
  extends HookEvent<'before_start', { systemPrompt?: string; messages?: Message[] }> {
  type: 'before_start';
  systemPrompt: string;
}
export interface ToolCall extends HookEvent<'tool_call', { block?: boolean; reason?: string }> {
  type: 'tool_call';
  input: Record<string, unknown>;
}
export interface ToolResult extends HookEvent<'tool_result', { content?: string; isError?: boolean }> {
  type: 'tool_result';
  content: string;
  isError: boolean;
}
export interface MessageEnd extends HookEvent<'message_end', { message?: Message }> {
  type: 'message_end';
  message: Message;
}
export interface BeforeCompact extends HookEvent<'before_compact', { cancel?: boolean; summary?: string }> {
  type: 'before_compact';
}
export interface Bash extends HookEvent<'bash', { output: string }> {
  type: 'bash';
  command: string;
}
export interface Stop extends HookEvent<'stop', boolean> {
  type: 'stop';
}
export interface Resources extends HookEvent<'resources', readonly string[]> {
  type: 'resources';
}
export interface NextTurn extends HookEvent<'next_turn', { model?: string; effort?: string | null }> {
  type: 'next_turn';
}
export interface Permission extends HookEvent<'permission', 'allow' | 'deny'> {
  type: 'permission';
}
export interface TextDelta extends SyncHookEvent<'text_delta', string> {
  type: 'text_delta';
  delta: string;
}
export interface Tick extends SyncHookEvent<'tick'> {
  type: 'tick';
}

export type HostEvent =
  | MessageStart
  | Context
  | BeforeRequest
  | BeforePayload
  | BeforeStart
  | ToolCall
  | ToolResult
  | MessageEnd
  | BeforeCompact
  | Bash
  | Stop
  | Resources
  | NextTurn
  | Permission
  | TextDelta
  | Tick;

export interface HostContext {
  readonly run: string;
}

export interface Source {
  readonly path: string;
}

export const hostReducers = {
  context: sequential(replace('messages')),
  before_request: sequential(patch()),
  before_payload: sequential(transform('payload')),
  before_start: sequential(chainAndCollect('systemPrompt', 'messages')),
  tool_call: sequential(firstBlock()),
  tool_result: sequential(patch()),
  message_end: sequential(replace('message', keeping('role'))),
  before_compact: sequential(firstCancelOrLast()),
  bash: sequential(firstResult()),
  stop: sequential(any()),
  resources: sequential(collect((lists) => lists.flat())),
  next_turn: sequential(merge()),
  permission: sequential(vote('deny', 'allow')),
  text_delta: sequentialSync(transform('delta')),
} satisfies Reducers<HostEvent, HostContext, unknown>;
