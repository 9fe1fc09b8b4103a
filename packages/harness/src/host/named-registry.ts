import type { ModRecord } from './mod-record.ts';

/** One registration under a name. */
export interface NamedEntry<TValue> {
  readonly name: string;
  readonly value: TValue;
  readonly mod: ModRecord;
}

/**
 * What mods registered under names that only one can have. The mod that stands first in the order has it; the others are kept,
 * so that a name falls to the next one when its holder goes, and comes back when the holder is reloaded.
 */
export class NamedRegistry<TValue> {
  readonly #entries = new Map<string, readonly NamedEntry<TValue>[]>();

  /**
   * Adds an entry.
   * @returns the entry, and the one that has the name if that is another.
   */
  add(
    name: string,
    value: TValue,
    mod: ModRecord,
  ): { readonly entry: NamedEntry<TValue>; readonly holder: NamedEntry<TValue> | undefined } {
    const entry: NamedEntry<TValue> = { name, value, mod };
    const entries = [...(this.#entries.get(name) ?? []), entry].sort(
      (one, other) => one.mod.order - other.mod.order,
    );
    this.#entries.set(name, entries);
    return { entry, holder: entries[0] === entry ? undefined : entries[0] };
  }

  /** Takes one entry away. */
  remove(entry: NamedEntry<TValue>): void {
    const rest = (this.#entries.get(entry.name) ?? []).filter((other) => other !== entry);
    if (rest.length === 0) this.#entries.delete(entry.name);
    else this.#entries.set(entry.name, rest);
  }

  /** Whether an entry is still here, with the name or waiting for it. */
  has(entry: NamedEntry<TValue>): boolean {
    return this.#entries.get(entry.name)?.includes(entry) ?? false;
  }

  /** The entry that has the name. */
  get(name: string): NamedEntry<TValue> | undefined {
    return this.#entries.get(name)?.[0];
  }

  /** The entries that have their names, in the order of their mods, then as registered. */
  all(): readonly NamedEntry<TValue>[] {
    return [...this.#entries.values()]
      .flatMap((entries) => entries.slice(0, 1))
      .sort((one, other) => one.mod.order - other.mod.order);
  }

  /** Every clash: who has the name, and who wanted it too. */
  clashes(): readonly { readonly winner: NamedEntry<TValue>; readonly loser: NamedEntry<TValue> }[] {
    return [...this.#entries.values()].flatMap(([winner, ...losers]) =>
      winner === undefined ? [] : losers.map((loser) => ({ winner, loser })),
    );
  }
}
