/** How long, after an abort, hooks and tools that are running may take to finish, in milliseconds. */
const GRACE = 500;

/** The ways in which a run is told to end. */
export interface Interruption {
  /** Aborts with the caller's signal: what hooks, tools and the model see. */
  readonly signal: AbortSignal;
  /** Aborts a little later: then nobody is waited for any more, so that the run ends within a second. */
  readonly deadline: AbortSignal;
  /** Lets go of the caller's signal and of the timer. */
  release(): void;
}

/**
 * Forks the caller's signal for one run.
 *
 * Source: hooks and events page, "Lifecycle"; the grace is ours.
 */
export function forkInterruption(parent: AbortSignal | undefined): Interruption {
  const controller = new AbortController();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const abort = () => {
    controller.abort(parent?.reason);
    timer = setTimeout(() => late.abort(), GRACE);
  };
  if (parent?.aborted) abort();
  else parent?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    deadline: late.signal,
    release() {
      parent?.removeEventListener('abort', abort);
      clearTimeout(timer);
    },
  };
}

/** The run was aborted while it waited for something. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor() {
    super('The run was interrupted.');
  }
}

/** Waits, but not beyond an abort. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
