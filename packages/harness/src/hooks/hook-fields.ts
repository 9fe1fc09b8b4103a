import type { HookInput, HookName } from '@cmd-mods/mod-api';

/** The fields of what each hook is called with, for those who look at a hook before it is called. */
export const HOOK_FIELDS: {
  readonly [TName in HookName]: { readonly [TField in keyof Required<HookInput<TName>>]: true };
} = {
  transformInput: { text: true },
  onPermissionRequest: { toolName: true, input: true, description: true, isSafetyPrompt: true },
  onSessionStart: { source: true },
  onSessionEnd: { reason: true },
  onTurnStart: { state: true, turnNumber: true },
  beforeModelRequest: { state: true, turnNumber: true, model: true },
  appendSystemPrompt: { state: true },
  transformSystemPrompt: { system: true, state: true },
  transformContext: { messages: true, state: true, signal: true },
  transformTextDelta: { delta: true, done: true, turnNumber: true, attempt: true, state: true },
  transformMessage: { message: true, state: true },
  beforeToolCall: { toolCallId: true, toolName: true, input: true, state: true },
  afterToolCall: { toolCallId: true, toolName: true, input: true, result: true, isError: true, state: true },
  onTurnEnd: { state: true, turnNumber: true, hadToolCalls: true, usage: true },
  shouldStopAfterTurn: { state: true, turnNumber: true },
  onStop: { state: true, stopReason: true, turnNumber: true, lastAssistantText: true },
  prepareNextTurn: { state: true, turnNumber: true },
  onRunEnd: { state: true, result: true },
};
