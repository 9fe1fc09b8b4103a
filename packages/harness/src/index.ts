/** The reference agent. `harness.ts` says what it does, `create-harness.ts` puts it together; `loop/run.ts` is the loop that the hooks and events page describes. */

export { createHarness } from './create-harness.ts';
export { HARNESS_CATALOGUE, type HarnessCode } from './diagnostics.ts';
export { createEventBus, type EventBus, type EventListener } from './events/event-bus.ts';
export { errorToJson, eventToJson } from './events/event-json.ts';
export type { Harness, HarnessOptions, RunOutcome, SubmitOutcome } from './harness.ts';
export type { PermissionSettings } from './harness-permissions.ts';
export { DEFAULT_BLOCK_REASON } from './hooks/read-answer.ts';
export type { Wait } from './hooks/scope.ts';
export type { HarnessBinding } from './host/binding.ts';
export { createModHost } from './host/create-mod-host.ts';
export { messageOf, whereThrown } from './host/explain-error.ts';
export type { HostClock } from './host/host-clock.ts';
export type { Dialogs, SkillsPath } from './host/host-state.ts';
export { noticeText } from './host/host-state.ts';
export type {
  Conflict,
  HostedMod,
  HostedTool,
  ModHost,
  ModHostOptions,
  RegisterResult,
} from './host/mod-host.ts';
export type { ModDefinition, NamedKind } from './host/mod-record.ts';
export type { Registration } from './host/registrations.ts';
export type {
  Dialog,
  HostScreen,
  Override,
  Pane,
  StatusSegment,
  Surface,
  Toast,
  Widget,
} from './host/surface.ts';
export type {
  PermissionDecision,
  Permissions,
  RunConfig,
  SystemPrompt,
} from './loop/run-context.ts';
export { makeFolder } from './make-folder.ts';
export type { CredentialSource } from './models/authorise.ts';
export { createEchoModel, ECHO_MODEL } from './models/echo-model.ts';
export { isRetryable, type ModelClient, ModelError } from './models/model-client.ts';
export { createModelRouter, findModel } from './models/model-router.ts';
export { parseScript, type ScriptReading } from './models/parse-script.ts';
export type { Script, ScriptToolCall, ScriptTurn } from './models/script.ts';
export { scriptLeftover } from './models/script-leftover.ts';
export { createScriptedModel, SCRIPTED_MODEL, type ScriptedModel } from './models/scripted-model.ts';
export { nearest } from './nearest.ts';
export * from './session/index.ts';
export { forEachLine } from './session/lines.ts';
export { defaultSystemPrompt } from './system-prompt.ts';
export { builtInTools } from './tools/index.ts';
export type { EventRow, HookRow, RequestRow, ResponseRow, TraceRow, TraceSink } from './trace.ts';
