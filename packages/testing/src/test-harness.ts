import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  builtInTools,
  createHarness,
  createModHost,
  createScriptedModel,
  defaultSystemPrompt,
  type Registration,
  type RunConfig,
  SCRIPTED_MODEL,
  type Script,
} from '@cmd-mods/harness';
import {
  type AgentMessage,
  type AgentState,
  type CommandResult,
  type Diagnostic,
  ModError,
  type RunResult,
  type Usage,
} from '@cmd-mods/mod-api';
import { type Answers, type AskedQuestion, personOf, type TestPermissions } from './answers.ts';
import { diagnostic } from './diagnostics.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { loadTestMods, type TestMod } from './load-test-mods.ts';
import { changeEnv, type EnvChanges } from './process-env.ts';
import { createRecorder, RECORDER_MOD, type Recording } from './recorder.ts';
import { scriptedModel } from './scripted-model.ts';
import { createTestProject } from './test-project.ts';

/** What a test harness is made of. Everything may be left out. */
export interface TestHarnessOptions {
  /**
   * The mods, in their order: factories (named `inline-1` and so on), `{name, factory}`, or paths of files and folders. A
   * relative path is looked for in the test project, then where the tests were started.
   */
  readonly mods?: readonly TestMod[];
  /** The model's answers; it says `done` once when left out. */
  readonly script?: Script;
  /** Files of the project, text by relative path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The project's settings, written to `.commandcode/settings.json`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the person of the test answers to dialogs. */
  readonly answers?: Answers;
  /**
   * What the person says to permission prompts, once `onPermissionRequest` of the mods has been asked: `'allow'` (default),
   * `'deny'`, or `'ask'`, and then `answers` decide.
   */
  readonly permissions?: TestPermissions;
  /** Environment variables for as long as the harness lives; `undefined` takes one away. */
  readonly env?: EnvChanges;
  /** Values of the mods' flags, as `--mod-option` gives them. */
  readonly options?: Readonly<Record<string, boolean | string>>;
  /** What `cmd.clock` goes by: a clock that `t.clock.advance(ms)` moves (default), or Node's timers. */
  readonly clock?: 'fake' | 'real';
}

