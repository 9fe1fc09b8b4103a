import { join } from 'node:path';
import {
  builtInTools,
  createHarness,
  createModHost,
  createScriptedModel,
  defaultSystemPrompt,
  SCRIPTED_MODEL,
} from '@cmd-mods/harness';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { type AskedQuestion, personOf } from './answers.ts';
import { diagnostic } from './diagnostics.ts';
import { createFakeClock } from './fake-clock.ts';
import { loadTestMods } from './load-test-mods.ts';
import { NO_USAGE } from './no-usage.ts';
import { changeEnv } from './process-env.ts';
import { createRecorder, RECORDER_MOD } from './recorder.ts';
import { scriptedModel } from './scripted-model.ts';
import type { TestHarness, TestHarnessOptions, TestRun } from './test-harness-types.ts';
import { createTestProject, writeSettings } from './test-project.ts';
import { createUiDriver, type UiDriver } from './ui/driver.ts';
import { createFeed } from './ui/feed.ts';

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
  const feed = createFeed();
  const asked: AskedQuestion[] = [];
  const { answers = {} } = options;
  const person = personOf(answers === 'screen' ? {} : answers, options.permissions ?? 'allow', (one) =>
    asked.push(one),
  );
  const now = () => fake?.now ?? Date.now();
  let clipboard: string | undefined;
  const copy = async (text: string) => {
    clipboard = text;
    return { isCopied: true } as const;
  };
  const host = createModHost({
    cwd,
    storeFolder: join(home, '.commandcode', 'mods', '.store'),
    ...(answers === 'screen' ? {} : { dialogs: person.dialogs }),
    ...(options.screen === false ? {} : { screen: { now, copy, showEntry: feed.shown } }),
    ...(fake === undefined ? {} : { clock: fake }),
  });
  const isEmpty = options.files === undefined && options.settings === undefined;
  const loaded = await loadTestMods(options.mods ?? [], project, host, { isEmpty });
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
    onEvent: feed.hear,
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

  const t: Omit<TestHarness, keyof UiDriver> = {
    cwd,
    home,
    trace: recorder.trace,
    events: recorder.events,
    requests: recorder.requests,
    hooks: recorder.hooks,
    toolCalls: recorder.toolCalls,
    asked,
    get clipboard() {
      return clipboard;
    },
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
      if (typeof prompt === 'string') feed.typed(prompt);
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
      if (running !== undefined) {
        const result = await running;
        if (result.message !== undefined) feed.answered(`/${name}`, result.message);
        return result;
      }
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
  const driver = createUiDriver({
    host,
    now,
    timers: () => fake?.waiting ?? 0,
    feed: feed.items,
    checkAlive,
    async send(text) {
      if (!text.startsWith('/')) return t.run(text);
      const { prompt } = await t.command(text);
      return prompt === undefined ? undefined : t.run(prompt);
    },
    async follow(keys, { message, prompt }) {
      if (message !== undefined) feed.answered(keys, message);
      return prompt === undefined ? undefined : t.run(prompt);
    },
  });
  return Object.defineProperties(driver, Object.getOwnPropertyDescriptors(t)) as TestHarness;
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
