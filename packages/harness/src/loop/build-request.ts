import type { AgentMessage, PermissionMode, ThinkingEffort, ToolSchema } from '@cmd-mods/mod-api';
import type { RunContext } from './run-context.ts';

/** One model request, built and ready to be sent. */
export interface ModelRequest {
  readonly model: string;
  readonly effort: ThinkingEffort | undefined;
  readonly system: string;
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly ToolSchema[];
}

/**
 * Builds the request of a round: the model it goes to, then prompt, context and tools for that model.
 *
 * Source: hooks and events page, "Lifecycle"; mods page, `beforeModelRequest` and `transformSystemPrompt`.
 */
export async function buildRequest(run: RunContext, permissionMode: PermissionMode): Promise<ModelRequest> {
  const { hooks, harness, turnNumber } = run;
  const { signal } = run.interruption;
  const { choice } = harness;
  const routed = await hooks.emit(
    { type: 'beforeModelRequest', params: { state: run.working, turnNumber, model: choice.model } },
    signal,
  );
  const model = routed?.model ?? choice.model;
  const system = await buildSystemPrompt(run, permissionMode, model);
  const context = await hooks.emit(
    { type: 'transformContext', params: { messages: run.working.messages, state: run.working, signal } },
    signal,
  );
  const tools = [...harness.tools().values()].flatMap(({ tool, isActive }) =>
    isActive ? [tool.schema] : [],
  );
  const messages = run.prepareForSend(context ?? run.working.messages);
  return { model, effort: choice.effort, system, messages, tools };
}

async function buildSystemPrompt(
  run: RunContext,
  permissionMode: PermissionMode,
  model: string,
): Promise<string> {
  const { hooks, harness, config, working: state } = run;
  const { signal } = run.interruption;
  const base =
    typeof config.systemPrompt === 'function'
      ? await config.systemPrompt({ sessionId: state.sessionId, state, permissionMode })
      : (config.systemPrompt ?? '');
  const appended = (await hooks.emit({ type: 'appendSystemPrompt', params: { state } }, signal)) ?? [];
  for (const modId of run.promptCheck.unstable(appended, state, model)) {
    harness.emit({ type: 'notice', level: 'warning', message: unstableText(modId) });
  }
  const system = [base, ...appended.map(({ text }) => text)].filter((text) => text !== '').join('\n\n');
  const edited = await hooks.emit({ type: 'transformSystemPrompt', params: { system, state } }, signal);
  return edited ?? system;
}

function unstableText(modId: string): string {
  return (
    `${modId} appended other text to the system prompt than in the last round, though its state and the model are the same. ` +
    'Each change costs a miss of the prompt cache: compute the text once, keep it in modState, and read it back.'
  );
}
