import {
  type AgentDefinition,
  type AgentMod,
  type CommandInfo,
  type CommandResult,
  type Diagnostic,
  ModError,
  type ModFactory,
  type ObservableEvent,
  type ProviderModule,
  type ToolModule,
} from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import type { HookCall, Wait } from '../hooks/scope.ts';
import { nearest } from '../nearest.ts';
import { createModApi } from './api/create-mod-api.ts';
import { adviseNoFlag, isOldCode } from './api/registration.ts';
import { canonicalChord } from './api/shortcut-chords.ts';
import type { HarnessBinding } from './binding.ts';
import { commandInfo, runCommand } from './commands.ts';
import { messageOf, missingMemberHint, whereThrown } from './explain-error.ts';
import { type HostClock, NODE_CLOCK } from './host-clock.ts';
import { type Dialogs, HostState, type SkillsPath } from './host-state.ts';
import { memberNames } from './member-names.ts';
import { type ModDefinition, ModRecord } from './mod-record.ts';
import { type NamedKind, namedRegistries } from './named-registries.ts';
import type { NamedEntry } from './named-registry.ts';
import { type Registration, registrationsOf } from './registrations.ts';
import { renderEntry } from './render-entry.ts';
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

/** How long a reload or a program that ends waits for `onSessionEnd`, in milliseconds. */
export const SESSION_END_LIMIT = 1000;

/** The place of structural mods in the order. */
const STRUCTURAL = -1;

const FIRST_HAS_IT = 'the mod that comes first keeps the name';

