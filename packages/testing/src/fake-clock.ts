import { setImmediate } from 'node:timers/promises';
import type { HostClock } from '@cmd-mods/harness';

/** A clock for `cmd.clock` that stands still until it is moved. */
export interface FakeClock extends HostClock {
  /** Milliseconds since the beginning; 0 at first. */
  readonly now: number;
  /** How many timers wait. */
  readonly waiting: number;
  /**
   * Moves the clock on. Timers that are due go off in the order of their times, those of the same time in the order they were
   * started; each may start and stop others. Resolves once what they began has had its turn.
   */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly callback: () => void;
  /** Between two calls; `undefined` for a timer that goes off once. */
  readonly period: number | undefined;
  due: number;
}

/** Makes a clock that stands at 0. */
export function createFakeClock(): FakeClock {
  const timers = new Set<Timer>();
  let now = 0;
  const start = (ms: number, callback: () => void, isRepeated: boolean) => {
    const wait = delay(ms);
    const timer: Timer = { callback, period: isRepeated ? wait : undefined, due: now + wait };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return {
    get now() {
      return now;
    },
    get waiting() {
      return timers.size;
    },
    every: (ms, callback) => start(ms, callback, true),
    after: (ms, callback) => start(ms, callback, false),
    async advance(ms) {
      const end = now + ms;
      for (let timer = nextOf(timers, end); timer !== undefined; timer = nextOf(timers, end)) {
        now = timer.due;
        // It goes behind those of the same time, as if it were started anew.
        timers.delete(timer);
        if (timer.period !== undefined) {
          timer.due += timer.period;
          timers.add(timer);
        }
        timer.callback();
        await setImmediate();
      }
      now = end;
      await setImmediate();
    },
  };
}

/** As Node does it: at least a millisecond, so that no timer can hold the clock. */
function delay(ms: number): number {
  return Number.isNaN(ms) ? 1 : Math.max(ms, 1);
}

/** The timer that goes off next, up to a time; sets keep the order in which timers were started. */
function nextOf(timers: ReadonlySet<Timer>, end: number): Timer | undefined {
  let next: Timer | undefined;
  for (const timer of timers) {
    if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
  }
  return next;
}
