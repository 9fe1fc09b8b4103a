import type { AfterToolCallInput, ToolContentBlock, ToolResultBlock, ToolUseBlock } from '@cmd-mods/mod-api';
import { isRecord, kindOf, readToolContent, textBlock, textOf } from '../hooks/content.ts';
import type { ToolCallDecision, ToolResultChange } from '../hooks/mod-events.ts';
import type { Wait } from '../hooks/scope.ts';
import { execIn } from '../host/exec-in.ts';
import { messageOf } from '../host/explain-error.ts';
import type { ModSlots, RunContext, SessionTool } from './run-context.ts';

/** What became of one call. */
export interface ToolCallOutcome {
  readonly result: ToolResultBlock;
  /** A mod wants the run to stop after the batch. */
  readonly terminate: boolean;
  readonly modStates: ModSlots;
}

/** A call that permissions let through. */
export interface PermittedCall {
  readonly call: ToolUseBlock;
  readonly tool: SessionTool['tool'];
  readonly description: string | null;
}

/**
 * Takes one call through `beforeToolCall`, execution and `afterToolCall`. Never throws: whatever goes wrong is the call's result.
 *
 * Source: hooks and events page, "Tool-dispatch order", phase 2; mods page, `beforeToolCall`, `result`.
 */
export async function runToolCall(
  run: RunContext,
  { call, tool, description }: PermittedCall,
): Promise<ToolCallOutcome> {
  const { hooks, interruption } = run;
  const { emit } = run.harness;
  const { id: toolCallId, name: toolName } = call;

  const decision = await decideBefore(run, call);
  const terminate = decision.terminate ?? false;

  if (decision.block !== undefined) {
    emit({ type: 'tool_hook_blocked', toolCallId, toolName, hookOutput: decision.block });
    return { result: toolResult(toolCallId, [textBlock(decision.block)], true), terminate, modStates: {} };
  }

  if (interruption.signal.aborted) return notRun(run, call, INTERRUPTED);

  const input = decision.input ?? call.input;
  let executed: Executed;
  if (decision.result !== undefined) {
    executed = { content: decision.result, isError: false };
  } else {
    emit({ type: 'tool_running', toolCallId, toolName, description });
    executed = await execute(run, tool, toolCallId, input);
  }

  const params: AfterToolCallInput = {
    toolCallId,
    toolName,
    input,
    result: executed.content,
    isError: executed.isError,
    state: run.transcript.state,
  };
  const change: ToolResultChange =
    (await hooks.emit({ type: 'afterToolCall', params }, interruption.signal)) ?? {};
  const isError = change.isError ?? executed.isError;
  const notes = [...(decision.additionalContext ?? []), ...(change.additionalContext ?? [])];
  const content = [...(change.content ?? executed.content), ...notes.map(textBlock)];
  if (isError) emit({ type: 'tool_errored', toolCallId, toolName, error: textOf(content) });
  else emit({ type: 'tool_completed', toolCallId, toolName, result: content });
  return {
    result: toolResult(toolCallId, content, isError),
    terminate: terminate || (change.terminate ?? false),
    modStates: change.modStates ?? {},
  };
}

/** What the model reads of a call that an interruption came before. */
export const INTERRUPTED = 'Not run: the run was interrupted.';

/** Fails a call that is not run. */
export function notRun(run: RunContext, call: ToolUseBlock, error: string): ToolCallOutcome {
  run.harness.emit({ type: 'tool_errored', toolCallId: call.id, toolName: call.name, error });
  return { result: toolResult(call.id, [textBlock(error)], true), terminate: false, modStates: {} };
}

async function decideBefore(run: RunContext, { id, name, input }: ToolUseBlock): Promise<ToolCallDecision> {
  if (!run.hooks.has('beforeToolCall')) return {};
  const params = { toolCallId: id, toolName: name, input, state: run.transcript.state };
  const decision = await run.hooks.emit({ type: 'beforeToolCall', params }, run.interruption.signal);
  return decision ?? {};
}

/** A result block. */
export function toolResult(
  toolCallId: string,
  content: readonly ToolContentBlock[],
  isError: boolean,
): ToolResultBlock {
  return { type: 'tool_result', tool_use_id: toolCallId, content, ...(isError ? { is_error: true } : {}) };
}

interface Executed {
  readonly content: readonly ToolContentBlock[];
  readonly isError: boolean;
}

async function execute(
  run: RunContext,
  tool: SessionTool['tool'],
  toolCallId: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Executed> {
  const { interruption, harness } = run;
  const toolName = tool.schema.name;
  let isRunning = true;
  const wait: Wait = { mod: undefined, what: `the tool "${toolName}"` };
  harness.host.waits.add(wait);
  try {
    const callable = 'forCall' in tool ? tool.forCall(run, toolCallId) : tool;
    const running = Promise.resolve(
      callable.run({
        input,
        runtime: { cwd: harness.cwd, exec: (params) => execIn(harness.cwd, params) },
        signal: interruption.signal,
        onUpdate(partial) {
          if (isRunning) harness.emit({ type: 'tool_update', toolCallId, toolName, partial });
        },
      }),
    );
    const answer = await interruption.deadline.wait(
      running,
      () => new Error(`${toolName} was still running when the run was interrupted.`),
    );
    return readAnswer(toolName, answer);
  } catch (error) {
    return failed(messageOf(error));
  } finally {
    isRunning = false;
    harness.host.waits.delete(wait);
  }
}

function failed(message: string): Executed {
  return { content: [textBlock(message)], isError: true };
}

/** Reads what a tool answered; tools of mods are as free with shapes as hooks are. */
function readAnswer(toolName: string, answer: unknown): Executed {
  if (isRecord(answer) && answer.ok === true) {
    const content = readToolContent(answer.content);
    if (content !== undefined) return { content, isError: false };
    return failed(
      `${toolName} answered {ok: true} with content that is ${kindOf(answer.content)}, not blocks.`,
    );
  }
  if (isRecord(answer) && answer.ok === false) return failed(String(answer.error));
  return failed(
    `${toolName} answered with ${kindOf(answer)}, not with {ok: true, content} or {ok: false, error}.`,
  );
}
