import type { HookEmitter } from '@cmd-mods/hooks';
import type { ModHookEvents } from './hooks/mod-events.ts';
import type { Permissions } from './loop/run-context.ts';
import { createPermissionEngine, type PermissionAsk } from './permissions/engine.ts';
import { type PermissionRule, parsePermissionRule } from './permissions/rule.ts';
import type { SessionTools } from './session-tools.ts';

/** How the permission engine of a harness is set. */
export interface PermissionSettings {
  /** Rules such as `shell_command(git *)` for calls that need no question. Throws a `ModError` for a malformed one. */
  readonly allow?: readonly string[];
  /** Rules for calls that are denied whatever else is set. */
  readonly deny?: readonly string[];
  /** Allows every call that would ask. */
  readonly skipPermissions?: boolean;
  /** Asks the person, when no mod has answered; without it nobody can be asked, and the call is denied. */
  readonly askPerson?: PermissionAsk;
}

/**
 * The permission engine with the mods of a host in front of the person: every `onPermissionRequest` is asked, and a denial
 * stands.
 */
export function harnessPermissions(
  settings: PermissionSettings,
  {
    cwd,
    hooks,
    tools,
  }: {
    readonly cwd: string;
    /** The mods' hooks, in the scope of the run that is going. */
    readonly hooks: () => HookEmitter<ModHookEvents>;
    readonly tools: SessionTools;
  },
): Permissions {
  const rules = (texts: readonly string[] = []): readonly PermissionRule[] => texts.map(parsePermissionRule);
  return createPermissionEngine({
    cwd,
    mode: () => 'default',
    allow: rules(settings.allow),
    deny: rules(settings.deny),
    skipPermissions: settings.skipPermissions ?? false,
    isReadOnly: (toolName) => tools.current().get(toolName)?.tool.readOnly ?? false,
    ask: async (params, signal) => hooks().emit({ type: 'onPermissionRequest', params }, signal),
    ...(settings.askPerson === undefined ? {} : { askPerson: settings.askPerson }),
  });
}
