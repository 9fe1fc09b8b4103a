import type { ModRecord } from './mod-record.ts';

/** More notices than that in one go are no messages to a person any more. */
const MAX_BURST = 500;

/** Listeners that answer one another deeper than that never come to an end. */
const MAX_CHAIN = 100;

/** Cuts short what mods raise in answer to themselves without an end. It would end the process. */
export class LoopGuard {
  readonly #looped: (mod: ModRecord, what: string) => void;
  /** How many calls of listeners are under way, one inside the other, and whether that became too many. */
  #chain = 0;
  #isChainCut = false;
  /** How many notices each mod has raised without a pause, and what forgets it. */
  readonly #bursts = new Map<string, number>();

  /** @param looped - Told of the mod, and of what it raised, when something was cut. */
  constructor(looped: (mod: ModRecord, what: string) => void) {
    this.#looped = looped;
  }

  /** Whether one more notice of a mod may be raised: one that raises them without a pause answers its own, most likely. */
  mayNotify(mod: ModRecord): boolean {
    const count = (this.#bursts.get(mod.id) ?? 0) + 1;
    if (this.#bursts.size === 0) setImmediate(() => this.#bursts.clear()).unref();
    this.#bursts.set(mod.id, count);
    if (count > MAX_BURST) this.#looped(mod, 'notice');
    return count <= MAX_BURST;
  }

  /**
   * Calls listeners, which may do what calls listeners in turn. A chain that goes on for ever is cut, with what else hangs on it, and its
   * mod is told: it would end the process.
   *
   * @param what - What was raised, for the message.
   */
  callListeners(mod: ModRecord, what: string, call: () => void): void {
    if (this.#isChainCut) return;
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
