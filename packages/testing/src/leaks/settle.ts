import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits for what is ending, and for Node to tell of it. */
export async function settle(ms: number): Promise<void> {
  await setTimeout(ms);
  // Node tells of the end of a resource one turn later.
  await setImmediate();
  await setImmediate();
}
