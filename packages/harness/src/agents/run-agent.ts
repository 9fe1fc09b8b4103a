import type { AgentDefinition, RunResult } from '@cmd-mods/mod-api';
import { textBlock, textOf } from '../hooks/content.ts';
import { messageOf } from '../host/explain-error.ts';
import { forkInterruption, INNER_GRACE } from '../loop/interruption.ts';
import { createMessageQueues } from '../loop/message-queues.ts';
import { keepModSlots, takePendingSlots } from '../loop/mod-slots.ts';
import { newRun } from '../loop/new-run.ts';
import { createPrepareForSend } from '../loop/prepare-for-send.ts';
import { runLoop } from '../loop/run.ts';
import type { HarnessParts, RunConfig, RunContext } from '../loop/run-context.ts';
import { isContextOverflow } from '../models/context-overflow.ts';
import { ToolFailure } from '../tools/define-tool.ts';
import { type AgentEvents, agentEvents, tokensOf } from './agent-events.ts';
import { agentHooks } from './agent-hooks.ts';
import { agentTools, warnOfMissingTools } from './agent-tools.ts';
import { AgentTranscript } from './agent-transcript.ts';

/**
 * Runs a sub-agent on a prompt: the same loop, model client and permissions as the run that delegates, with a transcript, system
 * prompt and tools of its own. Nothing of its conversation is recorded; what it says last is all that comes back.
 *
 * @returns its final text. Throws a {@link ToolFailure} that says why when it did not come to its own end.
 *
 * Source: mods page, `cmd.addAgent`; hooks and events page, `subagent_start` and its kin.
 */
export async function runAgent(
  outer: RunContext,
  toolCallId: string,
  agent: AgentDefinition,
  prompt: string,
): Promise<string> {
  const { emit } = outer.harness;
  const subagentType = agent.name;
  warnOfMissingTools(outer, agent);
  // Mods count on in the sub-agent: what the calls before this one added must be there, and not come back after it.
  keepModSlots(outer, takePendingSlots(outer));
  const interruption = forkInterruption(outer.interruption.signal, INNER_GRACE);
  const events = agentEvents({ toolCallId, subagentType, usage: () => run.usage, emit });
  const run: RunContext = newRun({
    purpose: 'agent',
    harness: agentParts(outer.harness, agent, events),
    config: agentConfig(outer.config, agent),
    interruption,
    hooks: agentHooks(outer.hooks),
    choice: {
      model: agent.model ?? outer.choice.model,
      // An effort belongs to the model it was chosen for.
      effort: agent.model === undefined ? outer.choice.effort : undefined,
    },
    transcript: new AgentTranscript(outer.transcript),
  });
  emit({ type: 'subagent_start', toolCallId, subagentType });
  try {
    const loop = runLoop(run, {
      role: 'user',
      content: [textBlock(prompt)],
      meta: { isAutomated: true, source: 'agent' },
    });
    // Whatever a tool or hook in it does after an abort, the loop is not waited for longer than this.
    const result = await interruption.deadline.wait(loop, () => unfinished(agent, INTERRUPTED));
    if (result.stopReason === 'terminate') outer.isTerminated = true;
    return answerOf(agent, result, events.failure, run);
  } finally {
    interruption.release();
    events.close();
    emit({ type: 'subagent_stop', toolCallId, subagentType, tokensUsed: tokensOf(run.usage) });
  }
}

/** What the run that delegates lends to the sub-agent's. Queues, session and the measure of the window stay its own. */
function agentParts(outer: HarnessParts, agent: AgentDefinition, { emit }: AgentEvents): HarnessParts {
  return {
    ...outer,
    session: undefined,
    queues: createMessageQueues(),
    prepareForSend: createPrepareForSend(),
    tools: () => agentTools(outer.tools(), agent),
    emit,
    measured: () => {},
  };
}

/** How the sub-agent's run is set: as the run that delegates, but for what is between that one and its person. */
function agentConfig(outer: RunConfig, { prompt, maxTurns }: AgentDefinition): RunConfig {
  const {
    getSteeringMessages: _steering,
    getFollowUpMessages: _followUp,
    onCommit: _onCommit,
    signal: _signal,
    ...shared
  } = outer;
  return { ...shared, systemPrompt: prompt, ...(maxTurns === undefined ? {} : { maxTurns }) };
}

const INTERRUPTED = 'the run was interrupted';

/** A sub-agent's conversation is not compacted: whoever delegates can cut the work into pieces, and knows better where. */
function tooMuch(failure: unknown): string {
  return `its conversation became more than its model can hold (${messageOf(failure)}). Delegate a smaller piece of the work`;
}

/** The final text of a run that came to its own end. Throws what became of any other. */
function answerOf(agent: AgentDefinition, result: RunResult, failure: unknown, run: RunContext): string {
  const { finalText, turnCount } = result;
  switch (result.stopReason) {
    case 'end_turn':
      return finalText === '' ? `The agent "${agent.name}" finished without a word.` : finalText;
    case 'max_turns': {
      const turns = turnCount === 1 ? 'its one turn' : `its ${turnCount} turns`;
      throw unfinished(agent, `it used up ${turns}`, finalText);
    }
    case 'permission_denied':
      throw unfinished(agent, `a tool call was denied (${lastRefusal(run)})`, finalText);
    case 'error':
      throw unfinished(agent, isContextOverflow(failure) ? tooMuch(failure) : messageOf(failure), finalText);
    case 'interrupted':
      throw unfinished(agent, INTERRUPTED, finalText);
    case 'terminate':
    case 'stop_hook':
      throw unfinished(agent, 'a mod ended its run', finalText);
  }
}

function unfinished({ name }: AgentDefinition, why: string, finalText = ''): ToolFailure {
  const sentence = `The agent "${name}" did not finish: ${why.replace(/\.$/, '')}.`;
  return new ToolFailure(finalText === '' ? sentence : `${sentence}\nThe last it said: ${finalText}`);
}

/** Why the last batch was denied, as the sub-agent was told. */
function lastRefusal({ transcript }: RunContext): string {
  const results = transcript.messages.at(-1)?.content ?? [];
  return textOf(results.flatMap((block) => (block.type === 'tool_result' ? block.content : [])));
}