/** Makes a mod host without mods. Reads nothing from disk but the stores of the mods it is given. */
export function createModHost(options: ModHostOptions): ModHost {
  const state = new HostState({
    cwd: options.cwd,
    storeFolder: options.storeFolder,
    dialogs: options.dialogs ?? {},
    screen: options.screen,
    clock: options.clock ?? NODE_CLOCK,
  });
  const modConflicts: Conflict[] = [];
  let packageSkills: readonly SkillsPath[] = [];
  let ending: Promise<void> | undefined;
  let replacing: Promise<void> = Promise.resolve();

  const runFactory = async (factory: ModFactory, record: ModRecord): Promise<RegisterResult> => {
    const load: Wait = { mod: record.name, what: 'the factory' };
    state.waits.add(load);
    try {
      const api = createModApi(state, record);
      record.members = memberNames(api);
      await factory(api);
      return { ok: true };
    } catch (error) {
      record.retire();
      const where = whereThrown(error, record.file);
      const hint = missingMemberHint(error, record.members);
      const found = diagnostic('MOD_FACTORY_THREW', {
        message: `The factory of "${record.name}" threw: ${messageOf(error)}`,
        mod: record.name,
        cause: error,
        ...(where === undefined ? {} : { where }),
        ...(hint === undefined ? {} : { hint }),
      });
      state.diagnostics.push(found);
      return { ok: false, diagnostic: found };
    } finally {
      state.waits.delete(load);
    }
  };

  const replaceNow: ModHost['replace'] = async (name, factory) => {
    const index = state.records.findIndex((record) => record.name === name);
    const old = state.records[index];
    if (old === undefined) throw new Error(`There is no mod "${name}" to replace.`);
    // A hook that hangs keeps nobody from reloading.
    await Promise.race([endSession(state, 'reload', old), sleepUnref(SESSION_END_LIMIT)]);
    old.retire('tool');
    // What the old code runs is told to leave; the new code may want its port.
    if (old.programs.size > 0) {
      await Promise.race([Promise.allSettled(old.programs), sleepUnref(SESSION_END_LIMIT)]);
    }
    const next = new ModRecord(
      { name, id: old.id, factory, ...definedOf({ file: old.file, origin: old.origin }) },
      old.order,
    );
    state.records[index] = next;
    const result = await runFactory(factory, next);
    if (result.ok) {
      old.forget('tool');
      // Code that no session has tools of is done with; else each reload would leave one behind.
      if (state.serving.has(old)) state.replaced.push(old);
      else old.dropKept('tool');
    } else {
      state.records[index] = old;
      old.reinstate('tool');
    }
    startSession(state, 'reload', result.ok ? next : old);
    state.surface.repaint();
    return result;
  };

  const host: ModHost = {
    cwd: options.cwd,
    hooks: state.hooks,
    surface: state.surface,

    async register(mod) {
      const holder = state.records.find((record) => record.name === mod.name);
      if (holder !== undefined) {
        modConflicts.push({
          kind: 'mod',
          name: mod.name,
          winner: holder.origin ?? holder.name,
          loser: mod.origin ?? mod.name,
          rule: holder.id.startsWith('builtin:') ? 'a built-in mod always keeps its name' : FIRST_HAS_IT,
        });
        const found = diagnostic('MOD_NAME_TAKEN', {
          message: `The mod "${mod.name}"${from(mod.origin)} is left out: ${holder.origin ?? 'another mod'} has that name.`,
          mod: mod.name,
        });
        state.diagnostics.push(found);
        return { ok: false, diagnostic: found };
      }
      const record = new ModRecord(mod, state.records.length);
      state.records.push(record);
      const result = await runFactory(mod.factory, record);
      if (!result.ok) state.records.splice(state.records.indexOf(record), 1);
      return result;
    },

    registerAgentMod(mod) {
      const factory: ModFactory = (cmd) => {
        const { id: _id, tools, ...hooks } = mod;
        cmd.hooks(hooks);
        for (const tool of tools ?? []) cmd.addTool(tool);
      };
      return host.register({ name: mod.id, id: mod.id, factory });
    },

    async registerStructural(mod) {
      const record = new ModRecord(mod, STRUCTURAL);
      const result = await runFactory(mod.factory, record);
      if (!result.ok) throw new ModError(result.diagnostic);
      return () => record.retire();
    },

    async replace(name, factory) {
      // One after the other: of two reloads that overlap, the first would leave its registrations behind.
      const before = replacing;
      let done: () => void = () => {};
      replacing = new Promise((resolve) => {
        done = resolve;
      });
      await before;
      try {
        return await replaceNow(name, factory);
      } finally {
        done();
      }
    },

    applyFlags: (values) => applyFlags(state, values),

    mods: () => state.records.map(({ name, id, file, origin }) => ({ name, id, file, origin })),
    conflicts: () => [...modConflicts, ...registryConflicts(state)],
    diagnostics: () => [...state.diagnostics],

    tools: () => state.tools.all().map(hostedTool),
    providers: () => state.providers.all().map(({ value }) => value),
    agents: () => state.agents.all().map(({ value }) => value),
    commands: () => state.commands.all().map(commandInfo),
    skillsPaths: () => [...skillsOfMods(state), ...packageSkills],
    setPackageSkills(skills) {
      packageSkills = skills.map(({ path, package: name }) => ({ path, package: name }));
    },
    registrations: () => registrationsOf(state),
    runCommand(name, args) {
      const entry = state.commands.get(name);
      return entry === undefined ? undefined : runCommand(state, entry, args);
    },
    runShortcut(keys) {
      const entry = state.shortcuts.get(canonicalChord(keys));
      return entry === undefined ? undefined : runCommand(state, entry, '', 'shortcut');
    },
    renderEntry: (customType, data) => renderEntry(state, customType, data),

    watchHooks(watch) {
      state.watchHooks = watch;
    },

    sessionTools() {
      for (const record of state.replaced.splice(0)) record.dropKept('tool');
      state.serving = new Set(state.records);
      const entries = state.tools.all();
      return () => entries.filter((entry) => state.tools.has(entry)).map(hostedTool);
    },
    bind(binding) {
      ending = undefined;
      for (const [name, record] of state.earlyFlags) {
        if (state.flags.get(name) === undefined) adviseNoFlag(state, record, name);
      }
      state.earlyFlags.clear();
      state.binding = binding;
      for (const act of state.whenBound.splice(0)) act(binding);
      binding.emit({ type: 'session_start', sessionId: binding.sessionId, source: binding.source });
      startSession(state, binding.source);
    },
    unbind(reason) {
      ending ??= (async () => {
        const { binding } = state;
        if (binding === undefined) return;
        const ended = endSession(state, reason);
        // A hook that waits for a person would keep the end waiting.
        state.surface.dismissDialogs();
        binding.emit({ type: 'session_shutdown', sessionId: binding.sessionId, reason });
        await ended;
        state.binding = undefined;
      })();
      return ending;
    },
    observe: (event) => state.observe(event),
    waits: state.waits,
    echoed: (event) => state.echoed(event),
    requestedTools: () => state.requestedTools,
    note: (found) => state.note(found),
    reportError(modId, hook, error) {
      state.emit({ type: 'mod_error', modId, hook, error });
    },
  };
  return host;
}

