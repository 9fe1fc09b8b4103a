import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Disposable, EVENTS, type EventName, type FlagDefinition, type ModApi } from '@cmd-mods/mod-api';
import { diagnostic, type HarnessCode } from '../../diagnostics.ts';
import { kindOf } from '../../hooks/content.ts';
import { nearest } from '../../nearest.ts';
import { toolTaken } from '../conflicts.ts';
import { whereThrown } from '../explain-error.ts';
import type { HostState } from '../host-state.ts';
import { adviseNoFlag } from '../mod-flags.ts';
import { isOldCode, type ModRecord, type RegistrationKind } from '../mod-record.ts';
import type { NamedEntry, NamedRegistry } from '../named-registry.ts';
import type { Observer } from '../observers.ts';
import {
  agentProblem,
  commandProblem,
  flagProblem,
  providerProblem,
  shortcutProblem,
  toolProblem,
} from './definition-problems.ts';
import { runInputProblem } from './misread-inputs.ts';
import { observe } from './observe.ts';
import { registerHooks } from './register-hooks.ts';
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
  const complain = (code: HarnessCode, message: string, hint?: string) => {
    // The stack of this moment leads to the line of the mod that called the verb.
    const where = whereThrown(new Error(message), record.file);
    const more = { ...(where === undefined ? {} : { where }), ...(hint === undefined ? {} : { hint }) };
    state.note(diagnostic(code, { message, mod: record.name, ...more }));
  };

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
      return observe(
        state.observers.byEvent,
        record,
        event as EventName,
        handler as Observer['handler'],
        'observer',
      );
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
