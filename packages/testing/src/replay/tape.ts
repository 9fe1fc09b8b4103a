import { defaultSystemPrompt, type RequestRow, type ResponseRow, type TraceRow } from '@cmd-mods/harness';
import {
  type AgentMessage,
  type Diagnostic,
  ModError,
  type ObservableEvent,
  type ThinkingEffort,
  type ToolContentBlock,
  type ToolSchema,
  type Where,
} from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { callKey } from './call-key.ts';
import { forEachRow, type PlacedRow } from './read-rows.ts';
import { SideBySide } from './side-by-side.ts';

/** What a request is for. */
export type Purpose = RequestRow['purpose'];

/** A request of the tape with what answered it. */
export interface TapeSlot {
  readonly turnNumber: number;
  readonly attempt: number;
  /** `undefined` in a trace of an earlier version. */
  readonly requestNumber: number | undefined;
  /** `undefined` when the recording ended before the answer came. */
  response: ResponseRow | undefined;
  /** The request was tried again after it failed. */
  isRetried: boolean;
}

/** What came of a recorded call. */
export interface TapeResult {
  /** The call, as the model asked for it. */
  readonly key: string;
  readonly content: readonly ToolContentBlock[];
  readonly isError: boolean;
}

/** A cassette, ready to be played. */
export interface Tape {
  /** What the person typed: text, or a message with more than that. */
  readonly prompt: string | AgentMessage;
  /** The conversation before it. */
  readonly history: readonly AgentMessage[];
  /** The system prompt, before mods. */
  readonly system: string;
  readonly model: string;
  readonly effort: ThinkingEffort | undefined;
  readonly tools: readonly ToolSchema[];
  /** The limit that ended the recorded run; none when it ended otherwise, since the tape has an end itself. */
  readonly maxTurns: number;
  /** Whether the recorded run was interrupted. */
  readonly isInterrupted: boolean;
  /** The requests by purpose, in their order. */
  readonly slots: ReadonlyMap<Purpose, readonly TapeSlot[]>;
  /** By the id of the call. */
  readonly results: ReadonlyMap<string, TapeResult>;
  /** Of the calls of sub-agents, which no event tells of: read from what the agents were sent next. */
  readonly agentResults: readonly TapeResult[];
  /** The keys of calls that a permission kept from running. */
  readonly denied: ReadonlySet<string>;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads a cassette: a trace file of `cmd -p --trace`, or its rows.
 * @throws ModError when it cannot be played: `CASSETTE_UNREADABLE`, `CASSETTE_MALFORMED`, `CASSETTE_EMPTY`,
 *   `CASSETTE_WITHOUT_RESPONSES`, `CASSETTE_SEVERAL_RUNS`.
 */
export function readTape(source: string | readonly TraceRow[]): Tape {
  const reader = new TapeReader(typeof source === 'string' ? source : undefined);
  forEachRow(
    source,
    (placed) => reader.take(placed),
    (warning) => reader.warnings.push(warning),
  );
  return reader.tape();
}

/** A row of an earlier version, which said less of what belongs together. */
type Earlier<TRow extends RequestRow | ResponseRow> = Partial<TRow> & Pick<TRow, 'turnNumber'>;

const PROMPT_HOOKS: readonly string[] = ['appendSystemPrompt', 'transformSystemPrompt'];

/** Gathers a tape row by row; of the requests only the first is kept, since each holds the whole conversation. */
class TapeReader {
  readonly warnings: Diagnostic[] = [];
  readonly #file: string | undefined;
  readonly #slots = new Map<Purpose, TapeSlot[]>();
  readonly #tools = new Map<string, ToolSchema>();
  readonly #asked = new Map<string, string>();
  readonly #results = new Map<string, TapeResult>();
  readonly #agentResults: TapeResult[] = [];
  readonly #denied = new Set<string>();
  readonly #blocked = new Set<string>();
  readonly #sideBySide = new SideBySide();
  #waiting: TapeSlot[] = [];
  #first: RequestRow | undefined;
  #isPromptChanged = false;
  #runs = 0;
  #hasResponses = false;
  #isInterrupted = false;
  #maxTurns = Number.POSITIVE_INFINITY;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  take({ row, where }: PlacedRow): void {
    switch (row.kind) {
      case 'request':
        this.#takeRequest(row);
        break;
      case 'response':
        this.#takeResponse(row, where);
        break;
      case 'hook':
        if (row.changed && PROMPT_HOOKS.includes(row.hook))
          this.#isPromptChanged ||= this.#first === undefined;
        break;
      case 'event':
        this.#takeEvent(row.event, where);
    }
  }

