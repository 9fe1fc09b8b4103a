import { Limit } from '../hooks/limit.ts';

/** How long, after an abort, hooks and tools that are running may take to finish, in milliseconds. */
const GRACE = 500;
/** The same inside a tool that runs a loop of its own: less, so that it can still say how that loop ended. */
export const INNER_GRACE = 400;
/** How long `onRunEnd`, which must complete, may take after that. Both together are less than a second. */
const LAST_GRACE = 400;

/** The ways in which a run is told to end. */
export interface Interruption {
  /** Aborts with the caller's signal: what hooks, tools and the model see. */
  readonly signal: AbortSignal;
  /** Passes with the signal: for what is not waited for once the run is aborted. */
  readonly aborted: Limit;
  /** Passes a little later: then nobody is waited for any more. Read it anew for each wait: `endRounds` brings another one. */
  readonly deadline: Limit;
  /** Throws an {@link InterruptedError} once the run is aborted. */
  check(): void;
  /**
   * Tells that the last round is over. In an interrupted run whatever of it still runs is given up at once, so that it is
   * reported before the run ends, and what comes now gets a time of its own.
   */
  endRounds(): Promise<void>;
  /** Lets go of the caller's signal and of the timer. */
  release(): void;
}

/**
 * Forks the caller's signal for one run.
 *
 * @param grace - How long what is running may take after an abort, in milliseconds.
 *
 * Source: hooks and events page, "Lifecycle"; the grace is ours.
 */
export function forkInterruption(parent: AbortSignal | undefined, grace: number = GRACE): Interruption {
  const controller = new AbortController();
  const aborted = new Limit();
  let late = new Limit();
  let timer: NodeJS.Timeout | undefined;
  const giveUpAfter = (ms: number) => {
    const present = late;
    timer = setTimeout(() => present.pass(), ms);
  };
  const abort = () => {
    controller.abort(parent?.reason);
    aborted.pass();
    giveUpAfter(grace);
  };
  if (parent?.aborted) abort();
  else parent?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    aborted,
    get deadline() {
      return late;
    },
    check() {
      if (controller.signal.aborted) throw new InterruptedError();
    },
    async endRounds() {
      if (!controller.signal.aborted) return;
      clearTimeout(timer);
      late.pass();
      late = new Limit();
      giveUpAfter(LAST_GRACE);
      await new Promise((resolve) => setImmediate(resolve));
    },
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

/** Waits for the embedder, but no longer than an interrupted run may last. Throws an {@link InterruptedError} then. */
export function unlessInterrupted<TValue>(
  value: TValue | Promise<TValue>,
  interruption: Interruption,
): Promise<TValue> {
  return interruption.deadline.wait(Promise.resolve(value), () => new InterruptedError());
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
