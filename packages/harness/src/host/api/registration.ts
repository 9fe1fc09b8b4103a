import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Disposable,
  EVENTS,
  type EventName,
  type FlagDefinition,
  HOOKS,
  type HookName,
  type ModApi,
  type ModHooks,
  type TransformTextDeltaInput,
} from '@cmd-mods/mod-api';
import { diagnostic, type HarnessCode } from '../../diagnostics.ts';
import { callHook, textCaller } from '../../hooks/call-hook.ts';
import { kindOf } from '../../hooks/content.ts';
import { flushInTwo } from '../../hooks/flush-in-two.ts';
import type { HookScope } from '../../hooks/scope.ts';
import { nearest } from '../../nearest.ts';
import type { HostState, Observer } from '../host-state.ts';
import type { ModRecord, RegistrationKind } from '../mod-record.ts';
import type { NamedEntry, NamedRegistry } from '../named-registry.ts';
import {
  agentProblem,
  commandProblem,
  flagProblem,
  providerProblem,
  shortcutProblem,
  toolProblem,
} from './definition-problems.ts';
import { hookInputProblem, runInputProblem } from './misread-inputs.ts';
import { canonicalChord, chordProblem } from './shortcut-chords.ts';

/** The registration half of `ModApi`. */
export type RegistrationVerbs = Pick<
  ModApi,
  | 'hooks'
  | 'addTool'
  | 'addCommand'
  | 'addFlag'
  | 'getFlag'
  | 'addProvider'
  | 'addRenderer'
  | 'addAgent'
  | 'addShortcut'
  | 'addSkillsPath'
  | 'on'
  | 'expose'
  | 'use'
>;

const NOTHING: Disposable = { dispose: () => {} };

