import type { EventName } from '@cmd-mods/mod-api';
import type { ModRecord } from './mod-record.ts';

/** More notices than that in one go are no messages to a person any more. */
const MAX_BURST = 500;

/** The events that a mod's own calls raise outside of a run: whoever answers one of them may answer himself. */
const ANSWERED: ReadonlySet<string> = new Set<EventName>([
  'notice',
  'mod_error',
  'compaction_start',
  'compaction_done',
]);

/** No handler has that many of them to look at in one go. */
const MAX_ANSWERS = 10_000;

/** So many calls of listeners without a pause come from listeners that call one another, a moment later each time. */
const MAX_CALLS = 100_000;

/** Listeners that answer one another deeper than that never come to an end. */
const MAX_CHAIN = 100;

/** Cuts short what mods raise in answer to themselves without an end. It would end the process. */
export class LoopGuard {
  readonly #looped: (mod: ModRecord, what: string) => void;
  /** How many calls of listeners are under way, one inside the other, and whether that became too many. */
  #chain = 0;
  #isChainCut = false;
  /** How often each mod has done what may be answered to itself, without a pause, by mod and what it did. */
  readonly #bursts = new Map<string, number>();

  /** @param looped - Told of the mod, and of what it raised, when something was cut. */
  constructor(looped: (mod: ModRecord, what: string) => void) {
    this.#looped = looped;
  }

  /** Whether one more notice of a mod may be raised: one that raises them without a pause answers its own, most likely. */
  mayNotify(mod: ModRecord): boolean {
    const isBurst = this.#isBurst(mod, 'notify', MAX_BURST);
    if (isBurst) this.#looped(mod, 'notice');
    return !isBurst;
  }

  /**
   * Whether one more event may be handed to a mod. A handler that waits a moment before it answers is no part of the chain of events,
   * and would still never end.
   */
  mayAnswer(mod: ModRecord, type: string): boolean {
    const isBurst = ANSWERED.has(type) && this.#isBurst(mod, type, MAX_ANSWERS);
    if (isBurst) this.#looped(mod, type);
    return !isBurst;
  }

  /** Counts what a mod does without a pause: until the process gets to something else. @returns whether it is more than `most`. */
  #isBurst(mod: ModRecord, what: string, most: number): boolean {
    const key = `${mod.id} ${what}`;
    const count = (this.#bursts.get(key) ?? 0) + 1;
    if (this.#bursts.size === 0) setImmediate(() => this.#bursts.clear()).unref();
    this.#bursts.set(key, count);
    return count > most;
  }

  /**
   * Calls listeners, which may do what calls listeners in turn. A chain that goes on for ever is cut, with what else hangs on it, and its
   * mod is told: it would end the process.
   *
   * @param what - What was raised, for the message.
   */
  callListeners(mod: ModRecord, what: string, call: () => void): void {
    if (this.#isChainCut) return;
    if (this.#isBurst(mod, what, MAX_CALLS)) {
      this.#looped(mod, what);
      return;
    }
    if (this.#chain >= MAX_CHAIN) {
      this.#isChainCut = true;
      this.#looped(mod, what);
      return;
    }
    this.#chain += 1;
    try {
      call();
    } finally {
      this.#chain -= 1;
      if (this.#chain === 0) this.#isChainCut = false;
    }
  }
}
