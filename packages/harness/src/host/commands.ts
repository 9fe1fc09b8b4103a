import type { CommandDefinition, CommandInfo, CommandResult, ShortcutDefinition } from '@cmd-mods/mod-api';
import { isRecord, kindOf } from '../hooks/content.ts';
import type { Wait } from '../hooks/scope.ts';
import { modUi } from './api/ui.ts';
import { execIn } from './exec-in.ts';
import type { HostState } from './host-state.ts';
import type { NamedEntry } from './named-registry.ts';

/** A command as `cmd.getCommands()` lists it. */
export function commandInfo({ name, value, mod }: NamedEntry<CommandDefinition>): CommandInfo {
  return {
    name,
    ...(value.description === undefined ? {} : { description: value.description }),
    mod: mod.name,
  };
}

/**
 * Runs a mod's slash command, or the handler of its shortcut.
 *
 * @returns what it wants to happen; a malformed answer counts as nothing and is reported.
 * @throws what the handler throws, after it was reported as `mod_error`.
 */
export async function runCommand(
  state: HostState,
  entry: NamedEntry<CommandDefinition | ShortcutDefinition>,
  args: string,
  kind: 'command' | 'shortcut' = 'command',
): Promise<CommandResult> {
  const { mod, value } = entry;
  const hook = `${kind}:${entry.name}`;
  const wait: Wait = { mod: mod.name, what: `the ${kind} "${entry.name}"` };
  state.waits.add(wait);
  let answer: unknown;
  try {
    answer = await value.handler({
      args,
      ui: modUi(state, mod),
      cwd: state.cwd,
      exec: (params) => execIn(state.cwd, params),
    });
  } catch (error) {
    state.reportError(mod, hook, error);
    throw error;
  } finally {
    state.waits.delete(wait);
  }
  if (answer === undefined || answer === null) return {};
  if (!isRecord(answer)) {
    const what = `A ${kind} answers with {message?, prompt?}, not with ${kindOf(answer)}.`;
    state.reportError(mod, hook, new TypeError(what));
    return {};
  }
  const { message, prompt } = answer;
  return {
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof prompt === 'string' ? { prompt } : {}),
  };
}
