import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BisectResult, bisect, type Verdict } from '../src/bisect/bisect.ts';

const NAMES = [...'abcdefgh'];

/** Searches with a judge that is a function of the mods that are on; counts the runs. */
async function search(
  judge: (on: ReadonlySet<string>) => Verdict,
  mods: readonly string[] = NAMES,
  pinned: readonly string[] = [],
) {
  const runs: string[] = [];
  const result = await bisect({
    mods,
    pinned: new Set(pinned),
    judge: async (chosen) => {
      runs.push(chosen.join(''));
      return judge(new Set(chosen));
    },
  });
  return { result, runs };
}

const badWith =
  (...culprits: readonly string[]) =>
  (on: ReadonlySet<string>): Verdict =>
    culprits.every((name) => on.has(name)) ? 'bad' : 'good';

describe('a search for the mod that breaks something', () => {
  it.each(NAMES)('finds %s, whatever its place, in few runs', async (culprit) => {
    const { result, runs } = await search(badWith(culprit));
    expect(result).toEqual({ kind: 'found', culprits: [culprit], others: 'good' });
    expect(runs.length).toBeLessThanOrEqual(Math.log2(NAMES.length) + 4);
  });

  it('begins with all mods and with none, and judges no set twice', async () => {
    const { runs } = await search(badWith('b'));
    expect(runs.slice(0, 2)).toEqual(['abcdefgh', '']);
    expect(new Set(runs).size).toBe(runs.length);
  });

  it('finds mods that break it only together, all of them and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(NAMES, { minLength: 1 }), async (culprits) => {
        const { result } = await search(badWith(...culprits));
        expect(result).toEqual({ kind: 'found', culprits, others: 'good' });
      }),
    );
  });

  it('says that another mod breaks it too', async () => {
    const { result } = await search((on) => (on.has('c') || on.has('f') ? 'bad' : 'good'));
    expect(result).toEqual({ kind: 'found', culprits: ['c'], others: 'bad' });
  });

  it('keeps pinned mods on in every run, and suspects none of them', async () => {
    const { result, runs } = await search(badWith('a', 'g'), NAMES, ['a']);
    expect(result).toEqual({ kind: 'found', culprits: ['g'], others: 'good' });
    expect(runs.filter((run) => !run.includes('a'))).toEqual([]);
  });

  it.each<[string, () => Verdict, BisectResult, number]>([
    ['all mods together work', () => 'good', { kind: 'all-good' }, 1],
    ['it breaks without any', () => 'bad', { kind: 'none-bad' }, 2],
    ['nothing can be judged', () => 'skip', { kind: 'undecided', known: [], candidates: NAMES }, 1],
  ])('ends at once when %s', async (_, judge, expected, count) => {
    const { result, runs } = await search(judge);
    expect(result).toEqual(expected);
    expect(runs).toHaveLength(count);
  });

  it('runs once when there is no mod', async () => {
    expect(await search(() => 'bad', [])).toEqual({ result: { kind: 'none-bad' }, runs: [''] });
  });

  it('goes round runs that cannot be judged', async () => {
    const { result } = await search((on) => (on.size === 4 ? 'skip' : badWith('f')(on)));
    expect(result).toMatchObject({ kind: 'found', culprits: ['f'] });
  });

  it('names those that are left when too much cannot be judged', async () => {
    const { result } = await search((on) => (on.has('c') && !on.has('f') ? 'skip' : badWith('d')(on)));
    expect(result).toEqual({ kind: 'undecided', known: [], candidates: ['c', 'd', 'e', 'f'] });
  });

  it('accuses no second mod when the first could not be judged alone', async () => {
    const { result } = await search((on) => (on.size === 1 ? 'skip' : badWith('d')(on)));
    expect(result).toEqual({ kind: 'undecided', known: ['d'], candidates: ['a', 'b', 'c'] });
  });
});
