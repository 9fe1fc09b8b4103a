/**
 * The hooks: the only place where a mod can change what the agent does. Each hook has an input, a result, and a row in
 * {@link HOOKS} that says how the answers of several mods are brought together.
 *
 * Common to all of them: mods are asked in registration order; the context is the last argument; a throw or a malformed
 * return never reaches the run but becomes a `mod_error` event, after which the run goes on as if this mod had no opinion;
 * `undefined` and `null` are "no opinion". Headless runs fire every hook in the same way.
 *
 * Source: hooks and events page, "The hook contracts"; mods page, "ModHooks".
 */

import type { AgentEvent } from './events.ts';
import type {
  AgentMessage,
  AgentState,
  RunResult,
  RunStopReason,
  ThinkingEffort,
  ToolContentBlock,
  Usage,
} from './messages.ts';
import type { ModSession } from './session.ts';

/**
 * What every hook receives as its last argument. One context is made for a mod in each run and handed to all its hooks.
 */
export interface ModContext {
  /** Raises an event on the run's stream, as the harness does. */
  emit(event: AgentEvent): void;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** The project folder, absolute. */
  readonly cwd: string;
  /**
   * The durable session. Absent only where a harness was built without a store (a bare unit test); with `--no-session`
   * it is there and keeps its entries in memory.
   */
  readonly session?: ModSession;
}

/** The run's messages, about to be sent. */
export interface TransformContextInput {
  readonly messages: readonly AgentMessage[];
  readonly state: AgentState;
  readonly signal?: AbortSignal;
}

/** The round that is about to be built. */
export interface AppendSystemPromptInput {
  readonly state: AgentState;
}

/** The round's whole system prompt: the base and everything appended to it. */
export interface TransformSystemPromptInput {
  readonly system: string;
  readonly state: AgentState;
}

/** A message that is about to be committed to the transcript. */
export interface TransformMessageInput {
  readonly message: AgentMessage;
  readonly state: AgentState;
}

/** One chunk of the answer's text. */
export interface TransformTextDeltaInput {
  /** The chunk as the mod before left it; empty on the final flush. */
  readonly delta: string;
  /** True once, when the response is complete: the moment to return what was held back. */
  readonly done: boolean;
  readonly turnNumber: number;
  /** Which attempt of this request streams, from 0. State kept over chunks starts anew when it or `turnNumber` changes. */
  readonly attempt: number;
  readonly state: AgentState;
}

/** The request that is about to be built. */
export interface BeforeModelRequestInput {
  readonly state: AgentState;
  readonly turnNumber: number;
  /** The model the run is set to, whatever other mods want for this request. */
  readonly model: string;
}

/** Another model for this one request. */
export interface BeforeModelRequestResult {
  readonly model?: string;
}

/** One tool call that the permission check let through. */
export interface BeforeToolCallInput {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The input as the mods before rewrote it; a copy, so changing it in place changes nothing. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly state: AgentState;
}

/** A decision about one tool call; all fields optional and free to combine. */
export interface BeforeToolCallResult {
  /** True: the tool does not run, later mods are not asked, and `additionalContext` is what the model reads instead. */
  readonly block?: boolean;
  /** With `block`, the reason. Without, text that is added to the result after execution. */
  readonly additionalContext?: string;
  /** The input to execute with; the next mod sees it. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** True: the run stops when this batch of calls is finished. One call of one mod is enough. */
  readonly terminate?: boolean;
  /** Answers the call without running the tool, as a success. Later mods are not asked; `afterToolCall` still fires. */
  readonly result?: readonly ToolContentBlock[] | string;
}

/** One tool call that has run (or was answered by `beforeToolCall`). */
export interface AfterToolCallInput {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the tool really ran with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The result as the mods before left it; after a failure, the error's text. */
  readonly result: readonly ToolContentBlock[];
  /** Whether the call failed: the tool's own failure for the first mod, then what the mod before said. */
  readonly isError: boolean;
  readonly state: AgentState;
}

/** Changes to one tool result; all fields optional. A field left out keeps what earlier mods set. */
export interface AfterToolCallResult {
  /** Replaces what the model will see. */
  readonly content?: readonly ToolContentBlock[] | string;
  /** Chooses between `tool_completed` and `tool_errored`, whatever the execution did. */
  readonly isError?: boolean;
  /** A separate text block behind the content. */
  readonly additionalContext?: string;
  /** True: the run stops with `'terminate'` when the whole batch is finished. */
  readonly terminate?: boolean;
  /** Replaces this mod's `modState` slot once the batch's results are committed, before `onTurnEnd`. */
  readonly modState?: Readonly<Record<string, unknown>>;
}

