import { isDeepStrictEqual } from 'node:util';
import type { RequestRow } from '@cmd-mods/harness';
import type { AgentMessage, ObservableEvent, ToolContentBlock } from '@cmd-mods/mod-api';
import { compareMessages } from './compare-messages.ts';
import type { ReplayedRun } from './run-tape.ts';

/** What became of a tool call. */
export interface ReplayedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What it ran with; what the model asked for when it did not run. */
  readonly input: unknown;
  readonly outcome: 'ran' | 'blocked' | 'denied' | 'not run';
}

/** What the model read of a tool call. */
export interface ReplayedResult {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: readonly ToolContentBlock[];
  readonly isError: boolean;
}

interface Change<TKind extends string, TValue> {
  readonly kind: TKind;
  /** 0: before the first turn. */
  readonly turnNumber: number;
  /** Of the baseline; `undefined` when it had none. */
  readonly before: TValue | undefined;
  /** Of the run; `undefined` when it had none. */
  readonly after: TValue | undefined;
}

/** Something that is not in the run what it is in the baseline. */
export type ReplayChange =
  /**
   * The system prompt, or else the tools that only one of the two offers, a line each. What differs as it did in the turn before is
   * told once.
   */
  | Change<'prompt', string>
  /** Those of the messages sent that differ, and did not differ in the same way before. */
  | Change<'messages', readonly AgentMessage[]>
  | Change<'tool', ReplayedCall>
  | Change<'result', ReplayedResult>
  /** What the model said, as it was shown. */
  | Change<'text', string>
  /** Any other event that only one of them has. */
  | Change<'event', ObservableEvent>;

/** Says what differs between two runs of one tape, turn by turn. */
export function compareRuns(baseline: ReplayedRun, run: ReplayedRun): readonly ReplayChange[] {
  const before = turnsOf(baseline);
  const after = turnsOf(run);
  const messages = compareMessages();
  const changes: ReplayChange[] = [];
  let prompts: readonly unknown[] = [];
  let tools: ReturnType<typeof toolsOf>;
  for (let turnNumber = 0; turnNumber < Math.max(before.length, after.length); turnNumber += 1) {
    const [one = NO_TURN, other = NO_TURN] = [before[turnNumber], after[turnNumber]];
    if (one.request !== undefined && other.request !== undefined) {
      const sent = [one.request.system, other.request.system];
      if (sent[0] !== sent[1] && !isDeepStrictEqual(sent, prompts)) {
        changes.push({ kind: 'prompt', turnNumber, before: sent[0], after: sent[1] });
      }
      prompts = sent;
      const offered = toolsOf(one.request, other.request);
      if (offered !== undefined && !isDeepStrictEqual(offered, tools)) {
        changes.push({ kind: 'prompt', turnNumber, ...offered });
      }
      tools = offered;
      const found = messages(one.request.messages, other.request.messages);
      if (found !== undefined) changes.push({ kind: 'messages', turnNumber, ...found });
    }
    changes.push(
      ...compareMaps('tool', turnNumber, one.calls, other.calls),
      ...compareMaps('result', turnNumber, one.results, other.results),
    );
    if (one.text !== other.text) {
      changes.push({ kind: 'text', turnNumber, before: one.text, after: other.text });
    }
    changes.push(...compareEvents(turnNumber, one.events, other.events));
  }
  return [...changes, ...finalText(baseline, run, changes)];
}

/** The tools that only one of two requests offers, as the model reads of them. */
function toolsOf(
  one: RequestRow,
  other: RequestRow,
): { readonly before: string | undefined; readonly after: string | undefined } | undefined {
  const lines = ({ tools }: RequestRow) => tools.map((tool) => `tool ${JSON.stringify(tool)}`);
  const only = (own: readonly string[], others: readonly string[]) =>
    own.filter((line) => !others.includes(line)).join('\n') || undefined;
  const [before, after] = [lines(one), lines(other)];
  const found = { before: only(before, after), after: only(after, before) };
  return found.before === undefined && found.after === undefined ? undefined : found;
}

/** The last word of all, where a mod changed it after it was shown. */
function finalText(
  baseline: ReplayedRun,
  run: ReplayedRun,
  changes: readonly ReplayChange[],
): readonly ReplayChange[] {
  const turnNumber = Math.max(baseline.turnCount, run.turnCount);
  if (baseline.finalText === run.finalText) return [];
  if (changes.some((change) => change.kind === 'text' && change.turnNumber === turnNumber)) return [];
  return [{ kind: 'text', turnNumber, before: baseline.finalText, after: run.finalText }];
}

