import type {
  AgentMessage,
  AgentMod,
  AgentState,
  CommandResult,
  CompletionResult,
  Diagnostic,
  RunResult,
  ThinkingEffort,
  ToolModule,
} from '@cmd-mods/mod-api';
import { createEventBus, type EventListener } from './events/event-bus.ts';
import { harnessPermissions, type PermissionSettings } from './harness-permissions.ts';
import { textBlock, textOf } from './hooks/content.ts';
import type { HookCall } from './hooks/scope.ts';
import type { HarnessBinding } from './host/binding.ts';
import { messageOf } from './host/explain-error.ts';
import { createModHost, type ModHost, SESSION_END_LIMIT, sleepUnref } from './host/mod-host.ts';
import { forkInterruption, type Interruption } from './loop/interruption.ts';
import { createMessageQueues } from './loop/message-queues.ts';
import { createPrepareForSend } from './loop/prepare-for-send.ts';
import { createPromptCheck } from './loop/prompt-check.ts';
import { readResult } from './loop/read-result.ts';
import { runLoop } from './loop/run.ts';
import {
  type HarnessParts,
  type ModelChoice,
  type Permissions,
  type RunConfig,
  type RunContext,
  runScope,
} from './loop/run-context.ts';
import { Transcript } from './loop/transcript.ts';
import { NO_USAGE } from './loop/usage.ts';
import type { ModelClient } from './models/model-client.ts';
import { createSession, type Session } from './session/index.ts';
import { createSessionTools, type SessionTools } from './session-tools.ts';
import { hookRow, type TraceSink } from './trace.ts';

/** What a harness is made of. */
export interface HarnessOptions {
  /** Answers model requests. */
  readonly modelClient: ModelClient;
  /** The model that runs use unless they say otherwise. */
  readonly model: string;
  /** The model's own effort when left out. */
  readonly effort?: ThinkingEffort;
  /** The project folder; the host's when left out, else the process's. */
  readonly cwd?: string;
  /** The host whose mods take part. A harness without one makes its own. */
  readonly modHost?: ModHost;
  /** Mods as plain data; they come behind the host's. */
  readonly mods?: readonly AgentMod[];
  /** The host's own tools; none when left out (`builtInTools` makes the usual ones). */
  readonly tools?: readonly ToolModule[];
  /**
   * Decides about tool calls: settings for the permission engine, or something else that decides. With neither, reading is
   * allowed, and what would ask a person is denied unless a mod's `onPermissionRequest` allows it.
   */
  readonly permissions?: PermissionSettings | Permissions;
  /** The session to record into: one in memory when left out; `null` for none at all, as a bare unit test wants it. */
  readonly session?: Session | null;
  /** Whether the session is a resumed one; what `onSessionStart` hears. */
  readonly isResumed?: boolean;
  /** Hears every event. */
  readonly onEvent?: EventListener;
  /** Takes the trace. Without one, hook calls are not measured. */
  readonly onTrace?: TraceSink;
}

/** One run's outcome. */
export interface RunOutcome {
  readonly state: AgentState;
  readonly result: RunResult;
}

/** What became of a typed prompt. */
export type SubmitOutcome =
  | ({ readonly kind: 'ran' } & RunOutcome)
  /** A mod consumed it. */
  | { readonly kind: 'handled'; readonly message: string | undefined };

/** The reference agent: one session, its mods, and the loop. */
export interface Harness {
  readonly host: ModHost;
  readonly session: Session | undefined;
  /** The state after the last run; before the first one, the session's. */
  readonly state: AgentState;

  /**
   * Runs one user turn. `state` is where it starts (the harness's own when left out); `userInput` is a message that is already
   * past `transformInput`. One run at a time: throws when another is going.
   */
  run(params?: {
    readonly state?: AgentState;
    readonly userInput?: string | AgentMessage;
    readonly config?: RunConfig;
  }): Promise<RunOutcome>;

  /** Takes a prompt that a person typed: through `transformInput`, and then a run. Images go past the hook. */
  submit(prompt: string | AgentMessage, config?: RunConfig): Promise<SubmitOutcome>;

  /** Runs a mod's slash command; `undefined` when no mod has it. Rejects with what its handler throws. */
  command(name: string, args: string): Promise<CommandResult> | undefined;

  /** Hears every event from now on. @returns ends it. */
  subscribe(listener: EventListener): () => void;

  /** Ends the session: an open run is interrupted, `onSessionEnd` fires, and what mods still do is waited for, up to a second. */
  dispose(reason?: 'shutdown' | 'replaced'): Promise<void>;
}

