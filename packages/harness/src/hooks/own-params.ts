import type { AfterToolCallInput, BeforeToolCallInput, HookName } from '@cmd-mods/mod-api';
import { ownCopy } from '../events/snapshot.ts';

/**
 * The params of a hook as one mod gets them. Tool input and tool results are data that mods are tempted to change in place: each
 * mod has a copy of its own, so that doing so changes them for nobody else. Everything else is frozen, or a value by itself.
 */
export function ownParams(name: HookName, params: unknown): unknown {
  if (name === 'beforeToolCall') {
    const call = params as BeforeToolCallInput;
    return { ...call, input: ownCopy(call.input) };
  }
  if (name === 'afterToolCall') {
    const call = params as AfterToolCallInput;
    return { ...call, input: ownCopy(call.input), result: ownCopy(call.result) };
  }
  return params;
}
