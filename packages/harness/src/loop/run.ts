import type { AgentMessage, PermissionMode, RunResult, RunStopReason } from '@cmd-mods/mod-api';
import { snapshot } from '../events/snapshot.ts';
import { textBlock, textOf } from '../hooks/content.ts';
import { toolCallsOf, withoutProviderBlocks } from './answer-content.ts';
import { buildRequest } from './build-request.ts';
import { commitMessage } from './commit-message.ts';
import { continuation, MAX_CONTINUATIONS, stoppedShort } from './continuation.ts';
import { dispatchTools } from './dispatch-tools.ts';
import { InterruptedError, unlessInterrupted } from './interruption.ts';
import { keepModSlots, takePendingSlots } from './mod-slots.ts';
import { requestFitting } from './request-fitting.ts';
import type { ModelAnswer } from './request-model.ts';
import type { RunContext } from './run-context.ts';
import type { Transcript } from './transcript.ts';
import { addUsage } from './usage.ts';

/** How often in a row `onStop` may turn a stop into another round. */
export const MAX_STOP_HOOK_CONTINUATIONS = 8;

const DEFAULT_MAX_TURNS = 100;
const DEFAULT_CONTINUE_REASON = 'Keep going: the task is not finished yet.';

/**
 * Runs one user turn: rounds of model request and tool calls until something stops them. The order is the one that mods rely
 * on; read it beside the page.
 *
 * Never throws for what a mod, a tool or the model does: that ends in events and in the stop reason.
 *
 * Source: hooks and events page, "Lifecycle".
 */
export async function runLoop(run: RunContext, userInput: AgentMessage | undefined): Promise<RunResult> {
  const { emit } = run.harness;
  if (userInput !== undefined) await commitMessage(run, userInput);
  emit({ type: 'run_start', sessionId: run.transcript.state.sessionId });
  let stopReason: RunStopReason;
  try {
    await appendSteering(run);
    stopReason = await runRounds(run);
  } catch (error) {
    if (error instanceof InterruptedError) {
      stopReason = 'interrupted';
    } else {
      emit({ type: 'run_error', error });
      stopReason = 'error';
    }
  }
  await run.interruption.endRounds();
  if (stopReason === 'interrupted') emit({ type: 'interrupted' });
  run.transcript.set({ interrupted: stopReason === 'interrupted' });
  const result = snapshot<RunResult>({
    finalText: lastAssistantText(run.transcript),
    stopReason,
    turnCount: run.turnNumber,
    usage: run.usage,
  });
  await run.hooks.emit(
    { type: 'onRunEnd', params: { state: run.transcript.state, result } },
    run.interruption.signal,
  );
  emit({ type: 'run_end', result });
  return result;
}

async function runRounds(run: RunContext): Promise<RunStopReason> {
  for (;;) {
    if (run.interruption.signal.aborted) return 'interrupted';
    run.turnNumber += 1;
    const stop = await runRound(run);
    if (stop !== undefined) return stop;
  }
}

/** One round. @returns why the run stops after it; `undefined` when it goes on. */
async function runRound(run: RunContext): Promise<RunStopReason | undefined> {
  const { hooks, harness, turnNumber } = run;
  const { signal } = run.interruption;
  const { emit } = harness;

  await projectCustomMessages(run);
  await adoptState(run, 'onTurnStart', { turnNumber });
  run.interruption.check();
  emit({ type: 'turn_start', turnNumber });
  const permissionMode = readPermissionMode(run);
  const request = await buildRequest(run, permissionMode);
  const answer = await requestFitting(run, request);
  harness.measured(answer.usage);
  run.usage = addUsage(run.usage, answer.usage);
  await commitMessage(run, { role: 'assistant', content: withoutProviderBlocks(answer.content) });

  const calls = toolCallsOf(answer.content);
  const hadToolCalls = calls.length > 0;
  let pendingStop: RunStopReason | undefined;
  if (hadToolCalls) {
    const batch = await dispatchTools(run, calls, permissionMode);
    await commitMessage(run, { role: 'user', content: batch.results });
    keepModSlots(run, takePendingSlots(run));
    pendingStop = batch.stop;
    if (pendingStop === undefined && !signal.aborted) await appendSteering(run);
  }

  await adoptState(run, 'onTurnEnd', { turnNumber, hadToolCalls, usage: answer.usage });
  emit({ type: 'turn_end', turnNumber, hadToolCalls, usage: answer.usage });
  await commit(run);

  if (pendingStop !== undefined) return pendingStop;
  if (signal.aborted) return 'interrupted';
  const committed = { state: run.transcript.state, turnNumber };
  if (await hooks.emit({ type: 'shouldStopAfterTurn', params: committed }, signal)) return 'stop_hook';
  if (signal.aborted) return 'interrupted';
  if (turnNumber >= (run.config.maxTurns ?? DEFAULT_MAX_TURNS)) return 'max_turns';
  if (!hadToolCalls && !(await goesOn(run, answer))) return signal.aborted ? 'interrupted' : 'end_turn';
  if (signal.aborted) return 'interrupted';

  const next = await hooks.emit(
    { type: 'prepareNextTurn', params: { state: run.transcript.state, turnNumber } },
    signal,
  );
  if (next?.model !== undefined) run.choice.model = next.model;
  if (next?.effort !== undefined) run.choice.effort = next.effort ?? undefined;
  return undefined;
}

