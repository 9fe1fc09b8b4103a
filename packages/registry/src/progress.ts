import type { RegistryIo } from './io.ts';

/** How often somebody who waits is told something. */
const EVERY_MS = 2000;

/** Counts pieces of work and tells `io.onProgress` now and then: work that is done at once says nothing. */
export function progressOf(io: RegistryIo, what: string, total: number): () => void {
  let done = 0;
  let last = performance.now();
  return () => {
    done += 1;
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    io.onProgress?.(`${what} ${done} of ${total}`);
  };
}