/** A round that begins. */
export interface OnTurnStartInput {
  readonly state: AgentState;
  /** The round's number in the run, from 1. */
  readonly turnNumber: number;
}

/** A round that ends. */
export interface OnTurnEndInput {
  readonly state: AgentState;
  readonly turnNumber: number;
  readonly hadToolCalls: boolean;
  /** This round's usage alone. */
  readonly usage: Usage;
}

/** A round that has been committed. */
export interface ShouldStopAfterTurnInput {
  readonly state: AgentState;
  readonly turnNumber: number;
}

/** A round after which the run goes on. */
export interface PrepareNextTurnInput {
  readonly state: AgentState;
  readonly turnNumber: number;
}

/** The model and effort to go on with. */
export interface PrepareNextTurnResult {
  readonly model?: string;
  /** An effort sets it, `null` goes back to the model's own default, leaving it out changes nothing. */
  readonly effort?: ThinkingEffort | null;
}

/** A run that has ended. */
export interface OnRunEndInput {
  readonly state: AgentState;
  readonly result: RunResult;
}

/** A run that would end by itself. */
export interface OnStopInput {
  readonly state: AgentState;
  readonly stopReason: RunStopReason;
  readonly turnNumber: number;
  readonly lastAssistantText: string;
}

/** Whether to go on instead of stopping. */
export interface OnStopResult {
  readonly continue?: boolean;
  /** What the model is told; a neutral sentence when left out. */
  readonly reason?: string;
}

/** A prompt that a person typed. */
export interface TransformInputInput {
  readonly text: string;
}

/** What to do with a typed prompt. */
export type TransformInputResult =
  | { readonly action: 'continue' }
  | { readonly action: 'transform'; readonly text: string }
  | { readonly action: 'handled'; readonly message?: string };

/** A tool call about which the person would be asked. */
export interface OnPermissionRequestInput {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** One line that says what the call does; `null` when no description could be made. */
  readonly description: string | null;
  /** The prompt is forced by a safety rule: `'allow'` is ignored. */
  readonly isSafetyPrompt: boolean;
}

/** An answer to a permission prompt. */
export type PermissionAnswer = 'allow' | 'deny';

/** How the session began for this mod. */
export interface OnSessionStartInput {
  /** `'reload'`: this mod's own code was reloaded inside a running session. */
  readonly source: 'startup' | 'resume' | 'reload';
}

/** How the session ends for this mod. */
export interface OnSessionEndInput {
  readonly reason: 'shutdown' | 'replaced' | 'reload';
}

type MaybePromise<T> = T | Promise<T>;
// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement has no opinion, and its type is void.
type NoOpinion = undefined | null | void;

/**
 * The hooks of a mod. All are optional, all compose: several `hooks()` calls, and several mods, are asked in registration order.
 */
export interface ModHooks {
  /**
   * Changes the messages of one model request.
   * Fires once per round, after the system prompt is built and before the request is made valid for the wire.
   * Returns the messages to send; the next mod sees them. They are used for this request alone and never written back
   * to the transcript. The same array means "no change".
   * A throw, or anything that is not an array of messages, leaves the messages as the mod before had them.
   */
  transformContext?(
    params: TransformContextInput,
    ctx?: ModContext,
  ): MaybePromise<readonly AgentMessage[] | NoOpinion>;

  /**
   * Adds text to the end of the system prompt.
   * Fires once per round, right after the base prompt is resolved. Non-empty returns are joined with an empty line, in
   * registration order. Keep the text equal, byte for byte, while state is equal: providers cache requests by their prefix,
   * and the harness warns when a mod's text changes without cause.
   * A throw or a non-string adds nothing.
   */
  appendSystemPrompt?(params: AppendSystemPromptInput, ctx?: ModContext): MaybePromise<string | NoOpinion>;

  /**
   * Edits or replaces the whole system prompt.
   * Fires once per round, after every `appendSystemPrompt`. Returns the prompt to send; the next mod sees it.
   * The unchanged string keeps the prompt in its cacheable sections, any change sends one flat string.
   * A throw or a non-string keeps the prompt as the mod before had it.
   */
  transformSystemPrompt?(
    params: TransformSystemPromptInput,
    ctx?: ModContext,
  ): MaybePromise<string | NoOpinion>;