/** Lets mods change the state at the edge of a round. */
async function adoptState(
  run: RunContext,
  hook: 'onTurnStart' | 'onTurnEnd',
  facts: { turnNumber: number; hadToolCalls: boolean; usage: RunContext['usage'] } | { turnNumber: number },
): Promise<void> {
  const params = { state: run.transcript.state, ...facts };
  // The facts are those of the hook by its name, which a union of names cannot show.
  const event = { type: hook, params } as Parameters<typeof run.hooks.emit<typeof hook>>[0];
  const state = await run.hooks.emit(event, run.interruption.signal);
  if (state !== undefined) run.transcript.adopt(state);
}

/** Shows the model what mods appended for it and nobody folded into the state. */
async function projectCustomMessages(run: RunContext): Promise<void> {
  const pending = run.harness.session?.pendingCustomMessages(run.transcript.messages) ?? [];
  for (const { message } of pending) await commitMessage(run, message);
}

function readPermissionMode(run: RunContext): PermissionMode {
  const { permissionMode = 'default' } = run.config;
  const mode = typeof permissionMode === 'function' ? permissionMode() : permissionMode;
  if (run.permissionMode !== undefined && run.permissionMode !== mode) {
    run.harness.emit({ type: 'permission_mode_changed', mode });
  }
  run.permissionMode = mode;
  return mode;
}

async function appendSteering(run: RunContext): Promise<void> {
  const typed = (await unlessInterrupted(run.config.getSteeringMessages?.(), run.interruption)) ?? [];
  await appendMessages(run, typed, run.harness.queues.takeSteering());
}

async function appendMessages(
  run: RunContext,
  typed: readonly AgentMessage[],
  queued: readonly AgentMessage[],
): Promise<void> {
  if (typed.length > 0) run.stopHookContinuations = 0;
  for (const message of [...typed, ...queued]) await commitMessage(run, message);
}

/** Whether a run that would end by itself goes on: a follow-up is waiting, or a mod wants it. */
async function goesOn(run: RunContext, answer: ModelAnswer): Promise<boolean> {
  const typed = (await unlessInterrupted(run.config.getFollowUpMessages?.(), run.interruption)) ?? [];
  const queued = run.harness.queues.takeFollowUps();
  if (typed.length + queued.length > 0) {
    await appendMessages(run, typed, queued);
    return true;
  }
  if (await recovers(run, answer)) return true;
  if (run.stopHookContinuations >= MAX_STOP_HOOK_CONTINUATIONS) return false;
  const params = {
    state: run.transcript.state,
    stopReason: 'end_turn',
    turnNumber: run.turnNumber,
    lastAssistantText: lastAssistantText(run.transcript),
  } as const;
  const wish = await run.hooks.emit({ type: 'onStop', params }, run.interruption.signal);
  if (wish === undefined || run.interruption.signal.aborted) return false;
  run.stopHookContinuations += 1;
  await commitMessage(run, {
    role: 'user',
    content: [textBlock(wish.reason ?? DEFAULT_CONTINUE_REASON)],
    meta: { isAutomated: true, source: 'stop_hook' },
  });
  return true;
}

/** Follows up on an answer that stopped short, where the run wants that. */
async function recovers(run: RunContext, answer: ModelAnswer): Promise<boolean> {
  if (!run.config.continuation || run.recoveries >= MAX_CONTINUATIONS) return false;
  const kind = stoppedShort(answer);
  if (kind === undefined) return false;
  run.recoveries += 1;
  const { message, event } = continuation(kind, run.recoveries);
  run.harness.emit(event);
  await commitMessage(run, message);
  return true;
}

async function commit(run: RunContext): Promise<void> {
  const { transcript, harness, config } = run;
  transcript.commit((state, options) => harness.session?.commit(state, options));
  await unlessInterrupted(config.onCommit?.(transcript.state), run.interruption);
}

function lastAssistantText({ messages }: Transcript): string {
  const message = messages.findLast(({ role }) => role === 'assistant');
  return message === undefined ? '' : textOf(message.content);
}
