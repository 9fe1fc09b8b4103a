import type { AgentMessage, PermissionMode, ThinkingEffort, ToolSchema } from '@cmd-mods/mod-api';
import { fitEffort } from './fit-effort.ts';
import { unlessInterrupted } from './interruption.ts';
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
  const { hooks, harness, transcript, turnNumber, choice, interruption } = run;
  const routed = await hooks.emit(
    { type: 'beforeModelRequest', params: { state: transcript.state, turnNumber, model: choice.model } },
    interruption.signal,
  );
  interruption.check();
  const model = routed?.model ?? choice.model;
  const system = await buildSystemPrompt(run, permissionMode, model);
  interruption.check();
  const messages = await buildMessages(run);
  const tools = [...harness.tools().values()].flatMap(({ tool, isActive }) =>
    isActive ? [tool.schema] : [],
  );
  return { model, effort: effortFor(run, model), system, messages, tools };
}

/** The messages as mods want them for this request, and as the wire wants them. */
export async function buildMessages(run: RunContext): Promise<readonly AgentMessage[]> {
  const context = await transformContext(run);
  // An array of a mod's is copied: the mod may use it again for other messages.
  return run.harness.prepareForSend(context === undefined ? run.transcript.messages : [...context]);
}

/** The messages as mods want them for this request alone; nothing when no mod looks at them, which saves making the array. */
async function transformContext({ hooks, transcript, interruption }: RunContext) {
  if (!hooks.has('transformContext')) return undefined;
  const { state } = transcript;
  const params = { messages: state.messages, state, signal: interruption.signal };
  return hooks.emit({ type: 'transformContext', params }, interruption.signal);
}

function effortFor(run: RunContext, model: string): ThinkingEffort | undefined {
  const { client, emit } = run.harness;
  const wanted = run.choice.effort;
  if (wanted === undefined) return undefined;
  const effort = fitEffort(wanted, client.describe?.(model)?.reasoningEfforts);
  const message = `${model} has no effort "${wanted}"; it runs with ${effort === undefined ? 'its own' : `"${effort}"`}.`;
  if (effort !== wanted && !run.noticed.has(message)) {
    run.noticed.add(message);
    emit({ type: 'notice', level: 'info', message });
  }
  return effort;
}

async function buildSystemPrompt(
  run: RunContext,
  permissionMode: PermissionMode,
  model: string,
): Promise<string> {
  const { hooks, harness, config, interruption } = run;
  const { state } = run.transcript;
  const { signal } = interruption;
  const base =
    typeof config.systemPrompt === 'function'
      ? await unlessInterrupted(
          config.systemPrompt({ sessionId: state.sessionId, state, permissionMode }),
          interruption,
        )
      : (config.systemPrompt ?? '');
  const appended = (await hooks.emit({ type: 'appendSystemPrompt', params: { state } }, signal)) ?? [];
  interruption.check();
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
