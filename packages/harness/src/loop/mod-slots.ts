import { snapshot } from '../events/snapshot.ts';
import type { ModSlots, RunContext } from './run-context.ts';

/** Puts what tool hooks want to keep into their mods' slots. */
export function keepModSlots(run: RunContext, slots: ModSlots): void {
  if (Object.keys(slots).length === 0) return;
  const { modState } = run.transcript.state;
  run.transcript.set({ modState: { ...modState, ...snapshot(slots) } });
}

/** Takes what the tool hooks of the present batch have wanted to keep so far; of one slot, the later call's. */
export function takePendingSlots(run: RunContext): ModSlots {
  const slots = Object.assign({}, ...run.pendingSlots);
  run.pendingSlots = [];
  return slots;
}