/**
 * Makes a harness: binds the mods to a session, so that `onSessionStart` fires, and waits for runs.
 *
 * Source: hooks and events page, "Lifecycle"; mods page, "Boundaries", on embedding.
 */
export async function createHarness(options: HarnessOptions): Promise<Harness> {
  const cwd = options.cwd ?? options.modHost?.cwd ?? process.cwd();
  const host = options.modHost ?? createModHost({ cwd });
  const refused: Diagnostic[] = [];
  for (const mod of options.mods ?? []) {
    const result = await host.registerAgentMod(mod);
    if (!result.ok) refused.push(result.diagnostic);
  }

  const session = options.session === null ? undefined : (options.session ?? createSession({ cwd }));
  const trace = options.onTrace;
  const observe = trace === undefined ? undefined : (call: HookCall) => trace(hookRow(call));
  host.watchHooks(observe);

  const bus = createEventBus(
    (error) => {
      // A listener of the embedder: its error is the embedder's to see, and must not end the run.
      queueMicrotask(() => {
        throw error;
      });
    },
    (event) => host.echoed(event),
  );
  if (trace !== undefined) bus.subscribe((event) => trace({ kind: 'event', event }));
  if (options.onEvent !== undefined) bus.subscribe(options.onEvent);
  bus.subscribe((event) => host.observe(event));

  const queues = createMessageQueues();
  const choice: ModelChoice = { model: options.model, effort: options.effort };
  let state: AgentState = session?.state() ?? emptyState();
  let contextTokens: number | undefined;
  let running: RunContext | undefined;
  let ended: Promise<unknown> | undefined;
  const closing = new AbortController();
  let tools: SessionTools | undefined;

  const binding: HarnessBinding = {
    sessionId: state.sessionId,
    source: options.isResumed ? 'resume' : 'startup',
    emit: bus.emit,
    sessionFor: (mod) => session?.modSession(mod.id),
    sessions: sessionControls(session),
    queueMessage: queues.add,
    isIdle: () => running === undefined,
    getModel: () => (running?.choice ?? choice).model,
    setModel: (model) => {
      choice.model = model;
      if (running !== undefined) running.choice.model = model;
    },
    getEffort: () => (running?.choice ?? choice).effort,
    setEffort: (effort) => {
      choice.effort = effort ?? undefined;
      if (running !== undefined) running.choice.effort = choice.effort;
    },
    getSessionName: () => session?.getName(),
    setSessionName: (name) => session?.setName(name),
    getContextUsage: () =>
      contextUsage(
        contextTokens,
        options.modelClient.describe?.((running?.choice ?? choice).model)?.contextWindow,
      ),
    toolInfo: () => tools?.info() ?? [],
    setActiveTools: (names) => tools?.setActive(names),
    complete: (params) => complete(options.modelClient, (running?.choice ?? choice).model, trace, params),
  };
  tools = createSessionTools(options.tools ?? [], host);
  const sessionTools = tools;
  host.bind(binding);
  for (const { severity, message } of refused) bus.emit({ type: 'notice', level: severity, message });

  const parts: HarnessParts = {
    cwd,
    host,
    client: options.modelClient,
    permissions: decider(options.permissions ?? {}, {
      cwd,
      hooks: () => running?.hooks ?? host.hooks,
      tools: sessionTools,
    }),
    session,
    queues,
    trace,
    prepareForSend: createPrepareForSend(),
    tools: sessionTools.current,
    emit: bus.emit,
    measured(usage) {
      contextTokens = usage.inputTokens + usage.outputTokens;
    },
  };

  /** Forks the signal of a caller; the end of the harness interrupts as well. */
  const fork = (config: RunConfig): Interruption =>
    forkInterruption(
      config.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, config.signal]),
    );
  const hooksFor = (interruption: Interruption) =>
    host.hooks.withContext(
      runScope({ cwd, interruption, session, waits: host.waits, observe, emit: bus.emit }),
    );

  const start = async (
    interruption: Interruption,
    from: AgentState,
    userInput: string | AgentMessage | undefined,
    config: RunConfig,
  ): Promise<RunOutcome> => {
    if (running !== undefined) throw new Error('A run is going already; wait for it, or queue the message.');
    const context: RunContext = {
      harness: parts,
      config,
      interruption,
      hooks: hooksFor(interruption),
      promptCheck: createPromptCheck(),
      choice: { model: config.model ?? choice.model, effort: config.effort ?? choice.effort },
      transcript: new Transcript(from),
      turnNumber: 0,
      usage: NO_USAGE,
      stopHookContinuations: 0,
      recoveries: 0,
      permissionMode: undefined,
      noticed: new Set(),
    };
    running = context;
    session?.beginRun();
    try {
      const loop = runLoop(context, userInput === undefined ? undefined : typedMessage(userInput));
      ended = loop;
      const result = await loop;
      state = context.transcript.state;
      context.transcript.commit((last, options) => session?.commit(last, options));
      return { state, result };
    } finally {
      running = undefined;
      session?.endRun();
    }
  };

  const run: Harness['run'] = async ({ state: from, userInput, config = {} } = {}) => {
    const interruption = fork(config);
    try {
      return await start(interruption, from ?? state, userInput, config);
    } finally {
      interruption.release();
    }
  };

  return {
    host,
    session,
    get state() {
      return state;
    },
    run,
    async submit(prompt, config = {}) {
      const interruption = fork(config);
      try {
        const decision =
          typeof prompt === 'string'
            ? await hooksFor(interruption).emit(
                { type: 'transformInput', params: { text: prompt } },
                interruption.signal,
              )
            : undefined;
        if (decision !== undefined && 'handled' in decision)
          return { kind: 'handled', message: decision.message };
        const userInput = decision === undefined ? prompt : decision.text;
        return { kind: 'ran', ...(await start(interruption, state, userInput, config)) };
      } finally {
        interruption.release();
      }
    },
    command: (name, args) => host.runCommand(name, args),
    subscribe: bus.subscribe,
    async dispose(reason = 'shutdown') {
      closing.abort();
      await ended;
      await Promise.race([host.unbind(reason), sleepUnref(SESSION_END_LIMIT)]);
    },
  };
}

