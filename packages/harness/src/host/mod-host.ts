import type {
  AgentDefinition,
  AgentMod,
  CommandInfo,
  CommandResult,
  Diagnostic,
  ModFactory,
  ObservableEvent,
  ProviderModule,
  ToolModule,
} from '@cmd-mods/mod-api';
import type { HookCall, Wait } from '../hooks/scope.ts';
import type { HarnessBinding } from './binding.ts';
import type { HostClock } from './host-clock.ts';
import type { Dialogs, HostState, SkillsPath } from './host-state.ts';
import type { ModDefinition, NamedKind } from './mod-record.ts';
import type { Registration } from './registrations.ts';
import type { HostScreen, Surface } from './surface.ts';

/** What a mod host is made of. */
export interface ModHostOptions {
  /** The project folder, absolute. */
  readonly cwd: string;
  /** Where the mods' stores are kept, one JSON file each; in memory when left out. */
  readonly storeFolder?: string;
  /** Answers dialogs in place of a screen. */
  readonly dialogs?: Dialogs;
  /** Says that somebody draws `surface`, and hands keys to it. A host without it is headless. */
  readonly screen?: HostScreen;
  /** The clock that `cmd.clock` of the mods goes by; Node's own timers when left out. */
  readonly clock?: HostClock;
}

/** What became of a mod that a host was asked to take in. */
export type RegisterResult = { readonly ok: true } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Two mods wanted the same name. */
export interface Conflict {
  readonly kind: 'mod' | NamedKind;
  readonly name: string;
  /** The mod that has it. */
  readonly winner: string;
  /** The mod that does without. */
  readonly loser: string;
  /** Why the winner has it. */
  readonly rule: string;
}

/** A mod as the host knows it. */
export interface HostedMod {
  readonly name: string;
  readonly id: string;
  readonly file: string | undefined;
  readonly origin: string | undefined;
}

/** A tool that a mod added. */
export interface HostedTool {
  readonly tool: ToolModule;
  readonly mod: string;
  readonly modId: string;
}

/**
 * Holds mods and what they registered. Mods go in, a harness is bound, and the harness asks the hooks, tools and observers
 * that are there.
 *
 * Source: mods page, "Boundaries", on embedding.
 */
export interface ModHost {
  readonly cwd: string;

  /**
   * Runs a mod's factory behind the mods that are there. A factory that throws leaves nothing registered; a name that is
   * taken is refused. Never throws.
   */
  register(mod: ModDefinition): Promise<RegisterResult>;

  /** Takes in a mod that is plain data, as `createHarness({mods})` does. */
  registerAgentMod(mod: AgentMod): Promise<RegisterResult>;

  /**
   * Takes in a mod that the harness itself depends on. It comes before all others, has no place in any listing, and no setting
   * switches it off. For harnesses.
   * @returns takes it back.
   */
  registerStructural(mod: ModDefinition): Promise<() => void>;

  /**
   * Puts new code in the place of a mod's old code: the old `onSessionEnd`, everything it registered but its tools taken back,
   * the new factory, the new `onSessionStart`. A factory that throws brings the old code back.
   */
  replace(name: string, factory: ModFactory): Promise<RegisterResult>;

  /** Sets flags from text, as `--mod-option name=value` gives them. Call it after all factories ran. */
  applyFlags(values: ReadonlyMap<string, string>): readonly Diagnostic[];

  /** The mods, in their order. */
  mods(): readonly HostedMod[];
  /** Everything that two mods wanted, and who has it. */
  conflicts(): readonly Conflict[];
  /** What was found wrong so far. */
  diagnostics(): readonly Diagnostic[];

  /** The tools that mods have, in their order. */
  tools(): readonly HostedTool[];
  /** What the mods have added now, in their order. */
  providers(): readonly ProviderModule[];
  /** The kinds of sub-agents that the mods have added now. */
  agents(): readonly AgentDefinition[];
  /** The commands that the mods have added now. */
  commands(): readonly CommandInfo[];
  /** Where skills are looked for: what mods added, in the order of the mods, then what packages ship. */
  skillsPaths(): readonly SkillsPath[];
  /** Says where the packages that load ship skills, in place of what was said before. For loaders. */
  setPackageSkills(skills: readonly { readonly path: string; readonly package: string }[]): void;
  /** Everything with a name that mods have registered now, kind by kind, for tests and listings. */
  registrations(): readonly Registration[];
  /** Runs a slash command; `undefined` when no mod has it. Rejects with what its handler throws. */
  runCommand(name: string, args: string): Promise<CommandResult> | undefined;
  /**
   * Runs a mod's shortcut, after the host's own bindings; `undefined` when no mod has the chord. Its answer is a command's. Rejects
   * with what its handler throws.
   *
   * Source: mods page, `cmd.addShortcut`.
   */
  runShortcut(keys: string): Promise<CommandResult> | undefined;
  /** Draws an entry through its renderer, or as indented JSON. A renderer that throws gives one line that says so. */
  renderEntry(customType: string, data: unknown): readonly string[];
  /** What mods want on the screen. */
  readonly surface: Surface;

  /** Watches every hook call outside runs; for the trace. */
  watchHooks(watch: ((call: HookCall) => void) | undefined): void;

  /**
   * The tools of a session that begins now: those which a reload kept for the session before are gone. The set stays as it is
   * for the session, but a tool that its mod takes back is gone at once. For harnesses.
   */
  sessionTools(): () => readonly HostedTool[];
  /** Connects a harness: held events go out, waiting setters act, and `onSessionStart` fires. For harnesses. */
  bind(binding: HarnessBinding): void;
  /** Ends the session: `onSessionEnd` fires, and the promise settles with the last of them. Twice is once. */
  unbind(reason: 'shutdown' | 'replaced'): Promise<void>;
  /** Hands an event to the observers of its type. For harnesses. */
  observe(event: ObservableEvent): void;
  /** What has begun and not ended, of mods above all: factories, hooks, commands, tools. */
  readonly waits: Set<Wait>;
  /** An event was raised in answer to too many others, and dropped. For harnesses. */
  echoed(event: ObservableEvent): void;
  /** The engine with every mod's hooks in it. For harnesses. */
  readonly hooks: HostState['hooks'];
  /** The tools that a factory chose before a session was bound. For harnesses. */
  requestedTools(): readonly string[] | undefined;
  /** Keeps a diagnostic, and shows it as a notice. For harnesses. */
  note(found: Diagnostic): void;
  /** Reports a failure of a mod by its id. For harnesses. */
  reportError(modId: string, hook: string, error: unknown): void;
}