  /**
   * Changes a message before the transcript keeps it: the place for redaction.
   * Fires for every message that the run commits: input, replies, tool results, steering and follow-up messages.
   * Returns the message to keep; the next mod sees it, and every later request sends it. What streamed to the screen
   * is not changed (see `transformTextDelta`).
   * Role and tool ids must survive. A return that changes them, a malformed one, or a throw keeps the previous message.
   */
  transformMessage?(params: TransformMessageInput, ctx?: ModContext): MaybePromise<AgentMessage | NoOpinion>;

  /**
   * Rewrites the answer while it streams. Synchronous, inside the stream.
   * Fires for each chunk before its `text_delta`; once more with `{delta: '', done: true}` when the response is complete.
   * Returns the chunk to show; `''` drops it or holds it back, and later mods do not see it. What is shown is what the
   * transcript keeps. A response that did not stream passes through as one chunk for each text block.
   * A throw, a promise or a non-string passes the chunk on as the mod before had it.
   */
  transformTextDelta?(params: TransformTextDeltaInput, ctx?: ModContext): string;

  /**
   * Sends one request to another model.
   * Fires at the start of the round, before prompt, context and tools are built, so these fit the model that gets them.
   * `{model}` holds for this request; the next one goes to the run's model again. Later mods win.
   * A throw or a malformed return keeps the model.
   */
  beforeModelRequest?(
    params: BeforeModelRequestInput,
    ctx?: ModContext,
  ): MaybePromise<BeforeModelRequestResult | NoOpinion>;

  /**
   * Blocks, rewrites or answers a tool call.
   * Fires for each call after the permission check and before execution; see {@link BeforeToolCallResult} for each field.
   * `block` wins over `result`. The `tool_queued` event keeps showing the original input.
   * A throw skips this mod, so the call goes on: a guard must not throw. A truthy `block` that is not `true` still blocks.
   */
  beforeToolCall?(
    params: BeforeToolCallInput,
    ctx?: ModContext,
  ): MaybePromise<BeforeToolCallResult | NoOpinion>;

  /**
   * Changes a tool result.
   * Fires for each call that ran or was answered, failed ones too, before `tool_completed` or `tool_errored`.
   * Each mod sees the content and `isError` that the mod before returned; see {@link AfterToolCallResult} for each field.
   * A throw or a malformed field changes nothing.
   */
  afterToolCall?(params: AfterToolCallInput, ctx?: ModContext): MaybePromise<AfterToolCallResult | NoOpinion>;

  /**
   * Changes the state as a round begins, before `turn_start`.
   * Returns the state to go on with; it is committed with the turn. A throw or a malformed state keeps the prior one.
   */
  onTurnStart?(params: OnTurnStartInput, ctx?: ModContext): MaybePromise<AgentState | NoOpinion>;

  /**
   * Changes the state as a round ends, before `turn_end` and the commit; also in the round that stops.
   * Returns the state to commit. A throw or a malformed state keeps the prior one.
   */
  onTurnEnd?(params: OnTurnEndInput, ctx?: ModContext): MaybePromise<AgentState | NoOpinion>;

  /**
   * Stops the run early.
   * Fires after the turn is committed. The first `true` ends the run with `'stop_hook'`, and later mods are not asked.
   * A throw or a non-boolean means "do not stop".
   */
  shouldStopAfterTurn?(params: ShouldStopAfterTurnInput, ctx?: ModContext): MaybePromise<boolean | NoOpinion>;

  /**
   * Chooses model and effort for the rest of the run.
   * Fires at the end of a round only when the run goes on. Fields of later mods win, one by one.
   * A throw or a malformed field changes nothing.
   */
  prepareNextTurn?(
    params: PrepareNextTurnInput,
    ctx?: ModContext,
  ): MaybePromise<PrepareNextTurnResult | NoOpinion>;

  /**
   * Does work that must be complete when the run ends, such as a flush.
   * Fires once, awaited, after the loop and before `run_end`, also after an interruption. Returns nothing; it cannot
   * change the result. A throw is reported.
   */
  onRunEnd?(params: OnRunEndInput, ctx?: ModContext): void | Promise<void>;