/** Makes the verbs of one mod. Relative paths start at `folder`. */
export function registrationVerbs(state: HostState, record: ModRecord, folder: string): RegistrationVerbs {
  const complain = (code: HarnessCode, message: string, hint?: string) =>
    state.note(diagnostic(code, { message, mod: record.name, ...(hint === undefined ? {} : { hint }) }));

  /** Leaves a malformed definition out; `undefined` is a good one. */
  const isMalformed = (verb: string, problem: string | undefined): boolean => {
    if (problem === undefined) return false;
    complain(
      'MOD_REGISTRATION_INVALID',
      `"${record.name}" called ${verb} with something malformed: ${problem}.`,
    );
    return true;
  };

  const addNamed = <TValue>(
    kind: RegistrationKind,
    registry: NamedRegistry<TValue>,
    name: string,
    value: TValue,
    clash: (holder: NamedEntry<TValue>) => void,
  ): Disposable =>
    record.register(kind, () => {
      const { entry, holder } = registry.add(name, value, record);
      if (holder !== undefined) clash(holder);
      return () => registry.remove(entry);
    });

  const warnOfClash = (what: string) => (holder: { readonly name: string; readonly mod: ModRecord }) =>
    complain(
      'NAME_TAKEN',
      `The ${what} "${holder.name}" of the mod "${record.name}" is left out: the mod "${holder.mod.name}" has it.`,
    );

  return {
    hooks: (hooks) => registerHooks(state, record, hooks, complain),

    addTool(tool) {
      if (isMalformed('addTool', toolProblem(tool))) return NOTHING;
      const { name } = tool.schema;
      if ('readOnly' in tool.schema) {
        state.advise(
          record,
          'MOD_FIELD_MISPLACED',
          `"${record.name}" has "readOnly" inside the schema of the tool "${name}", where it counts for nothing.`,
          'Put it beside the schema: {schema, readOnly: true, run}.',
        );
      }
      const problem = runInputProblem(name, tool.run);
      if (problem !== undefined) {
        state.advise(record, 'MOD_INPUT_MISREAD', `In "${record.name}", ${problem}`, 'Write run({ input }).');
      }
      return addNamed('tool', state.tools, tool.schema.name, tool, (holder) => {
        // The tool of this mod's old code serves the session that is going; the new one takes over in the next.
        if (isOldCode(holder.mod, record)) return;
        state.reportError(record, 'addTool', toolTaken(holder.name, holder.mod.name));
      });
    },

    addCommand(command) {
      if (isMalformed('addCommand', commandProblem(command))) return NOTHING;
      return addNamed('command', state.commands, command.name, command, warnOfClash('command'));
    },

    addFlag(name, flag) {
      if (isMalformed('addFlag', flagProblem(name, flag))) return NOTHING;
      return addNamed<FlagDefinition>('flag', state.flags, name, flag, warnOfClash('flag'));
    },

    getFlag(name) {
      // Which flags there are is known once every factory has run, and so is a value that came too late for this one.
      if (state.binding === undefined) state.earlyFlags.set(name, record);
      else if (state.flags.get(name) === undefined) adviseNoFlag(state, record, name);
      return state.flagValues.get(name) ?? state.flags.get(name)?.value.default;
    },

    addProvider(provider) {
      if (isMalformed('addProvider', providerProblem(provider))) return NOTHING;
      return addNamed('provider', state.providers, provider.id, provider, warnOfClash('provider'));
    },

    addRenderer(customType, render) {
      const problem =
        typeof render === 'function' ? undefined : `the renderer must be a function, not ${kindOf(render)}`;
      if (isMalformed('addRenderer', problem)) return NOTHING;
      return addNamed('renderer', state.renderers, customType, render, warnOfClash('renderer for'));
    },

    addAgent(agent) {
      if (isMalformed('addAgent', agentProblem(agent))) return NOTHING;
      return addNamed('agent', state.agents, agent.name, agent, warnOfClash('agent'));
    },

    addShortcut(keys, shortcut) {
      if (isMalformed('addShortcut', shortcutProblem(keys, shortcut))) return NOTHING;
      const problem = chordProblem(keys);
      if (problem !== undefined) {
        complain('SHORTCUT_REJECTED', `The shortcut "${keys}" of "${record.name}" is rejected: ${problem}.`);
        return NOTHING;
      }
      return addNamed('shortcut', state.shortcuts, canonicalChord(keys), shortcut, warnOfClash('shortcut'));
    },

    addSkillsPath(path) {
      const problem =
        typeof path === 'string' && path !== ''
          ? undefined
          : `the path must be a non-empty string, not ${kindOf(path)}`;
      if (isMalformed('addSkillsPath', problem)) return NOTHING;
      const absolute = path.startsWith('file:') ? fileURLToPath(path) : resolve(folder, path);
      return record.register('skills', () => {
        const entry = { path: absolute, mod: record.name };
        state.skillsPaths.add(entry);
        return () => state.skillsPaths.delete(entry);
      });
    },

    on(event, handler) {
      if (typeof handler !== 'function') {
        throw new TypeError(`on("${event}") needs a function, not ${kindOf(handler)}.`);
      }
      if (!Object.hasOwn(EVENTS, event)) {
        const suggestion = nearest(event, Object.keys(EVENTS));
        complain(
          'MOD_EVENT_UNKNOWN',
          `"${record.name}" observes "${event}", and there is no such event.`,
          suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
        );
        return NOTHING;
      }
      return observe(state.observers, record, event as EventName, handler as Observer['handler'], 'observer');
    },

    expose(name, fn) {
      const problem =
        typeof fn === 'function' ? undefined : `what is exposed must be a function, not ${kindOf(fn)}`;
      if (isMalformed('expose', problem)) return NOTHING;
      return addNamed('exposed', state.exposed, `${record.name}/${name}`, fn, warnOfClash('exposed name'));
    },

    use<TFunction extends (...args: never[]) => unknown>(mod: string, name: string) {
      // What the other mod exposed has the type that both mods have agreed on; nobody can check it here.
      return state.exposed.get(`${mod}/${name}`)?.value as TFunction | undefined;
    },
  };
}

/** Whether a record is that of the code which a reload has replaced by the code of another. */
export function isOldCode(old: ModRecord, present: ModRecord): boolean {
  return old !== present && old.id === present.id;
}

/** The error of a tool whose name is taken. */
export function toolTaken(tool: string, holder: string): Error {
  return new Error(
    `The tool "${tool}" is left out: ${holder === '' ? 'a built-in tool' : `the mod "${holder}"`} has that name.`,
  );
}

