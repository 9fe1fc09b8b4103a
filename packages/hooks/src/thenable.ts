/**
 * Whether a value can be awaited. By its `then`, not by `instanceof Promise`: a handler may come from another realm
 * or use a promise library of its own.
 */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return 'then' in value && typeof value.then === 'function';
}

/** Takes note of a promise that nobody will await, so that its rejection is not an unhandled one. */
export function disown(promise: PromiseLike<unknown>): void {
  promise.then(ignore, ignore);
}

function ignore(): void {}