  /**
   * Keeps a run going that would end by itself.
   * Fires when the model called no tool and no follow-up is waiting; never for hard stops. The first `{continue: true}`
   * wins: `reason` becomes an automated user message. At most 8 in a row.
   * A throw or a malformed return lets the run end.
   */
  onStop?(params: OnStopInput, ctx?: ModContext): MaybePromise<OnStopResult | NoOpinion>;

  /**
   * Rewrites or consumes a prompt that a person typed, before it reaches the model.
   * `transform` hands the new text to the next mod; `handled` ends the prompt (its `message` is shown instead);
   * `continue` and no return pass it through. Automated, meta, image and slash-command input never comes here.
   * Headless, the prompt of `-p` is typed input, and the message of `handled` is printed.
   * A throw or a malformed return passes the text on as the mod before had it.
   */
  transformInput?(
    params: TransformInputInput,
    ctx?: ModContext,
  ): MaybePromise<TransformInputResult | NoOpinion>;

  /**
   * Answers a permission prompt before the person sees it.
   * Fires only where a person would be asked. Every mod is asked: any `'deny'` denies; `'allow'` holds when nobody denies,
   * and never on a safety prompt. Headless, an answer takes the place of the automatic denial.
   * A throw or anything else is no opinion.
   */
  onPermissionRequest?(
    params: OnPermissionRequestInput,
    ctx?: ModContext,
  ): MaybePromise<PermissionAnswer | NoOpinion>;

  /**
   * Hears that a session is bound. Fires once per session and once per reload of this mod; nobody waits for it.
   * Returns nothing. A throw is reported.
   */
  onSessionStart?(params: OnSessionStartInput, ctx?: ModContext): void | Promise<void>;

  /**
   * Hears that the session ends for this mod. Nobody waits for it, but a program that exits gives pending ones up to a second.
   * Returns nothing. A throw is reported.
   */
  onSessionEnd?(params: OnSessionEndInput, ctx?: ModContext): void | Promise<void>;
}

/** The name of a hook. */
export type HookName = keyof ModHooks;

/** What a hook is called with, before the context. */
export type HookInput<TName extends HookName> = Parameters<NonNullable<ModHooks[TName]>>[0];

/** What a hook may answer, once awaited, without "no opinion". */
export type HookResult<TName extends HookName> = Exclude<
  Awaited<ReturnType<NonNullable<ModHooks[TName]>>>,
  NoOpinion
>;

/**
 * How the answers of several mods become one.
 * - `observe`: answers are not read
 * - `fold`: each mod sees what the mod before made of the value
 * - `first`: the first answer that decides ends the asking
 * - `any`: the first `true` ends the asking
 * - `vote`: everybody is asked, and `'deny'` wins
 * - `collect`: answers are gathered in order
 * - `merge`: fields are laid over one another, later mods win
 */
export type HookKind = 'observe' | 'fold' | 'first' | 'any' | 'vote' | 'collect' | 'merge';

/** One row of {@link HOOKS}. */
export interface HookSpec {
  readonly kind: HookKind;
  /** A `sync` hook runs inside the model stream and may not return a promise. */
  readonly timing: 'async' | 'sync';
  /** What a reviewer needs to know: it changes data, it decides whether something happens, or it only watches. */
  readonly mode: 'mutates' | 'gates' | 'observes';
  /** `run` hooks fire inside a run and belong to every `AgentMod`; `host` hooks fire around it. */
  readonly level: 'run' | 'host';
  /**
   * Whether it is called in the runs of sub-agents too. A hook that guards tool calls or what is kept is, since delegating would
   * get around it otherwise; a hook that belongs to the person's turn is not.
   */
  readonly subagents: boolean;
  /** When it fires, in one line. */
  readonly fires: string;
  /** What the run does when a mod throws here, after the `mod_error`. */
  readonly onThrow: string;
  /** What the run does with a return of the wrong shape, after the `mod_error`. */
  readonly onMalformed: string;
}

/**
 * Every hook and what it does: the one table that the harness, the scanner, the docs and the test kit read.
 * In the order in which the hooks fire.
 */
