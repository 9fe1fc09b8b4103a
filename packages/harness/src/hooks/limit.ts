/**
 * A moment after which nobody is waited for any more. It does what an aborted signal with a listener for each wait would do,
 * at a tenth of the price; and waits are what a run has most of.
 */
export class Limit {
  #hasPassed = false;
  readonly #waits = new Set<() => void>();

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** Ends every wait. Twice is once. */
  pass(): void {
    if (this.#hasPassed) return;
    this.#hasPassed = true;
    for (const end of this.#waits) end();
    this.#waits.clear();
  }

  /**
   * Waits for a promise, but no longer than until the limit passes. When it has passed already, what takes no time still
   * counts.
   *
   * @param onPassed - Makes the error to reject with when waiting ends first. The promise goes on by itself; what becomes of it
   *   is dropped, and its rejection is no unhandled one.
   * @throws What the promise rejects with, or the error of `onPassed`.
   */
  wait<TValue>(promise: PromiseLike<TValue>, onPassed: () => Error): Promise<TValue> {
    return new Promise((resolve, reject) => {
      const end = () => reject(onPassed());
      promise.then(
        (value) => {
          this.#waits.delete(end);
          resolve(value);
        },
        (error) => {
          this.#waits.delete(end);
          reject(error);
        },
      );
      if (this.#hasPassed) setImmediate(end);
      else this.#waits.add(end);
    });
  }
}
