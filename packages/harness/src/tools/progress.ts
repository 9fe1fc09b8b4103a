const INTERVAL = 100;
const MAX_PARTIAL = 4000;

/** Hands over output as it comes, but not more often than a person can read it. */
export interface Progress {
  push(chunk: string): void;
  /** Hands over what is still waiting. */
  end(): void;
}

/**
 * Gathers chunks and passes them on at most ten times a second, the first at once.
 * Of a burst of more than 4,000 characters only the end is passed on.
 */
export function createProgress(onUpdate: ((partial: string) => void) | undefined): Progress {
  if (onUpdate === undefined) return { push() {}, end() {} };
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const partial = waiting;
    waiting = '';
    if (partial !== '') onUpdate(partial);
  };
  return {
    push(chunk) {
      waiting = (waiting + chunk).slice(-MAX_PARTIAL);
      if (timer !== undefined) return;
      flush();
      timer = setTimeout(() => {
        timer = undefined;
        flush();
      }, INTERVAL);
    },
    end() {
      clearTimeout(timer);
      flush();
    },
  };
}