function decider(
  permissions: PermissionSettings | Permissions,
  around: Parameters<typeof harnessPermissions>[1],
): Permissions {
  return 'check' in permissions ? permissions : harnessPermissions(permissions, around);
}

function emptyState(): AgentState {
  return { sessionId: crypto.randomUUID(), messages: [], interrupted: false, modState: {} };
}

function typedMessage(input: string | AgentMessage): AgentMessage {
  if (typeof input !== 'string') return input;
  return { role: 'user', content: [textBlock(input)], meta: { source: 'user' } };
}

function contextUsage(tokens: number | undefined, contextWindow: number | undefined) {
  return {
    tokens: tokens ?? null,
    contextWindow: contextWindow ?? null,
    percent: tokens === undefined || contextWindow === undefined ? null : (tokens / contextWindow) * 100,
  };
}

function sessionControls(session: Session | undefined): HarnessBinding['sessions'] {
  const need = (method: string): Session => {
    if (session === undefined)
      throw new Error(`cmd.sessions.${method} needs a session, and this harness keeps none.`);
    return session;
  };
  return {
    compact: async () => {
      throw new Error('cmd.sessions.compact: this host does not compact.');
    },
    tree: () => need('tree').tree(),
    leafId: () => need('leafId').leafId(),
    async navigateTree({ targetId, summarize }) {
      if (summarize)
        throw new Error(
          'cmd.sessions.navigateTree: this host cannot summarize; call it without "summarize".',
        );
      need('navigateTree').navigate(targetId);
    },
    setLabel: ({ targetId, label }) => need('setLabel').setLabel(targetId, label),
  };
}

/** One question to the session's model, without transcript and tools. Always resolves. */
async function complete(
  client: ModelClient,
  model: string,
  trace: TraceSink | undefined,
  {
    prompt,
    signal = new AbortController().signal,
  }: { readonly prompt: string; readonly signal?: AbortSignal },
): Promise<CompletionResult> {
  const messages: readonly AgentMessage[] = [{ role: 'user', content: [textBlock(prompt)] }];
  const nothing = () => {};
  trace?.({
    kind: 'request',
    purpose: 'complete',
    turnNumber: 0,
    attempt: 0,
    model,
    system: '',
    messages,
    tools: [],
  });
  const row = { kind: 'response', turnNumber: 0, attempt: 0, deltas: [] } as const;
  try {
    const answer = await client.complete({
      model,
      messages,
      system: '',
      tools: [],
      signal,
      onTextDelta: nothing,
      onThinkingStart: nothing,
      onThinkingDelta: nothing,
      onThinkingEnd: nothing,
      onMessageUpdate: nothing,
    });
    const { content, stopReason, usage } = readResult(answer, model);
    trace?.({ ...row, content, stopReason, usage });
    return { isAnswered: true, text: textOf(content), model };
  } catch (error) {
    trace?.({
      ...row,
      content: [],
      stopReason: 'error',
      usage: NO_USAGE,
      error: { name: 'Error', message: messageOf(error) },
    });
    return { isAnswered: false, reason: signal.aborted ? 'aborted' : 'error' };
  }
}
