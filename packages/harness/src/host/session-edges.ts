import type { HostState } from './host-state.ts';
import type { ModRecord } from './mod-record.ts';

/** How long a reload or a program that ends waits for `onSessionEnd`, in milliseconds. */
export const SESSION_END_LIMIT = 1000;

/** Waits without holding the process. */
export function sleepUnref(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** Fires `onSessionStart`, of one mod or all. Nobody waits for it. */
export function startSession(
  state: HostState,
  source: 'startup' | 'resume' | 'reload',
  only?: ModRecord,
): void {
  for (const hooks of eachAlone(state, only)) void hooks.emit({ type: 'onSessionStart', params: { source } });
}

/** Fires `onSessionEnd`, of one mod or all. */
export async function endSession(
  state: HostState,
  reason: 'shutdown' | 'replaced' | 'reload',
  only?: ModRecord,
): Promise<void> {
  await Promise.all(
    eachAlone(state, only).map((hooks) => hooks.emit({ type: 'onSessionEnd', params: { reason } })),
  );
}

/** The hooks of each mod by itself: one that hangs at the edge of a session keeps no other from beginning, or from cleaning up. */
function eachAlone(state: HostState, only: ModRecord | undefined) {
  const mods = only === undefined ? state.records : [only];
  return mods.map(({ id }) => state.hooks.withContext(state.scopeAroundRuns(id)));
}
