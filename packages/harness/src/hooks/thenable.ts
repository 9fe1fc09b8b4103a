/** Whether a value is something to be awaited. A promise of another realm counts, so this is no `instanceof`. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Takes care that a promise nobody waits for cannot become an unhandled rejection. */
export function disown(promise: PromiseLike<unknown>): void {
  const nothing = () => {};
  promise.then(nothing, nothing);
}
