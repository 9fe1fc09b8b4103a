import type { Registration, RunConfig, Script, TraceRow } from '@cmd-mods/harness';
import type {
  AgentMessage,
  AgentState,
  CommandResult,
  Diagnostic,
  RunResult,
  Usage,
} from '@cmd-mods/mod-api';
import type { Answers, AskedQuestion, TestPermissions } from './answers.ts';
import type { FakeClock } from './fake-clock.ts';
import type { TestMod } from './load-test-mods.ts';
import type { EnvChanges } from './process-env.ts';
import type { Recording } from './recorder.ts';
import type { UiDriver } from './ui/driver.ts';

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
  /**
   * What the person of the test answers to dialogs; the headless defaults when left out. `'screen'`: questions wait on the screen
   * for `t.press` and `t.type`.
   */
  readonly answers?: Answers | 'screen';
  /** Whether there is a screen, which is what `cmd.ui.capabilities` of the mods says; there is when left out. */
  readonly screen?: boolean;
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
export interface TestHarness extends Recording, UiDriver {
  /** The project folder, absolute. */
  readonly cwd: string;
  /** The home folder, absolute. */
  readonly home: string;
  /** The names of the mods that loaded, in their order. */
  readonly mods: readonly string[];
  /** What the mods have registered now. */
  readonly registrations: readonly Registration[];
  /** What went wrong with loading, names, options and reloads, and what the session could not keep. A mod that did not load makes no test fail by itself. */
  readonly diagnostics: readonly Diagnostic[];
  /** Everything that happened, in the rows of a trace: what `replay` plays. */
  readonly trace: readonly TraceRow[];
  /** What `cmd.ui.copy` put on the clipboard last. */
  readonly clipboard: string | undefined;
  /** The questions that the table or a default answered, with the answers. */
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