/** Tells a mod that an option which it reads is added by nobody. */
export function adviseNoFlag(state: HostState, record: ModRecord, name: string): void {
  const suggestion = nearest(
    name,
    state.flags.all().map((flag) => flag.name),
  );
  state.advise(
    record,
    'FLAG_NOT_ADDED',
    `"${record.name}" reads the option "${name}", and no mod adds it.`,
    suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
  );
}

/** Adds a handler to a table of lists; lists are replaced, never changed, so that a running loop keeps its own. */
export function observe<TKey>(
  table: Map<TKey, readonly Observer[]>,
  record: ModRecord,
  key: TKey,
  handler: Observer['handler'],
  kind: RegistrationKind,
): Disposable {
  return record.register(kind, () => {
    const entry: Observer = { mod: record, handler };
    // Sorted, since the code of a reloaded mod comes last and belongs where the old code was.
    const entries = [...(table.get(key) ?? []), entry].sort((one, other) => one.mod.order - other.mod.order);
    table.set(key, entries);
    return () => {
      table.set(
        key,
        (table.get(key) ?? []).filter((other) => other !== entry),
      );
    };
  });
}

function registerHooks(
  state: HostState,
  record: ModRecord,
  hooks: ModHooks & { readonly id?: string },
  complain: (code: HarnessCode, message: string, hint?: string) => void,
): Disposable {
  if (typeof hooks !== 'object' || hooks === null) {
    throw new TypeError(`hooks() needs an object of hooks, not ${kindOf(hooks)}.`);
  }
  const known: (readonly [HookName, NonNullable<ModHooks[HookName]>])[] = [];
  for (const [name, hook] of Object.entries(hooks)) {
    if (hook === undefined || name === 'id' || name === 'tools') continue;
    if (!isHookName(name)) {
      const suggestion = nearest(name, Object.keys(HOOKS));
      complain(
        'MOD_HOOK_UNKNOWN',
        `"${record.name}" registers "${name}", and there is no such hook.`,
        suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`,
      );
    } else if (typeof hook !== 'function') {
      throw new TypeError(`The hook "${name}" must be a function, not ${kindOf(hook)}.`);
    } else {
      const problem = hookInputProblem(name, hook);
      if (problem !== undefined) complain('MOD_INPUT_MISREAD', `In "${record.name}", ${problem}`);
      known.push([name, hook as NonNullable<ModHooks[HookName]>]);
    }
  }
  return record.register('hooks', () => {
    const unregister = known.map(([name, hook]) => registerHook(state, record, name, hook));
    return () => {
      for (const undo of unregister) undo();
    };
  });
}

function isHookName(name: string): name is HookName {
  return Object.hasOwn(HOOKS, name);
}

function registerHook<TName extends HookName>(
  state: HostState,
  record: ModRecord,
  name: TName,
  hook: NonNullable<ModHooks[TName]>,
): () => void {
  // `callHook` reads the return into the answer of that very hook; a union of names cannot carry that to the compiler.
  const call = ({ params }: { readonly params: never }, scope: HookScope) =>
    callHook(record, name, hook, params, scope) as never;
  const handler =
    name === 'transformTextDelta'
      ? textHandler(record, hook as NonNullable<ModHooks['transformTextDelta']>)
      : call;
  const unregister = state.hooks.on(name, handler as never, { source: record, rank: record.order });
  const entry = { name, mod: record };
  state.hookNames.add(entry);
  return () => {
    state.hookNames.delete(entry);
    // There is no cleanup, so nothing can fail and there is nothing to wait for.
    void unregister();
  };
}

/** On the final flush, text that a mod before let go passes as a chunk first; every other chunk is one call. */
function textHandler(record: ModRecord, hook: NonNullable<ModHooks['transformTextDelta']>) {
  const call = textCaller(record, hook);
  return ({ params }: { readonly params: TransformTextDeltaInput }, scope: HookScope) => {
    if (!params.done || params.delta === '') return call(params, scope);
    const report = (error: unknown) => scope.report(record, 'transformTextDelta', error);
    return flushInTwo((part) => call(part, scope), report)(params);
  };
}
