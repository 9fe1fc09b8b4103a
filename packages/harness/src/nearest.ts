import { distance } from 'fastest-levenshtein';

/**
 * The candidate that differs least from `name`, for "did you mean": by edit distance, letter case aside, at most a third of
 * the name's length away.
 * @returns `undefined` when nothing is that near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const limit = Math.max(2, Math.floor(name.length / 3));
  const ranked = [...candidates]
    .map((candidate) => ({ candidate, away: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ away }) => away <= limit)
    .sort((one, other) => one.away - other.away);
  return ranked[0]?.candidate;
}
