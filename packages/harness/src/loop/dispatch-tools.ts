import type { PermissionMode, ToolResultBlock, ToolUseBlock } from '@cmd-mods/mod-api';
import { isRecord, kindOf, textBlock } from '../hooks/content.ts';
import { Limit } from '../hooks/limit.ts';
import { nearest } from '../nearest.ts';
import { InterruptedError } from './interruption.ts';
import { repairInput } from './repair-input.ts';
import type { PermissionDecision, RunContext, SessionTool } from './run-context.ts';
import {
  INTERRUPTED,
  notRun,
  type PermittedCall,
  runToolCall,
  type ToolCallOutcome,
  toolResult,
} from './run-tool-call.ts';

/** How long a description may take, in milliseconds. */
const DESCRIPTION_TIMEOUT = 5000;

/** What became of the calls of one answer. */
export interface BatchOutcome {
  /** One result for each call, in their order. */
  readonly results: readonly ToolResultBlock[];
  /** Why the run has to stop once the turn is committed. */
  readonly stop: 'permission_denied' | 'terminate' | undefined;
}

/**
 * Runs the calls of one answer: permissions first, always one after the other, then execution. What tool hooks want to keep waits
 * in the run's `pendingSlots`.
 *
 * Source: hooks and events page, "Tool-dispatch order".
 */
export async function dispatchTools(
  run: RunContext,
  calls: readonly ToolUseBlock[],
  permissionMode: PermissionMode,
): Promise<BatchOutcome> {
  for (const { id, name, input } of calls) {
    run.harness.emit({ type: 'tool_queued', toolCallId: id, toolName: name, input });
  }
  const plan: Plan[] = [];
  for (const call of calls) {
    const step = await judge(run, call, permissionMode);
    if (step.kind === 'denied') return denied(calls, call, step.message);
    plan.push(step);
  }
  const outcomes = await carryOut(run, plan);
  return {
    results: outcomes.map(({ result }) => result),
    stop: run.isTerminated || outcomes.some(({ terminate }) => terminate) ? 'terminate' : undefined,
  };
}

/** What is to be done with a call: run it, or answer it at once. */
type Plan =
  | ({ readonly kind: 'run' } & PermittedCall)
  | { readonly kind: 'answered'; readonly outcome: ToolCallOutcome };

type Judgement = Plan | { readonly kind: 'denied'; readonly message: string };

async function judge(
  run: RunContext,
  asked: ToolUseBlock,
  permissionMode: PermissionMode,
): Promise<Judgement> {
  const { emit } = run.harness;
  if (run.interruption.signal.aborted) return answered(run, asked, INTERRUPTED);
  const known = run.harness.tools().get(asked.name);
  if (known === undefined) return answered(run, asked, unknownTool(run, asked.name));
  if (!known.isActive)
    return answered(run, asked, `The tool "${asked.name}" is switched off in this session.`);

  // From here on the call is judged and run with its input put right; transcript and display keep what was asked for.
  const call = repaired(run, asked, known.tool);
  const description = await describe(run, call);
  const decision = await decide(run, call, description, permissionMode);
  if (decision.behavior === 'refuse') return answered(run, call, decision.message);
  if (decision.behavior === 'allow') return { kind: 'run', call, tool: known.tool, description };
  if (run.interruption.signal.aborted) return answered(run, call, INTERRUPTED);
  emit({ type: 'tool_denied', toolCallId: call.id, toolName: call.name });
  return { kind: 'denied', message: decision.message ?? `Permission for ${call.name} was denied.` };
}

function repaired(run: RunContext, call: ToolUseBlock, tool: SessionTool['tool']): ToolUseBlock {
  const repair = repairInput(tool.schema.input_schema, call.input);
  if (repair === undefined) return call;
  const { input, rulesFired, hintCount } = repair;
  const receivedKeys = Object.keys(call.input);
  run.harness.emit({ type: 'tool_input_repaired', rulesFired, hintCount, receivedKeys, repaired: true });
  return { ...call, input };
}

function answered(run: RunContext, call: ToolUseBlock, error: string): Plan {
  return { kind: 'answered', outcome: notRun(run, call, error) };
}

function unknownTool(run: RunContext, name: string): string {
  const names = [...run.harness.tools().keys()];
  const suggestion = nearest(name, names);
  const hint =
    suggestion === undefined
      ? `The tools are: ${names.join(', ') || 'none'}.`
      : `Did you mean "${suggestion}"?`;
  return `There is no tool "${name}". ${hint}`;
}

async function describe(run: RunContext, { name: toolName, input }: ToolUseBlock): Promise<string | null> {
  const { permissions } = run.harness;
  if (permissions.generateDescription === undefined) return null;
  const { signal } = run.interruption;
  try {
    const description = permissions.generateDescription({ toolName, input, signal });
    if (description === null || typeof description === 'string') return description;
    return await inTime(run, description);
  } catch {
    // Without a description the call is judged all the same; the event says `null`.
    return null;
  }
}

async function inTime<TValue>(run: RunContext, description: Promise<TValue>): Promise<TValue> {
  const limit = new Limit();
  const timer = setTimeout(() => limit.pass(), DESCRIPTION_TIMEOUT);
  try {
    const waited = run.interruption.aborted.wait(description, () => new InterruptedError());
    return await limit.wait(waited, () => new Error('The description took too long.'));
  } finally {
    clearTimeout(timer);
  }
}

async function decide(
  run: RunContext,
  { name: toolName, input }: ToolUseBlock,
  description: string | null,
  permissionMode: PermissionMode,
): Promise<PermissionDecision> {
  const { signal } = run.interruption;
  try {
    const check = run.harness.permissions.check({ toolName, input, description, permissionMode, signal });
    const decision = await run.interruption.aborted.wait(
      Promise.resolve(check),
      () => new InterruptedError(),
    );
    if (isRecord(decision)) return decision;
    throw new TypeError(`it answered with ${kindOf(decision)}`);
  } catch (error) {
    // Fail closed: a check that cannot decide has not allowed anything.
    const why = error instanceof Error ? error.message : String(error);
    return { behavior: 'deny', message: `Permission for ${toolName} was denied: the check failed (${why}).` };
  }
}

function denied(calls: readonly ToolUseBlock[], refused: ToolUseBlock, message: string): BatchOutcome {
  const results = calls.map((call) =>
    toolResult(
      call.id,
      [textBlock(call.id === refused.id ? message : 'Not run: another call of this batch was denied.')],
      true,
    ),
  );
  return { results, stop: 'permission_denied' };
}

async function carryOut(run: RunContext, plan: readonly Plan[]): Promise<readonly ToolCallOutcome[]> {
  const carry = async (step: Plan, index: number) => {
    if (step.kind === 'answered') return step.outcome;
    if (run.interruption.signal.aborted) return notRun(run, step.call, INTERRUPTED);
    const outcome = await runToolCall(run, step);
    run.pendingSlots[index] = outcome.modStates;
    return outcome;
  };
  if (run.config.toolExecution === 'parallel') return Promise.all(plan.map(carry));
  const outcomes: ToolCallOutcome[] = [];
  for (const [index, step] of plan.entries()) outcomes.push(await carry(step, index));
  return outcomes;
}
