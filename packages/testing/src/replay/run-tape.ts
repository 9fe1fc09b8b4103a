import {
  createHarness,
  createModHost,
  createSession,
  type RequestRow,
  type TraceRow,
} from '@cmd-mods/harness';
import type { AgentMessage } from '@cmd-mods/mod-api';
import { createFakeClock } from '../fake-clock.ts';
import { loadTestMods, type TestMod } from '../load-test-mods.ts';
import { NO_USAGE } from '../no-usage.ts';
import { changeEnv } from '../process-env.ts';
import { createRecorder, RECORDER_MOD, type Recorder } from '../recorder.ts';
import type { TestRun } from '../test-harness-types.ts';
import { createTestProject, writeSettings } from '../test-project.ts';
import { mapGrowing } from './growing-list.ts';
import { idsAndTimesIn, type Normalize, normalizer } from './normalize.ts';
import type { Purpose, Tape } from './tape.ts';
import { createTapeModel } from './tape-model.ts';
import { createTapeTools, TAPE_MOD } from './tape-tools.ts';

/** Something that a replayed run asked for and nobody recorded. */
export type OffTape =
  /** A tool call that is none of the recorded ones, most often since a mod rewrote its input. */
  | {
      readonly kind: 'tool';
      readonly turnNumber: number;
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
    }
  /** A model request beyond the last recorded one of its purpose. */
  | { readonly kind: 'request'; readonly turnNumber: number; readonly purpose: Purpose };

/** A run that was played from a tape. */
export interface ReplayedRun extends TestRun {
  /** Where the run left the tape; empty when everything it asked for was recorded. */
  readonly offTape: readonly OffTape[];
  /** How many recorded answers the run did not come to. */
  readonly answersLeft: number;
}

/** How a tape is run. */
export interface RunTapeOptions {
  readonly mods: readonly TestMod[];
  readonly cwd: string | undefined;
  readonly settings: Readonly<Record<string, unknown>> | undefined;
}

/** Plays a tape for some mods. Nothing is asked of a network, and no tool but those of the mods does anything. */
export async function runTape(tape: Tape, options: RunTapeOptions): Promise<ReplayedRun> {
  const project = createTestProject();
  const { home } = project;
  const cwd = options.cwd ?? project.cwd;
  const restoreEnv = changeEnv({ HOME: home, USERPROFILE: home, XDG_CACHE_HOME: undefined });
  try {
    // A real project keeps its own.
    for (const folder of options.cwd === undefined ? [home, cwd] : [home]) {
      if (options.settings !== undefined) writeSettings(folder, options.settings);
    }
    const recorder = createRecorder();
    const offTape: OffTape[] = [];
    const interruption = new AbortController();
    let turnNumber = 0;
    let purpose: Purpose = 'run';
    const model = createTapeModel(tape, {
      purpose: () => purpose,
      interrupt: () => interruption.abort(),
      leftTape: (of) => offTape.push({ kind: 'request', turnNumber, purpose: of }),
    });
    const tools = createTapeTools(tape, options.cwd, (call) =>
      offTape.push({ kind: 'tool', turnNumber, ...call }),
    );
    const watch = (row: TraceRow) => {
      // The agent writes the row of a request and makes it, without a turn in between; so this is the purpose of the next one.
      if (row.kind === 'request') ({ purpose } = row);
      if (row.kind === 'event' && row.event.type === 'turn_start') ({ turnNumber } = row.event);
      if (row.kind === 'event' && row.event.type === 'tool_running') tools.running(row.event.toolCallId);
      if (row.kind !== 'hook' || row.mod !== TAPE_MOD) recorder.write(row);
    };

    const host = createModHost({ cwd, clock: createFakeClock() });
    await host.registerAgentMod(tools.mod);
    const { diagnostics } = await loadTestMods(options.mods, { home, cwd }, host, { isolated: true });
    const session = createSession({ cwd, id: 'replay' });
    if (tape.history.length > 0) session.commit({ ...session.state(), messages: tape.history });
    const harness = await createHarness({
      modelClient: model,
      model: tape.model,
      ...(tape.effort === undefined ? {} : { effort: tape.effort }),
      modHost: host,
      mods: [recorder.mod],
      tools: tools.tools(host.tools().map(({ tool }) => tool.schema.name)),
      session,
      permissions: {
        askPerson: async ({ toolName, input }) => (tools.isDenied(toolName, input) ? 'deny' : 'allow'),
      },
      onTrace: watch,
    });
    const outcome = await harness.submit(tape.prompt, {
      systemPrompt: tape.system,
      signal: interruption.signal,
      maxTurns: tape.maxTurns,
    });
    const { state } = harness;
    const registrations = host.registrations().filter(({ mod }) => mod !== TAPE_MOD && mod !== RECORDER_MOD);
    const answersLeft = model.answersLeft;
    await harness.dispose();

    const result =
      outcome.kind === 'ran'
        ? outcome.result
        : { finalText: outcome.message ?? '', stopReason: 'handled' as const, turnCount: 0, usage: NO_USAGE };
    const normalize = normalizer(
      [...(options.cwd === undefined ? [[project.cwd, '<project>'] as const] : []), [home, '<home>']],
      recordedIdsAndTimes(tape),
    );
    return {
      ...normalize(result),
      ...normalized(recorder, normalize),
      state: normalize(state),
      registrations: normalize(registrations),
      diagnostics: normalize([...new Set([...diagnostics, ...host.diagnostics()])]),
      offTape: normalize(offTape),
      answersLeft,
    };
  } finally {
    restoreEnv();
    project.remove();
  }
}

/** A recording without what differs from one replay to the next. */
function normalized(recorder: Recorder, normalize: Normalize) {
  const messages = mapGrowing<AgentMessage, AgentMessage>(normalize);
  const request = (row: RequestRow): RequestRow => ({
    ...row,
    system: normalize(row.system),
    messages: messages(row.messages),
  });
  return {
    requests: recorder.requests.map(request),
    events: recorder.events.map((event) => normalize(event)),
    hooks: recorder.hooks.map((call) => ({ ...normalize(call), ms: 0 })),
    toolCalls: recorder.toolCalls.map((call) => normalize(call)),
  };
}

/** Ids and times that were recorded: they are the same in every replay, and stay. */
function recordedIdsAndTimes(tape: Tape): ReadonlySet<string> {
  const texts = [tape.system, JSON.stringify(tape.prompt), JSON.stringify(tape.history)];
  for (const slots of tape.slots.values())
    texts.push(...slots.map(({ response }) => JSON.stringify(response) ?? ''));
  for (const { content } of [...tape.agentResults, ...tape.results.values()])
    texts.push(JSON.stringify(content));
  return new Set(texts.flatMap(idsAndTimesIn));
}
