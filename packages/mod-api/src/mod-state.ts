import type { AgentState } from './messages.ts';

/**
 * Reads one mod's slot of the durable state.
 *
 * @returns the value as it was stored, or `undefined` when the slot was never set. The type is the caller's word:
 *   a value from an older session may have an older shape.
 *
 * Source: hooks and events page, "modState conventions".
 *
 * @example
 * ```ts
 * import { type AgentState, getModState } from '@cmd-mods/mod-api';
 *
 * export function writesSoFar(state: AgentState): number {
 *   return getModState<{ writes: number }>({ state, modId: 'mod:write-quota' })?.writes ?? 0;
 * }
 * ```
 */
export function getModState<TValue>(params: {
  readonly state: AgentState;
  readonly modId: string;
}): TValue | undefined {
  const { state, modId } = params;
  return Object.hasOwn(state.modState, modId) ? (state.modState[modId] as TValue) : undefined;
}

/**
 * Makes a state in which one mod's slot holds `value`; the given state is left as it was.
 * The slot is replaced whole. The value must survive JSON: functions, dates, maps and cycles do not.
 *
 * Source: hooks and events page, "modState conventions".
 */
export function setModState<TValue>(params: {
  readonly state: AgentState;
  readonly modId: string;
  readonly value: TValue;
}): AgentState {
  const { state, modId, value } = params;
  const modState = { ...state.modState, [modId]: value };
  // Descriptors, not values: a host may make `messages` only when somebody reads it, and a spread would read it.
  return Object.defineProperties({} as AgentState, {
    ...Object.getOwnPropertyDescriptors(state),
    modState: { value: modState, enumerable: true, configurable: true, writable: true },
  });
}