/** One run as a test sees it. */
export interface TestRun extends Recording {
  readonly finalText: string;
  /** `'handled'`: a mod consumed the prompt in `transformInput`; `finalText` is its message then. */
  readonly stopReason: RunResult['stopReason'] | 'handled';
  readonly turnCount: number;
  readonly usage: Usage;
  /** The state after the run: transcript and `modState`. */
  readonly state: AgentState;
  readonly registrations: readonly Registration[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A harness for tests: mods, a scripted model, and everything that happened. */
export interface TestHarness extends Recording {
  /** The project folder, absolute. */
  readonly cwd: string;
  /** The home folder, absolute. */
  readonly home: string;
  /** The names of the mods that loaded, in their order. */
  readonly mods: readonly string[];
  /** What the mods have registered now. */
  readonly registrations: readonly Registration[];
  /** What went wrong with loading, names, options, reloads, and what the session could not keep. A mod that did not load makes no test fail by itself. */
  readonly diagnostics: readonly Diagnostic[];
  /** The questions that were put to the person, with the answers. */
  readonly asked: readonly AskedQuestion[];
  /** The text of the last run; empty before the first. */
  readonly finalText: string;
  /** How many turns of the script have not been asked for. */
  readonly turnsLeft: number;
  readonly state: AgentState;
  /** The clock of `cmd.clock`. Moving a real one throws a `ModError`, `TEST_CLOCK_IS_REAL`. */
  readonly clock: Pick<FakeClock, 'now' | 'waiting' | 'advance'>;
  /** Gives the agent a prompt as a person would type it, through `transformInput`, and runs until it stops. */
  run(prompt: string | AgentMessage, config?: RunConfig): Promise<TestRun>;
  /**
   * Runs a slash command: `'/name args'`; the slash may be left out. Rejects with what its handler throws, and with a `ModError`
   * `TEST_COMMAND_UNKNOWN` when no mod has it. A `{prompt}` that it answers is not run; give it to `run`.
   */
  command(line: string): Promise<CommandResult>;
  /**
   * Reloads a mod: its file is read anew, a factory is called again.
   * @param factory - The new code of a mod that the test brought; its own factory when left out.
   * @returns whether it loaded. When it did not, `diagnostics` says why, and the old code runs on.
   */
  reload(name: string, factory?: Extract<TestMod, (...args: never[]) => unknown>): Promise<boolean>;
  /** Ends the session, brings the environment back, and removes the folders. Twice is once. */
  dispose(): Promise<void>;
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/**
 * Makes a harness with a project and a home folder of its own, gone after `dispose()`. `HOME` of this process points to the
 * home folder meanwhile, since mods read it there.
 *
 * @throws ModError for a file outside of the project. A mod that does not load is a diagnostic.
 */
export async function createTestHarness(options: TestHarnessOptions = {}): Promise<TestHarness> {
  const project = createTestProject(options.files);
  const { home, cwd } = project;
  const restoreEnv = changeEnv({ HOME: home, USERPROFILE: home, XDG_CACHE_HOME: undefined, ...options.env });
  const cleanUp = () => {
    restoreEnv();
    project.remove();
  };
  try {
    if (options.settings !== undefined) writeSettings(cwd, options.settings);
    return await assemble(options, { ...project, remove: cleanUp });
  } catch (error) {
    cleanUp();
    throw error;
  }
}

async function assemble(
  options: TestHarnessOptions,
  project: ReturnType<typeof createTestProject>,
): Promise<TestHarness> {
  const { home, cwd } = project;
  const fake = options.clock === 'real' ? undefined : createFakeClock();
  const recorder = createRecorder();
  const asked: AskedQuestion[] = [];
  const person = personOf(options.answers ?? {}, options.permissions ?? 'allow', (one) => asked.push(one));
  const host = createModHost({
    cwd,
    storeFolder: join(home, '.commandcode', 'mods', '.store'),
    dialogs: person.dialogs,
    ...(fake === undefined ? {} : { clock: fake }),
  });
  const loaded = await loadTestMods(options.mods ?? [], project, host);
  const flags = Object.entries(options.options ?? {}).map(([name, value]) => [name, String(value)] as const);
  host.applyFlags(new Map(flags));
  const model = createScriptedModel(options.script ?? scriptedModel().says('done'));
  const harness = await createHarness({
    modelClient: model,
    model: SCRIPTED_MODEL,
    modHost: host,
    mods: [recorder.mod],
    tools: builtInTools({ cwd }),
    permissions: person.permissions,
    onTrace: recorder.write,
  });

  const found: Diagnostic[] = [...loaded.diagnostics];
  let finalText = '';
  let disposing: Promise<void> | undefined;
  const diagnostics = () => [
    ...new Set([...found, ...host.diagnostics(), ...(harness.session?.diagnostics ?? [])]),
  ];
  const registrations = () => host.registrations().filter(({ mod }) => mod !== RECORDER_MOD);
  const mods = () => host.mods().flatMap(({ name }) => (name === RECORDER_MOD ? [] : name));
  const checkAlive = () => {
    if (disposing === undefined) return;
    throw fault('TEST_HARNESS_DISPOSED', 'This test harness was disposed, so nothing runs in it any more.');
  };

  return {
    cwd,
    home,
    events: recorder.events,
    requests: recorder.requests,
    hooks: recorder.hooks,
    toolCalls: recorder.toolCalls,
    asked,
    get mods() {
      return mods();
    },
    get registrations() {
      return registrations();
    },
    get diagnostics() {
      return diagnostics();
    },
    get finalText() {
      return finalText;
    },
    get turnsLeft() {
      return model.turnsLeft;
    },
    get state() {
      return harness.state;
    },
    clock: fake ?? realClock(),
    async run(prompt, config = {}) {
      checkAlive();
      const mark = recorder.mark();
      const outcome = await harness.submit(prompt, { systemPrompt: defaultSystemPrompt({ cwd }), ...config });
      const result: Pick<TestRun, 'finalText' | 'stopReason' | 'turnCount' | 'usage'> =
        outcome.kind === 'ran'
          ? outcome.result
          : { finalText: outcome.message ?? '', stopReason: 'handled', turnCount: 0, usage: NO_USAGE };
      finalText = result.finalText;
      return {
        ...result,
        ...recorder.since(mark),
        state: harness.state,
        registrations: registrations(),
        diagnostics: diagnostics(),
      };
    },
    async command(line) {
      checkAlive();
      const [, name = '', args = ''] = /^\/?([^\s/]+)(?:\s+([\s\S]*))?$/.exec(line) ?? [];
      const running = host.runCommand(name, args);
      if (running !== undefined) return running;
      const names = host.commands().map((command) => `/${command.name}`);
      const there = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`;
      throw fault('TEST_COMMAND_UNKNOWN', `No mod has the command ${JSON.stringify(line)}; ${there}.`);
    },
    async reload(name, factory) {
      checkAlive();
      const entry = loaded.entries.get(name);
      const code = factory ?? loaded.inline.get(name);
      const isLoaded = mods().includes(name);
      if (entry === undefined && (code === undefined || !isLoaded)) {
        throw fault(
          'TEST_MOD_UNKNOWN',
          `There is no mod ${JSON.stringify(name)} to reload; there are ${mods().join(', ') || 'none'}.`,
        );
      }
      if (entry === undefined || factory !== undefined) {
        return code === undefined ? false : (await host.replace(name, code)).ok;
      }
      // Loaded here: most tests reload nothing, and it comes with all that installs and watches.
      const { reloadMod } = await import('@cmd-mods/loader');
      const result = await reloadMod({ entry, isLoaded }, host, loaded.importing);
      if (result.diagnostic !== undefined) found.push(result.diagnostic);
      return result.ok;
    },
    dispose() {
      disposing ??= harness.dispose().finally(project.remove);
      return disposing;
    },
  };
}

function writeSettings(cwd: string, settings: Readonly<Record<string, unknown>>): void {
  const folder = join(cwd, '.commandcode');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings, null, 2));
}

function fault(code: Parameters<typeof diagnostic>[0], message: string): ModError {
  return new ModError(diagnostic(code, { message }));
}

/** Node's timers, which nobody can move. */
function realClock(): TestHarness['clock'] {
  const refuse = (): never => {
    throw fault('TEST_CLOCK_IS_REAL', "This harness was made with clock: 'real'.");
  };
  return {
    get now() {
      return refuse();
    },
    get waiting() {
      return refuse();
    },
    advance: async () => refuse(),
  };
}
