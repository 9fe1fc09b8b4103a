/**
 * What the timers of `cmd.clock` go by. A test brings one that it turns by hand. Each method starts a timer and returns what
 * stops it; stopping one that has gone off does nothing.
 */
export interface HostClock {
  /** Calls again and again, `ms` milliseconds apart. */
  every(ms: number, callback: () => void): () => void;
  /** Calls once, after `ms` milliseconds. */
  after(ms: number, callback: () => void): () => void;
}

/** Node's own timers; they never hold the process. */
export const NODE_CLOCK: HostClock = {
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  },
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
