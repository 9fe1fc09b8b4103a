/** The candidate that is most like the text, by edits of single characters; undefined when none is much like it. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: likeness(text.toLowerCase(), candidate.toLowerCase()) }))
    .sort((one, two) => one.distance - two.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, text.length / 2) ? best.candidate : undefined;
}

/** A name inside a longer spelling (`guard` in `npm:@team/guard@^1`) is as good as one edit. */
function likeness(text: string, candidate: string): number {
  return candidate.includes(text) ? Math.min(1, distance(text, candidate)) : distance(text, candidate);
}

/** Levenshtein's distance, one row at a time. */
function distance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[two.length] ?? 0;
}
