import type { AgentMessage, AgentState, Diagnostic } from '@cmd-mods/mod-api';
import { createAgentList } from './agents/agent-list.ts';
import { taskTool } from './agents/task-tool.ts';
import { COMPACTION_ID, createCompaction } from './compaction/compaction.ts';
import { complete } from './complete.ts';
import { createEventBus } from './events/event-bus.ts';
import type { Harness, HarnessOptions, RunOutcome } from './harness.ts';
import { harnessPermissions, type PermissionSettings } from './harness-permissions.ts';
import { textBlock } from './hooks/content.ts';
import type { HookCall } from './hooks/scope.ts';
import type { HarnessBinding } from './host/binding.ts';
import { createModHost } from './host/create-mod-host.ts';
import { SESSION_END_LIMIT, sleepUnref } from './host/session-edges.ts';
import { forkInterruption, type Interruption } from './loop/interruption.ts';
import { createMessageQueues } from './loop/message-queues.ts';
import { newRun } from './loop/new-run.ts';
import { createPrepareForSend } from './loop/prepare-for-send.ts';
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
import { createSession } from './session/index.ts';
import { sessionControls } from './session-controls.ts';
import { createSessionTools, type SessionTools } from './session-tools.ts';
import { createSkillCatalogue } from './skills/catalogue.ts';
import { skillTool } from './skills/skill-tool.ts';
import { hookRow } from './trace.ts';

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
  /** Aborts later than `closing`: what `onSessionEnd` asks the model may still be answered. */
  const closed = new AbortController();
  let tools: SessionTools | undefined;

  const model = () => (running?.choice ?? choice).model;
  const asked = { client: options.modelClient, trace };
  const compaction = createCompaction({
    asked,
    session: session?.modSession(COMPACTION_ID),
    model,
    tokens: () => contextTokens,
    compacted() {
      contextTokens = undefined;
    },
    emit: bus.emit,
  });
  const dropCompaction = await host.registerStructural(compaction.mod);

  const binding: HarnessBinding = {
    sessionId: state.sessionId,
    source: options.isResumed ? 'resume' : 'startup',
    emit: bus.emit,
    sessionFor: (mod) => session?.modSession(mod.id),
    sessions: sessionControls({
      session,
      compaction,
      asked,
      model,
      isIdle: () => running === undefined,
      messages: () => (running?.transcript.state ?? state).messages,
      signal: () => running?.interruption.signal ?? closing.signal,
      adopt(next) {
        state = next;
        contextTokens = undefined;
        compaction.reload();
      },
    }),
    queueMessage: queues.add,
    isIdle: () => running === undefined,
    getModel: model,
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
      contextUsage(contextTokens, options.modelClient.describe?.(model())?.contextWindow),
    toolInfo: () => tools?.info() ?? [],
    setActiveTools: (names) => tools?.setActive(names),
    complete: ({ prompt, signal }, purpose) =>
      complete(asked, { purpose, model: model(), prompt, signal: either(closed, signal) }),
  };
  const skills = createSkillCatalogue(host);
  const occasional = [taskTool(createAgentList(options.agents ?? [], host)), skillTool(skills.all)];
  tools = createSessionTools(options.tools ?? [], occasional, host);
  await skills.refresh();
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
    compaction,
    tools: sessionTools.current,
    emit: bus.emit,
    measured(usage) {
      contextTokens = usage.inputTokens + usage.outputTokens;
      compaction.measured();
    },
  };

  const fork = (config: RunConfig): Interruption => forkInterruption(either(closing, config.signal));
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
    const context = newRun({
      purpose: 'run',
      harness: parts,
      config,
      interruption,
      hooks: hooksFor(interruption),
      choice: { model: config.model ?? choice.model, effort: config.effort ?? choice.effort },
      transcript: new Transcript(from),
    });
    running = context;
    compaction.beginRun(interruption.signal);
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
      const reading = skills.refresh();
      if (reading !== undefined) await reading;
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
        const reading = skills.refresh();
        if (reading !== undefined) await reading;
        const skill = typeof prompt === 'string' ? skills.invoked(prompt) : undefined;
        if (skill !== undefined) {
          bus.emit({ type: 'skill_loaded', name: skill.name });
          return { kind: 'ran', ...(await start(interruption, state, skill.message, config)) };
        }
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
      closed.abort();
      dropCompaction();
    },
  };
}

/** The signal of a caller; the end of the harness aborts it as well. */
function either({ signal: end }: AbortController, signal: AbortSignal | undefined): AbortSignal {
  return signal === undefined ? end : AbortSignal.any([end, signal]);
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
