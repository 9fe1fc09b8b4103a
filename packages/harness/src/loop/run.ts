import type { AgentMessage, AgentState, PermissionMode, RunResult, RunStopReason } from '@cmd-mods/mod-api';
import { setModState } from '@cmd-mods/mod-api';
import { freezeDeep } from '../events/snapshot.ts';
import { textBlock, textOf } from '../hooks/content.ts';
import { toolCallsOf, withoutProviderBlocks } from './answer-content.ts';
import { buildRequest } from './build-request.ts';
import { commitMessage } from './commit-message.ts';
import { dispatchTools } from './dispatch-tools.ts';
import { InterruptedError } from './interruption.ts';
import { requestModel } from './request-model.ts';
import type { RunContext } from './run-context.ts';
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
  emit({ type: 'run_start', sessionId: run.working.sessionId });
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
  if (stopReason === 'interrupted') emit({ type: 'interrupted' });
  run.working = { ...run.working, interrupted: stopReason === 'interrupted' };
  const result: RunResult = {
    finalText: lastAssistantText(run.working),
    stopReason,
    turnCount: run.turnNumber,
    usage: run.usage,
  };
  await run.hooks.emit({ type: 'onRunEnd', params: { state: run.working, result } }, run.interruption.signal);
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
  emit({ type: 'turn_start', turnNumber });
  const permissionMode = readPermissionMode(run);
  const request = await buildRequest(run, permissionMode);
  const answer = await requestModel(run, request);
  harness.measured(request.model, answer.usage);
  run.usage = addUsage(run.usage, answer.usage);
  await commitMessage(run, { role: 'assistant', content: withoutProviderBlocks(answer.content) });

  const calls = toolCallsOf(answer.content);
  const hadToolCalls = calls.length > 0;
  let pendingStop: RunStopReason | undefined;
  if (hadToolCalls) {
    const batch = await dispatchTools(run, calls, permissionMode);
    await commitMessage(run, { role: 'user', content: batch.results });
    for (const [modId, value] of Object.entries(batch.modStates)) {
      run.working = setModState({ state: run.working, modId, value: freezeDeep(value) });
    }
    pendingStop = batch.stop;
    if (pendingStop === undefined && !signal.aborted) await appendSteering(run);
  }

  await adoptState(run, 'onTurnEnd', { turnNumber, hadToolCalls, usage: answer.usage });
  emit({ type: 'turn_end', turnNumber, hadToolCalls, usage: answer.usage });
  await commit(run);

  if (pendingStop !== undefined) return pendingStop;
  if (signal.aborted) return 'interrupted';
  const committed = { state: run.working, turnNumber };
  if (await hooks.emit({ type: 'shouldStopAfterTurn', params: committed }, signal)) return 'stop_hook';
  if (turnNumber >= (run.config.maxTurns ?? DEFAULT_MAX_TURNS)) return 'max_turns';
  if (!hadToolCalls && !(await goesOn(run))) return signal.aborted ? 'interrupted' : 'end_turn';

  const next = await hooks.emit(
    { type: 'prepareNextTurn', params: { state: run.working, turnNumber } },
    signal,
  );
  if (next?.model !== undefined) harness.choice.model = next.model;
  if (next?.effort !== undefined) harness.choice.effort = next.effort ?? undefined;
  return undefined;
}

/** Lets mods change the state at the edge of a round. */
async function adoptState(
  run: RunContext,
  hook: 'onTurnStart' | 'onTurnEnd',
  facts: { turnNumber: number; hadToolCalls: boolean; usage: RunContext['usage'] } | { turnNumber: number },
): Promise<void> {
  const params = { state: run.working, ...facts };
  // The facts are those of the hook by its name, which a union of names cannot show.
  const event = { type: hook, params } as Parameters<typeof run.hooks.emit<typeof hook>>[0];
  const state = await run.hooks.emit(event, run.interruption.signal);
  if (state !== undefined) run.working = state;
}

/** Shows the model what mods appended for it and nobody folded into the state. */
async function projectCustomMessages(run: RunContext): Promise<void> {
  const pending = run.harness.session?.pendingCustomMessages(run.working.messages) ?? [];
  for (const { message } of pending) await commitMessage(run, message);
}

function readPermissionMode(run: RunContext): PermissionMode {
  const { permissionMode = 'default' } = run.config;
  return typeof permissionMode === 'function' ? permissionMode() : permissionMode;
}

async function appendSteering(run: RunContext): Promise<void> {
  const typed = (await run.config.getSteeringMessages?.()) ?? [];
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
async function goesOn(run: RunContext): Promise<boolean> {
  const typed = (await run.config.getFollowUpMessages?.()) ?? [];
  const queued = run.harness.queues.takeFollowUps();
  if (typed.length + queued.length > 0) {
    await appendMessages(run, typed, queued);
    return true;
  }
  if (run.stopHookContinuations >= MAX_STOP_HOOK_CONTINUATIONS) return false;
  const params = {
    state: run.working,
    stopReason: 'end_turn',
    turnNumber: run.turnNumber,
    lastAssistantText: lastAssistantText(run.working),
  } as const;
  const answer = await run.hooks.emit({ type: 'onStop', params }, run.interruption.signal);
  if (answer === undefined || run.interruption.signal.aborted) return false;
  run.stopHookContinuations += 1;
  await commitMessage(run, {
    role: 'user',
    content: [textBlock(answer.reason ?? DEFAULT_CONTINUE_REASON)],
    meta: { isAutomated: true, source: 'stop_hook' },
  });
  return true;
}

async function commit(run: RunContext): Promise<void> {
  run.harness.session?.commit(run.working);
  await run.config.onCommit?.(run.working);
}

function lastAssistantText(state: AgentState): string {
  const message = state.messages.findLast(({ role }) => role === 'assistant');
  return message === undefined ? '' : textOf(message.content);
}
