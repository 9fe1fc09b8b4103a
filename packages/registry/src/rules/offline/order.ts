import type { OfflineContext } from '../context.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';

/** Entries that stand out of the order by name: the fewest that have to move. */
export function* checkOrder({ entries }: OfflineContext): Generator<Problem> {
  const named = entries.filter((entry) => entry.name !== undefined);
  if (named.every((entry, at) => at === 0 || compareNames(named[at - 1] ?? entry, entry) <= 0)) return;
  const staying = longestOrdered(named);
  const ordered = named.filter((entry) => staying.has(entry));
  for (const entry of named) {
    if (staying.has(entry)) continue;
    const before = ordered.findLast((other) => compareNames(other, entry) <= 0);
    const place = before === undefined ? 'at the top' : `behind "${before.name}"`;
    yield {
      rule: 'entry-order',
      path: ['mods', entry.index, 'name'],
      message: `"${entry.name}" belongs ${place}.`,
      key: entry.name ?? '',
    };
  }
}

/** By code units, as `sort()` does: the same everywhere, whatever the language. */
export function compareNames(one: EntryView, other: EntryView): number {
  const [a = '', b = ''] = [one.name, other.name];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The longest run of entries that are in order, found by patience sorting; the others have to move. */
function longestOrdered(entries: readonly EntryView[]): ReadonlySet<EntryView> {
  const tops: number[] = [];
  const previous = new Int32Array(entries.length).fill(-1);
  for (const [index, entry] of entries.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const top = entries[tops[middle] ?? 0];
      if (top !== undefined && compareNames(top, entry) <= 0) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tops[low - 1] ?? -1;
    tops[low] = index;
  }
  const staying = new Set<EntryView>();
  for (let index = tops.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const entry = entries[index];
    if (entry !== undefined) staying.add(entry);
  }
  return staying;
}