  #takeRequest(row: RequestRow): void {
    // Where nothing says what a request was for, it was for the run.
    const { purpose = 'run', turnNumber, attempt = 0, requestNumber } = row as Earlier<RequestRow>;
    if (purpose === 'run') this.#first ??= row;
    if (purpose === 'agent') this.#takeAgentCalls(row.messages);
    for (const tool of purpose === 'run' ? row.tools : []) this.#tools.set(tool.name, tool);
    if (purpose === 'agent') this.#agentResults.push(...lastResults(row.messages));
    const slots = this.#slots.get(purpose) ?? [];
    const before = slots.at(-1);
    if (attempt > 0 && before !== undefined) before.isRetried = true;
    const slot: TapeSlot = { turnNumber, attempt, requestNumber, response: undefined, isRetried: false };
    slots.push(slot);
    this.#slots.set(purpose, slots);
    this.#waiting.push(slot);
  }

  /** The calls of an agent have no events of their own: what came of them stands in its next request. */
  #takeAgentCalls(messages: readonly AgentMessage[]): void {
    for (const block of messages.flatMap(({ content }) => content)) {
      if (block.type === 'tool_use') this.#asked.set(block.id, callKey(block.name, block.input));
      if (block.type !== 'tool_result' || this.#blocked.has(block.tool_use_id)) continue;
      this.#keep(block.tool_use_id, block.content, block.is_error ?? false);
    }
  }

  #takeResponse(row: ResponseRow, where: Where | undefined): void {
    this.#hasResponses = true;
    const { turnNumber, attempt = 0, requestNumber } = row as Earlier<ResponseRow>;
    const slot = this.#waiting.find((one) =>
      requestNumber === undefined || one.requestNumber === undefined
        ? one.turnNumber === turnNumber && one.attempt === attempt
        : one.requestNumber === requestNumber,
    );
    if (slot === undefined) {
      const message = `The answer of turn ${turnNumber}, attempt ${attempt}, has no request before it.`;
      throw new ModError(diagnostic('CASSETTE_MALFORMED', { message, ...placeOf(where) }));
    }
    slot.response = row;
    this.#waiting = this.#waiting.filter((one) => one !== slot);
  }

  #takeEvent(event: ObservableEvent, where: Where | undefined): void {
    this.#sideBySide.take(event, where);
    switch (event.type) {
      case 'run_start':
        this.#runs += 1;
        if (this.#runs > 1) {
          const message = 'The cassette has more than one run; replay plays one.';
          throw new ModError(diagnostic('CASSETTE_SEVERAL_RUNS', { message, ...placeOf(where) }));
        }
        break;
      case 'tool_queued':
        this.#asked.set(event.toolCallId, callKey(event.toolName, event.input));
        break;
      case 'tool_hook_blocked':
        this.#blocked.add(event.toolCallId);
        break;
      case 'tool_denied':
        this.#denied.add(this.#asked.get(event.toolCallId) ?? '');
        break;
      case 'tool_completed':
        this.#keep(event.toolCallId, event.result, false);
        break;
      case 'tool_errored':
        this.#keep(event.toolCallId, [{ type: 'text', text: event.error }], true);
        break;
      case 'interrupted':
        this.#isInterrupted = true;
        break;
      case 'run_end':
        if (event.result.stopReason === 'max_turns') this.#maxTurns = event.result.turnCount;
    }
  }

  #keep(toolCallId: string, content: readonly ToolContentBlock[], isError: boolean): void {
    const key = this.#asked.get(toolCallId);
    if (key !== undefined) this.#results.set(toolCallId, { key, content, isError });
  }

  tape(): Tape {
    const first = this.#first;
    const name = this.#file ?? 'The cassette';
    if (first === undefined) {
      throw this.#fault('CASSETTE_EMPTY', `${name} has no request of a run, so there is nothing to play.`);
    }
    if (!this.#hasResponses) {
      throw this.#fault('CASSETTE_WITHOUT_RESPONSES', `${name} has requests and no answers to them.`);
    }
    const prompt = first.messages.at(-1);
    if (prompt?.role !== 'user') {
      throw this.#fault('CASSETTE_EMPTY', `${name} begins with a request in which nobody asks for anything.`);
    }
    const warning = this.#sideBySide.warning();
    if (warning !== undefined) this.warnings.push(warning);
    return {
      prompt: typed(prompt),
      history: first.messages.slice(0, -1),
      system: this.#isPromptChanged ? withoutAdditions(first.system) : first.system,
      model: first.model,
      effort: first.effort,
      tools: [...this.#tools.values()],
      maxTurns: this.#maxTurns,
      isInterrupted: this.#isInterrupted,
      slots: this.#slots,
      results: this.#results,
      agentResults: this.#agentResults,
      denied: this.#denied,
      warnings: this.warnings,
    };
  }

  #fault(code: 'CASSETTE_EMPTY' | 'CASSETTE_WITHOUT_RESPONSES', message: string): ModError {
    const where = this.#file === undefined ? undefined : { file: this.#file };
    return new ModError(diagnostic(code, { message, ...placeOf(where) }));
  }
}

/** What came of the calls that a conversation ends with. */
function lastResults(messages: readonly AgentMessage[]): readonly TapeResult[] {
  const [calling, answering] = messages.slice(-2);
  const keys = new Map(
    calling?.content.flatMap((block) =>
      block.type === 'tool_use' ? [[block.id, callKey(block.name, block.input)] as const] : [],
    ),
  );
  const answers = answering?.content.filter((block) => block.type === 'tool_result') ?? [];
  return answers.flatMap(({ tool_use_id: id, content, is_error: isError = false }) => {
    const key = keys.get(id);
    return key === undefined ? [] : [{ key, content, isError }];
  });
}

function placeOf(where: Where | undefined): { readonly where?: Where } {
  return where === undefined ? {} : { where };
}

/** A message of one text is what a person typed, and goes through `transformInput` again. */
function typed(message: AgentMessage): string | AgentMessage {
  const [block, ...others] = message.content;
  return block?.type === 'text' && others.length === 0 ? block.text : message;
}

/** The agent's own prompt at the beginning of one that mods added to; all of it when it does not begin so. */
function withoutAdditions(system: string): string {
  const mark = '\0';
  const [before = '', after = ''] = defaultSystemPrompt({ cwd: mark }).split(mark);
  const [line = ''] = system.startsWith(before) ? system.slice(before.length).split('\n') : [];
  const own = `${before}${line}`;
  return line !== '' && own.endsWith(after) && system.startsWith(own) ? own : system;
}
