import { closest, distance } from 'fastest-levenshtein';

/**
 * The word that was most likely meant: the nearest one, when no more than two letters, or a third of them, differ.
 * The words are few; nothing is returned rather than a guess.
 */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = closest(word, words);
  const away = distance(word, found);
  return away <= Math.max(2, Math.floor(found.length / 3)) && away < found.length ? found : undefined;
}
