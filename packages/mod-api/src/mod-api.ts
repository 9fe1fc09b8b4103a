/**
 * The API that a mod is written against: the factory, and the `cmd` it receives.
 *
 * While a factory runs, registrations are written down; they take effect when a harness binds. Live methods that need a
 * session are buffered, throw, or answer a default before that, as each one says. Members are plain properties: a member
 * that a host does not have is absent, so `cmd.audio?.bell()` is a safe question.
 *
 * Source: mods page, "ModApi reference".
 */

import type {
  AgentDefinition,
  CommandDefinition,
  CommandInfo,
  FlagDefinition,
  FlagValue,
  ShortcutDefinition,
} from './commands.ts';
import type { Disposable } from './disposable.ts';
import type { EventName, EventOf } from './events.ts';
import type { ModHooks } from './hooks.ts';
import type {
  ContextUsage,
  DeliverAs,
  ExecParams,
  ExecResult,
  ModAudio,
  ModClock,
  ModEvents,
  ModModel,
  ModProcess,
  ModStateStore,
  ModStore,
} from './live.ts';
import type { ThinkingEffort } from './messages.ts';
import type { ProviderModule } from './providers.ts';
import type { ModSession, SessionControls } from './session.ts';
import type { ToolInfo, ToolModule } from './tools.ts';
import type { ModUi } from './ui.ts';

/**
 * A mod: the default export of its file. It may be async; the host waits for it before the next mod loads.
 * A throw leaves nothing registered and becomes a warning; the other mods load.
 *
 * @example
 * ```ts
 * import type { ModApi } from '@cmd-mods/mod-api';
 *
 * export default function (cmd: ModApi) {
 *   cmd.hooks({
 *     beforeToolCall: ({ toolName }) =>
 *       toolName === 'write_file' ? { block: true, additionalContext: 'This is a read-only day.' } : undefined,
 *   });
 * }
 * ```
 */
export type ModFactory = (cmd: ModApi) => void | Promise<void>;

/** What a mod's factory receives. */
export interface ModApi {
  // ── Fields ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The mod's name: its file's or package's. */
  readonly name: string;
  /** The project folder, absolute. */
  readonly cwd: string;
  /** The version of this API that the host speaks. */
  readonly apiVersion: string;

  // ── Registration ──────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Registers hooks, the only way to change behaviour. May be called several times; calls compose in order.
   * Throws a `TypeError` when a hook is not a function; a name that is no hook is reported with the nearest one.
   */
  hooks(hooks: ModHooks & { readonly id?: string }): Disposable;

  /**
   * Adds a tool the model can call. A name that exists keeps its first tool, and the collision becomes `mod_error`.
   * Added after the session began, it counts from the next one.
   */
  addTool(tool: ToolModule): Disposable;

  /** Adds `/name`. The first registration of a name wins; the loser is reported and stays loaded. */
  addCommand(command: CommandDefinition): Disposable;

  /** Adds an option for `--mod-option name=value`. Names are global; the first one wins. */
  addFlag(name: string, flag: FlagDefinition): Disposable;

  /** A flag's value. Options are applied after all factories ran: inside a factory this is the default. */
  getFlag(name: string): FlagValue;

  /** Adds a model provider to the host's own. A malformed one is reported, and nothing else suffers. */
  addProvider(provider: ProviderModule): Disposable;

  /** Draws entries of one type as lines. The first registration of a type wins. Headless: never called. */
  addRenderer(customType: string, render: (data: unknown) => readonly string[]): Disposable;

  /**
   * Adds a kind of sub-agent, which the model calls through the tool `task`. A name that exists is skipped with a warning. Agents are
   * read live: one that a reload brings is offered from the next request on.
   */
  addAgent(agent: AgentDefinition): Disposable;

  /** Adds a keyboard shortcut with Ctrl or Alt in it. A chord that cannot work is rejected with a warning. Headless: never fires. */
  addShortcut(keys: string, shortcut: ShortcutDefinition): Disposable;

