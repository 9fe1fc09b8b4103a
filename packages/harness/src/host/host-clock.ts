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

/** The longest that a timer of Node's can wait, in milliseconds: some 25 days. For more it would wait one. */
const LONGEST = 2 ** 31 - 1;

/** Node's own timers; they never hold the process. */
export const NODE_CLOCK: HostClock = {
  every(ms, callback) {
    if (ms <= LONGEST) {
      const timer = setInterval(callback, ms).unref();
      return () => clearInterval(timer);
    }
    let stop: () => void;
    const again = () => {
      stop = NODE_CLOCK.after(ms, () => {
        again();
        callback();
      });
    };
    again();
    return () => stop();
  },
  after(ms, callback) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      const goOn = left > LONGEST ? () => wait(left - LONGEST) : callback;
      timer = setTimeout(goOn, Math.min(left, LONGEST)).unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};
