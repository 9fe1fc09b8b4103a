import { ModError, type ModFactory, type ToolModule } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { canonicalChord } from './api/shortcut-chords.ts';
import { commandInfo, runCommand } from './commands.ts';
import { FIRST_HAS_IT, registryConflicts } from './conflicts.ts';
import { NODE_CLOCK } from './host-clock.ts';
import { HostState, type SkillsPath } from './host-state.ts';
import { adviseNoFlag, applyFlags } from './mod-flags.ts';
import type { Conflict, HostedTool, ModHost, ModHostOptions } from './mod-host.ts';
import { ModRecord } from './mod-record.ts';
import type { NamedEntry } from './named-registry.ts';
import { registrationsOf } from './registrations.ts';
import { renderEntry } from './render-entry.ts';
import { runFactory } from './run-factory.ts';
import { endSession, SESSION_END_LIMIT, sleepUnref, startSession } from './session-edges.ts';

/** The place of structural mods in the order. */
const STRUCTURAL = -1;

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
    const result = await runFactory(state, factory, next);
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
      const result = await runFactory(state, mod.factory, record);
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
      const result = await runFactory(state, mod.factory, record);
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
    observe: (event) => state.observers.observe(event),
    waits: state.waits,
    echoed: (event) => state.observers.echoed(event),
    requestedTools: () => state.requestedTools,
    note: (found) => state.note(found),
    reportError(modId, hook, error) {
      state.emit({ type: 'mod_error', modId, hook, error });
    },
  };
  return host;
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
