import type { HookEmitter } from '@cmd-mods/hooks';
import { HOOKS, type HookName } from '@cmd-mods/mod-api';
import type { ModHookEvents } from '../hooks/mod-events.ts';

/** The hooks of a run as a sub-agent's run calls them: only those that the table `HOOKS` lets in. */
export function agentHooks(hooks: HookEmitter<ModHookEvents>): HookEmitter<ModHookEvents> {
  const isCalled = (name: HookName) => HOOKS[name].subagents;
  return {
    emit: (event, signal) => (isCalled(event.type) ? hooks.emit(event, signal) : undefined),
    emitSync: (event, signal) => (isCalled(event.type) ? hooks.emitSync(event, signal) : undefined),
    has: (name) => isCalled(name) && hooks.has(name),
  };
}