/** What happened in one turn. */
interface Turn {
  request: RequestRow | undefined;
  text: string | undefined;
  readonly calls: Map<string, ReplayedCall>;
  readonly results: Map<string, ReplayedResult>;
  readonly events: ObservableEvent[];
}

const newTurn = (): Turn => ({
  request: undefined,
  text: undefined,
  calls: new Map(),
  results: new Map(),
  events: [],
});
const NO_TURN: Turn = newTurn();

/** Events that other kinds of change tell of, or that come with each step of a run. */
const TOLD: ReadonlySet<ObservableEvent['type']> = new Set([
  'run_start',
  'message_start',
  'text_delta',
  'thinking_start',
  'thinking_delta',
  'thinking_end',
  'message_update',
  'message_end',
  'model_request_end',
  'tool_queued',
  'tool_running',
  'tool_completed',
  'tool_errored',
  'tool_hook_blocked',
  'tool_denied',
  'turn_end',
]);

function turnsOf(run: ReplayedRun): readonly Turn[] {
  const turns = [newTurn()];
  const inputs = new Map(run.toolCalls.map(({ toolCallId, input }) => [toolCallId, input]));
  for (const event of run.events) {
    if (event.type === 'turn_start') turns.push(newTurn());
    takeEvent(turns.at(-1) ?? NO_TURN, event, inputs);
  }
  for (const request of run.requests) {
    const turn = turns[request.turnNumber];
    if (request.purpose === 'run' && turn !== undefined) turn.request ??= request;
  }
  return turns;
}

function takeEvent(turn: Turn, event: ObservableEvent, inputs: ReadonlyMap<string, unknown>): void {
  const settle = (toolCallId: string, content: readonly ToolContentBlock[], isError: boolean) => {
    const toolName = turn.calls.get(toolCallId)?.toolName ?? '';
    turn.results.set(toolCallId, { toolCallId, toolName, content, isError });
  };
  const become = (toolCallId: string, outcome: ReplayedCall['outcome']) => {
    const call = turn.calls.get(toolCallId);
    if (call === undefined) return;
    const input = outcome === 'ran' ? (inputs.get(toolCallId) ?? call.input) : call.input;
    turn.calls.set(toolCallId, { ...call, input, outcome });
  };
  switch (event.type) {
    case 'message_end': {
      const text = event.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
      if (text !== '') turn.text = text;
      break;
    }
    case 'tool_queued': {
      const { toolCallId, toolName, input } = event;
      turn.calls.set(toolCallId, { toolCallId, toolName, input, outcome: 'not run' });
      break;
    }
    case 'tool_running':
      become(event.toolCallId, 'ran');
      break;
    case 'tool_hook_blocked':
      become(event.toolCallId, 'blocked');
      settle(event.toolCallId, [{ type: 'text', text: event.hookOutput }], true);
      break;
    case 'tool_denied':
      become(event.toolCallId, 'denied');
      break;
    case 'tool_completed':
      settle(event.toolCallId, event.result, false);
      break;
    case 'tool_errored':
      settle(event.toolCallId, [{ type: 'text', text: event.error }], true);
  }
  if (!TOLD.has(event.type)) turn.events.push(event);
}

function compareMaps<TValue>(
  kind: 'tool' | 'result',
  turnNumber: number,
  before: ReadonlyMap<string, TValue>,
  after: ReadonlyMap<string, TValue>,
): readonly ReplayChange[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id) => {
    const [one, other] = [before.get(id), after.get(id)];
    if (isDeepStrictEqual(one, other)) return [];
    // The kind says what the values are, which a union of kinds cannot show.
    return [{ kind, turnNumber, before: one, after: other } as unknown as ReplayChange];
  });
}

/** Events that only one of the two has; those of one type belong together, in their order. */
function compareEvents(
  turnNumber: number,
  before: readonly ObservableEvent[],
  after: readonly ObservableEvent[],
): readonly ReplayChange[] {
  const [lost, added] = [without(before, after), without(after, before)];
  const pairs = lost.map((event) => {
    const at = added.findIndex(({ type }) => type === event.type);
    return { before: event, after: at === -1 ? undefined : added.splice(at, 1)[0] };
  });
  const left = added.map((event) => ({ before: undefined, after: event }));
  return [...pairs, ...left].map((pair) => ({ kind: 'event', turnNumber, ...pair }));
}

function without(events: readonly ObservableEvent[], others: readonly ObservableEvent[]): ObservableEvent[] {
  const counts = new Map<string, number>();
  for (const event of others) {
    const text = textOf(event);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return events.filter((event) => {
    const text = textOf(event);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

/** An event, to be compared; the final text is a change of its own. */
function textOf(event: ObservableEvent): string {
  return JSON.stringify(event.type === 'run_end' ? { ...event.result, finalText: '' } : event);
}
