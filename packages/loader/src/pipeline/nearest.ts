import { closest, distance } from 'fastest-levenshtein';

/**
 * The word that was most likely meant: the nearest one, when no more than a third of its letters differ.
 * The words are few; nothing is returned rather than a guess.
 */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = closest(word, words);
  return distance(word, found) <= Math.max(1, Math.floor(found.length / 3)) ? found : undefined;
}
