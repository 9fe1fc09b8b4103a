/**
 * Waits for a promise, but no longer than until `signal` aborts. When it has aborted already, what takes no time still counts.
 *
 * @param onAbandoned - Makes the error to reject with when waiting ends first. The promise goes on by itself; what becomes of
 *   it is dropped, and its rejection is no unhandled one.
 * @throws What the promise rejects with, or the error of `onAbandoned`.
 */
export function untilAborted<TValue>(
  promise: PromiseLike<TValue>,
  signal: AbortSignal | undefined,
  onAbandoned: () => Error,
): Promise<TValue> {
  if (signal === undefined) return Promise.resolve(promise);
  return new Promise((resolve, reject) => {
    const abandon = () => reject(onAbandoned());
    const settled = () => signal.removeEventListener('abort', abandon);
    promise.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error) => {
        settled();
        reject(error);
      },
    );
    if (signal.aborted) setImmediate(abandon);
    else signal.addEventListener('abort', abandon, { once: true });
  });
}
