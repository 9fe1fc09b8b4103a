/** Keeps the items that weigh most, so that a list of any length needs little room. */
export interface Longest<TItem> {
  add(item: TItem): void;
  /** What was kept, heaviest first; of equal ones the earlier. */
  items(): readonly TItem[];
  /** Whether anything was let go. */
  readonly isCut: boolean;
}

/** @param room how many are kept */
export function keepLongest<TItem>(room: number, weight: (item: TItem) => number): Longest<TItem> {
  let kept: TItem[] = [];
  let isCut = false;
  const cut = (): void => {
    isCut ||= kept.length > room;
    kept = kept.toSorted((a, b) => weight(b) - weight(a)).slice(0, room);
  };
  return {
    add(item) {
      kept.push(item);
      // Sorted now and then, not each time.
      if (kept.length >= 2 * room + 16) cut();
    },
    items() {
      cut();
      return kept;
    },
    get isCut() {
      return isCut || kept.length > room;
    },
  };
}
