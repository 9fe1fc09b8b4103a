/**
 * Waits for work that cannot be told to stop, such as a mod's factory, but no longer than until the signal.
 *
 * @throws the signal's reason, or what the work throws.
 */
export async function untilAborted<TResult>(work: Promise<TResult>, signal: AbortSignal): Promise<TResult> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: stop.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop.abort();
  }
}
