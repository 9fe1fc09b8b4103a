/** What is thrown when an `AbortSignal` ends something: `name` and `code` are those of Node's own, `cause` is the reason. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
  readonly code = 'ABORT_ERR';

  constructor(what: string, signal?: AbortSignal) {
    super(`${what} was interrupted.`, { cause: signal?.reason });
  }
}
