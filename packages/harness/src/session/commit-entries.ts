import type { AgentState } from '@cmd-mods/mod-api';
import type { Branch } from './branch.ts';
import type { NewEntry } from './entries.ts';
import { findJsonFault, type JsonFault } from './json-fault.ts';

/** A slot of modState that cannot be stored. */
export interface SlotFault extends JsonFault {
  readonly modId: string;
}

/** What has to be appended so that a branch says what a state says. */
export interface CommitPlan {
  readonly entries: readonly NewEntry[];
  readonly faults: readonly SlotFault[];
}

/**
 * Compares a state with a branch. Messages are compared by reference from the front (the first `trusted` not at all);
 * where they part, the transcript is rewritten from there. Slots are compared by reference, and then by their JSON text.
 * A slot that does not survive JSON is left as it was stored last.
 */
export function planCommit(branch: Branch, state: AgentState, trusted: number): CommitPlan {
  const entries: NewEntry[] = [];
  const common = branch.agree(state.messages, trusted);
  if (common < branch.messages.length)
    entries.push({ type: 'rewrite', keepId: branch.messageIdBefore(common) });
  for (let index = common; index < state.messages.length; index += 1) {
    const message = state.messages[index];
    if (message !== undefined) entries.push({ type: 'message', message });
  }
  const { entry, faults } = planModState(branch, state.modState);
  if (entry !== undefined) entries.push(entry);
  if (state.interrupted !== branch.isInterrupted)
    entries.push({ type: 'state', interrupted: state.interrupted });
  return { entries, faults };
}

function planModState(
  branch: Branch,
  modState: AgentState['modState'],
): { readonly entry: NewEntry | undefined; readonly faults: readonly SlotFault[] } {
  const faults: SlotFault[] = [];
  const changed: [string, unknown][] = [];
  for (const [modId, value] of Object.entries(modState)) {
    const slot = branch.slots.get(modId);
    if (slot !== undefined && Object.is(slot.seen, value)) continue;
    const fault = findJsonFault(value);
    if (fault !== undefined) faults.push({ modId, ...fault });
    else if (JSON.stringify(value) !== slot?.text) changed.push([modId, value]);
  }
  const removed: string[] = [];
  for (const [modId, { text }] of branch.slots) {
    if (text !== undefined && !Object.hasOwn(modState, modId)) removed.push(modId);
  }
  if (changed.length === 0 && removed.length === 0) return { entry: undefined, faults };
  const slots = Object.fromEntries(changed);
  return { entry: { type: 'mod_state', slots, ...(removed.length > 0 && { removed }) }, faults };
}
