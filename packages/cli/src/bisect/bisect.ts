/** What a judge says of a run with some mods. A run that cannot be judged is `skip`. */
export type Verdict = 'good' | 'bad' | 'skip';

/** One run and its verdict. */
export interface BisectStep {
  /** The mods that were on, in load order, pinned ones among them. */
  readonly mods: readonly string[];
  readonly verdict: Verdict;
}

/** What the search came to. */
export type BisectResult =
  /** These mods are enough to break it, and without any of them it works: one, or several that break it only together. */
  | { readonly kind: 'found'; readonly culprits: readonly string[]; readonly others: Verdict }
  /** With all mods it works. */
  | { readonly kind: 'all-good' }
  /** It breaks without any mod, or with the pinned ones alone. */
  | { readonly kind: 'none-bad' }
  /** Too much could not be judged. `known` are part of what breaks it; among `candidates` is what could not be told. */
  | { readonly kind: 'undecided'; readonly known: readonly string[]; readonly candidates: readonly string[] };

/** What to search. */
export interface BisectOptions {
  /** Names in load order. */
  readonly mods: readonly string[];
  /** Names that are on in every run, and are not suspected. */
  readonly pinned: ReadonlySet<string>;
  /** Judges a run with these mods. Called once for a set of mods, never twice at a time. */
  judge(mods: readonly string[]): Promise<Verdict>;
}

/**
 * Finds which mods break something. First it makes sure that all mods together do and none does. Then it looks for the shortest
 * beginning of the list that breaks it: the last mod of that is needed. If that one does not break it by itself, it stays on, and the
 * search goes on among those before it. So one culprit among n mods takes about log2(n) + 4 runs, and each further one as many again.
 *
 * At last it runs all the `others` together: if that is bad, something else is broken as well.
 */
export async function bisect({ mods, pinned, judge }: BisectOptions): Promise<BisectResult> {
  const suspects = mods.filter((name) => !pinned.has(name));
  const known = new Map<string, Verdict>();
  const verdictOf = async (chosen: readonly string[]): Promise<Verdict> => {
    const on = new Set([...pinned, ...chosen]);
    const ordered = mods.filter((name) => on.has(name));
    const key = JSON.stringify(ordered);
    const verdict = known.get(key) ?? (await judge(ordered));
    known.set(key, verdict);
    return verdict;
  };

  const withAll = await verdictOf(suspects);
  if (withAll === 'good') return { kind: 'all-good' };
  if (withAll === 'skip') return { kind: 'undecided', known: [], candidates: suspects };
  const withNone = await verdictOf([]);
  if (withNone === 'bad') return { kind: 'none-bad' };
  if (withNone === 'skip') return { kind: 'undecided', known: [], candidates: suspects };

  const culprits: string[] = [];
  let before = suspects;
  let alone: Verdict;
  do {
    const { good, bad } = await boundary(before.length, (length) =>
      verdictOf([...culprits, ...before.slice(0, length)]),
    );
    if (bad - good > 1) return { kind: 'undecided', known: culprits, candidates: before.slice(good, bad) };
    culprits.unshift(...before.slice(good, bad));
    before = before.slice(0, good);
    alone = await verdictOf(culprits);
    if (alone === 'skip') return { kind: 'undecided', known: culprits, candidates: before };
  } while (alone === 'good');

  const others = suspects.filter((name) => !culprits.includes(name));
  return { kind: 'found', culprits, others: await verdictOf(others) };
}

/**
 * Where good beginnings of a list become bad ones. None of it is good, all of it is bad. Lengths that cannot be judged are gone round;
 * when nothing else is left between `good` and `bad`, they are more than one apart.
 */
async function boundary(
  length: number,
  verdictOf: (length: number) => Promise<Verdict>,
): Promise<{ readonly good: number; readonly bad: number }> {
  let good = 0;
  let bad = length;
  const skipped = new Set<number>();
  for (;;) {
    const middle = Math.floor((good + bad) / 2);
    const open = Array.from({ length: bad - good - 1 }, (_, index) => good + 1 + index).filter(
      (each) => !skipped.has(each),
    );
    const next = open.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
    if (next === undefined) return { good, bad };
    const verdict = await verdictOf(next);
    if (verdict === 'good') good = next;
    else if (verdict === 'bad') bad = next;
    else skipped.add(next);
  }
}