export const HOOKS = {
  onSessionStart: {
    kind: 'observe',
    timing: 'async',
    mode: 'observes',
    level: 'host',
    subagents: false,
    fires: 'once when a session is bound, and after this mod was reloaded',
    onThrow: 'nothing waits for it',
    onMalformed: 'the return is not read',
  },
  transformInput: {
    kind: 'fold',
    timing: 'async',
    mode: 'gates',
    level: 'host',
    subagents: false,
    fires: 'for each prompt that a person typed',
    onThrow: 'the text goes on as the mod before left it',
    onMalformed: 'the text goes on as the mod before left it',
  },
  onTurnStart: {
    kind: 'fold',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'as each round begins, before turn_start',
    onThrow: 'the prior state is kept',
    onMalformed: 'the prior state is kept',
  },
  beforeModelRequest: {
    kind: 'merge',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'once per model request, before prompt, context and tools are built',
    onThrow: 'the model stays',
    onMalformed: 'the model stays',
  },
  appendSystemPrompt: {
    kind: 'collect',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'once per round, after the base system prompt is resolved',
    onThrow: 'nothing is appended',
    onMalformed: 'nothing is appended',
  },
  transformSystemPrompt: {
    kind: 'fold',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'once per round, after appendSystemPrompt',
    onThrow: 'the prompt stays as the mod before left it',
    onMalformed: 'the prompt stays as the mod before left it',
  },
  transformContext: {
    kind: 'fold',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'once per round, after the system prompt and before the request is made valid',
    onThrow: 'the messages stay as the mod before left them',
    onMalformed: 'the messages stay as the mod before left them',
  },
  transformTextDelta: {
    kind: 'fold',
    timing: 'sync',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'for each chunk of answer text, and once when the response is complete',
    onThrow: 'the chunk passes on as the mod before left it',
    onMalformed: 'the chunk passes on as the mod before left it',
  },
  transformMessage: {
    kind: 'fold',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: true,
    fires: 'for every message that is committed to the transcript',
    onThrow: 'the message stays as the mod before left it',
    onMalformed: 'the message stays as the mod before left it',
  },
  onPermissionRequest: {
    kind: 'vote',
    timing: 'async',
    mode: 'gates',
    level: 'host',
    subagents: true,
    fires: 'where a person would be asked about a tool call',
    onThrow: 'no vote',
    onMalformed: 'no vote',
  },
  beforeToolCall: {
    kind: 'fold',
    timing: 'async',
    mode: 'gates',
    level: 'run',
    subagents: true,
    fires: 'for each tool call, after the permission check and before execution',
    onThrow: 'this mod is skipped and the call goes on',
    onMalformed: 'the field is ignored, but a truthy block still blocks',
  },
  afterToolCall: {
    kind: 'fold',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: true,
    fires: 'for each tool call that ran or was answered, before its terminal event',
    onThrow: 'the result stays as the mod before left it',
    onMalformed: 'the field is ignored',
  },
  onTurnEnd: {
    kind: 'fold',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'as each round ends, before turn_end and the commit',
    onThrow: 'the prior state is kept',
    onMalformed: 'the prior state is kept',
  },
  shouldStopAfterTurn: {
    kind: 'any',
    timing: 'async',
    mode: 'gates',
    level: 'run',
    subagents: false,
    fires: 'after each turn is committed',
    onThrow: 'the run does not stop',
    onMalformed: 'the run does not stop',
  },
  onStop: {
    kind: 'first',
    timing: 'async',
    mode: 'gates',
    level: 'run',
    subagents: false,
    fires: 'when the run would end by itself',
    onThrow: 'the run ends',
    onMalformed: 'the run ends',
  },
  prepareNextTurn: {
    kind: 'merge',
    timing: 'async',
    mode: 'mutates',
    level: 'run',
    subagents: false,
    fires: 'at the end of a round after which the run goes on',
    onThrow: 'model and effort stay',
    onMalformed: 'the field is ignored',
  },
  onRunEnd: {
    kind: 'observe',
    timing: 'async',
    mode: 'observes',
    level: 'run',
    subagents: false,
    fires: 'once, awaited, after the loop and before run_end',
    onThrow: 'the run ends all the same',
    onMalformed: 'the return is not read',
  },
  onSessionEnd: {
    kind: 'observe',
    timing: 'async',
    mode: 'observes',
    level: 'host',
    subagents: false,
    fires: 'once when the session ends, and before this mod is reloaded',
    onThrow: 'nothing waits for it',
    onMalformed: 'the return is not read',
  },
} as const satisfies Record<HookName, HookSpec>;