/** Waits without holding the process. */
export function sleepUnref(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** A reloaded mod registers last; its skills stay where the mod stands. */
function skillsOfMods({ records, skillsPaths }: HostState): readonly SkillsPath[] {
  const place = ({ mod }: SkillsPath) => records.findIndex(({ name }) => name === mod);
  return [...skillsPaths].sort((one, other) => place(one) - place(other));
}

function hostedTool({ value, mod }: NamedEntry<ToolModule>): HostedTool {
  return { tool: value, mod: mod.name, modId: mod.id };
}

function from(origin: string | undefined): string {
  return origin === undefined ? '' : ` (${origin})`;
}

function definedOf<TFields extends object>(
  fields: TFields,
): { [TKey in keyof TFields]?: NonNullable<TFields[TKey]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Fires `onSessionStart`, of one mod or all. Nobody waits for it. */
function startSession(state: HostState, source: 'startup' | 'resume' | 'reload', only?: ModRecord): void {
  for (const hooks of eachAlone(state, only)) void hooks.emit({ type: 'onSessionStart', params: { source } });
}

/** Fires `onSessionEnd`, of one mod or all. */
async function endSession(
  state: HostState,
  reason: 'shutdown' | 'replaced' | 'reload',
  only?: ModRecord,
): Promise<void> {
  await Promise.all(
    eachAlone(state, only).map((hooks) => hooks.emit({ type: 'onSessionEnd', params: { reason } })),
  );
}

/** The hooks of each mod by itself: one that hangs at the edge of a session keeps no other from beginning, or from cleaning up. */
function eachAlone(state: HostState, only: ModRecord | undefined) {
  const mods = only === undefined ? state.records : [only];
  return mods.map(({ id }) => state.hooks.withContext(state.scopeAroundRuns(id)));
}

function applyFlags(state: HostState, values: ReadonlyMap<string, string>): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [name, text] of values) {
    const flag = state.flags.get(name);
    const reader = state.earlyFlags.get(name);
    if (flag !== undefined && reader !== undefined) {
      state.advise(
        reader,
        'FLAG_READ_EARLY',
        `"${reader.name}" read the option "${name}" in its factory, before it was set: there it has its default.`,
      );
    }
    if (flag === undefined) {
      const suggestion = nearest(
        name,
        state.flags.all().map((entry) => entry.name),
      );
      found.push(
        diagnostic('FLAG_UNKNOWN', {
          message: `No mod has an option "${name}".`,
          ...(suggestion === undefined ? {} : { hint: `Did you mean "${suggestion}"?` }),
        }),
      );
    } else if (flag.value.type === 'string') {
      state.flagValues.set(name, text);
    } else if (text === 'true' || text === 'false') {
      state.flagValues.set(name, text === 'true');
    } else {
      found.push(
        diagnostic('FLAG_INVALID', {
          message: `The option "${name}" of the mod "${flag.mod.name}" is "true" or "false", not ${JSON.stringify(text)}.`,
          mod: flag.mod.name,
        }),
      );
    }
  }
  state.diagnostics.push(...found);
  return found;
}

function registryConflicts(state: HostState): readonly Conflict[] {
  return namedRegistries(state).flatMap(([kind, registry]) =>
    registry
      .clashes()
      .filter(({ winner, loser }) => !isOldCode(winner.mod, loser.mod))
      .map(({ winner, loser }) => ({
        kind,
        name: winner.name,
        winner: winner.mod.name,
        loser: loser.mod.name,
        rule: FIRST_HAS_IT,
      })),
  );
}
