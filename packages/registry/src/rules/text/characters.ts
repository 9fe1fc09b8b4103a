/** Characters that do not belong into names and descriptions. */

import { LOOKALIKES } from './reading.ts';

/** Names every character outside ASCII, once: a look-alike with the letter it passes for, an invisible one by its number. */
export function strangeCharacters(text: string): string[] {
  const strange = new Set([...text].filter((character) => !/[\x20-\x7e]/.test(character)));
  return [...strange].map((character) => {
    const number = codePoint(character);
    if (isInvisible(character)) return `the invisible character ${number}`;
    const latin = LOOKALIKES[character.toLowerCase()];
    return latin === undefined
      ? `"${character}" (${number})`
      : `"${character}" (${number}), which looks like "${latin}"`;
  });
}

/** Controls, zero-width and direction-changing characters, and others that show nothing. */
export function isInvisible(character: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5/u.test(
    character,
  );
}

/** `U+202E`. */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
