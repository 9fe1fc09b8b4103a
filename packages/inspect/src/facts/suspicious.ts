/** Text that reads otherwise than it runs. */

import type { TextNote } from './code.ts';

/** Greek and Cyrillic letters, and everything that the other patterns look for. */
const MAY_BE_ODD = /[\u0370-\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const INVISIBLE = /[\u200b\u2060\u2061-\u2064\u{e0000}-\u{e007f}]/gu;
const WORD = /[\p{L}\p{N}_$]+/gu;
const MOST = 5;

/** Notes about direction controls, invisible characters, and names that mix scripts that look alike. */
export function suspiciousIn(text: string): TextNote[] {
  if (!MAY_BE_ODD.test(text)) return [];
  return [
    ...found(
      text,
      BIDI,
      (match) => `has a bidi control (${code(match)}), which shows text in another order than it runs`,
    ),
    ...found(text, INVISIBLE, (match) => `has an invisible character (${code(match)})`),
    ...found(text, WORD, (match) =>
      /\p{Script=Latin}/u.test(match) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(match)
        ? `has a name of mixed scripts, '${match}', with letters that look like others`
        : undefined,
    ),
  ];
}

function found(text: string, pattern: RegExp, words: (match: string) => string | undefined): TextNote[] {
  const notes: TextNote[] = [];
  for (const match of text.matchAll(pattern)) {
    const message = words(match[0]);
    if (message !== undefined && notes.push({ message, pos: match.index }) === MOST) break;
  }
  return notes;
}

function code(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
