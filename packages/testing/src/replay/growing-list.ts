/**
 * Makes a function that maps lists of which each begins as the one before it did, as the messages of one request after the other:
 * what stands at the same place as the last time is not mapped again.
 */
export function mapGrowing<TItem extends object, TMapped>(
  map: (item: TItem) => TMapped,
): (items: readonly TItem[]) => readonly TMapped[] {
  let before: readonly TItem[] = [];
  let mapped: readonly TMapped[] = [];
  return (items) => {
    const result = items.map((item, index) =>
      item === before[index] ? (mapped[index] as TMapped) : map(item),
    );
    before = items;
    mapped = result;
    return result;
  };
}