  /**
   * Adds a folder of skills, or one skill's folder, relative to the mod's own file; also a `file:` URL. It is read when a session
   * begins and before each run; a place without a skill, and a skill that is broken, are reported.
   */
  addSkillsPath(path: string): Disposable;

  /**
   * Observes one event. Cannot block or change anything, and what the handler returns is not read.
   * A throw becomes `mod_error` with hook `on:<event>`.
   */
  on<TName extends EventName>(event: TName, handler: (event: EventOf<TName>) => void): Disposable;

  /** Shares a function with other mods under a name. */
  expose(name: string, fn: (...args: never[]) => unknown): Disposable;

  /**
   * A function that another mod shares; `undefined` until that mod has loaded and exposed it. Call it from a hook or command.
   * @typeParam TFunction - The function's type, which is the caller's word.
   */
  use<TFunction extends (...args: never[]) => unknown>(mod: string, name: string): TFunction | undefined;

  // ── Live ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The screen. Usable at any time; headless defaults otherwise. */
  readonly ui: ModUi;

  /** The durable session; `undefined` until one is bound. */
  readonly session: ModSession | undefined;

  /** Control over the live session. Each method throws while none is bound. */
  readonly sessions: SessionControls;

  /**
   * Queues a message for a run that is going: `steer` (the default) lands after the current batch of tools, `follow-up` when the
   * run would stop. It never starts a run. Buffered before a session binds.
   */
  queueMessage(message: { readonly content: string; readonly deliverAs?: DeliverAs }): void;

  /** Sends a real user message, shown in the feed; starts a turn when idle. Headless: the same as `queueMessage`. */
  sendUserMessage(content: string, options?: { readonly deliverAs?: DeliverAs }): void;

  /** Prompts, as if typed. */
  readonly prompt: {
    /** Submits a prompt once the session is idle. Headless: joins the follow-up queue. */
    submit(text: string): void;
  };

  /** Names the session. Buffered before one binds. */
  setSessionName(name: string): void;
  /** The session's name; `undefined` before one binds, or without a name. */
  getSessionName(): string | undefined;

  /** Chooses the model from the next request on. Buffered before a session binds. */
  setModel(model: string): void;
  /** The session's model; `undefined` before one binds. */
  getModel(): string | undefined;

  /** Chooses the effort; `null` is the model's own. Buffered before a session binds. */
  setEffort(effort: ThinkingEffort | null): void;
  /** The session's effort; `undefined` before one binds, or when it is the model's own. */
  getEffort(): ThinkingEffort | undefined;

  /** How full the window is; fields are `null` until the first request has measured it. */
  getContextUsage(): ContextUsage;

  /** Every command that mods added; built-in ones are not listed. */
  getCommands(): readonly CommandInfo[];

  /** False while a run is going; true otherwise, and before a session binds. */
  isIdle(): boolean;

  /** Asks the host to exit after the current turn. Headless: nothing, the run ends by itself. */
  shutdown(): void;

  /** The names of all tools. */
  getAllTools(): readonly string[];
  /** The names of the tools that are offered to the model now. */
  getActiveTools(): readonly string[];
  /** Offers exactly these tools from the next request on; the others refuse to run. In a factory it is applied at bind. */
  setActiveTools(names: readonly string[]): void;
  /** The tools with description, `readOnly` and `active`. */
  getToolInfo(): readonly ToolInfo[];

  /** Draws an entry in the feed through its renderer, or as JSON. Headless: dropped. */
  showEntry(customType: string, data?: unknown): void;

  /** Runs a program and collects its output. Rejects when it cannot start; an exit code is no rejection. */
  exec(params: ExecParams): Promise<ExecResult>;

  /** Programs that are watched while they run. */
  readonly process: ModProcess;
  /** Messages between mods. */
  readonly events: ModEvents;
  /** Values that live as long as the session. */
  readonly state: ModStateStore;
  /** Values that outlive the session. */
  readonly store: ModStore;
  /** Timers that end with the mod. */
  readonly clock: ModClock;
  /** The session's model, for one question. */
  readonly model: ModModel;
  /** Sounds. */
  readonly audio: ModAudio;
}
