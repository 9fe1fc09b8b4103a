import { codePoint, isInvisible } from '../rules/text/characters.ts';

/**
 * A text that shows all that is in it: control, zero-width and direction-changing characters appear by their number. Texts
 * of a registry come from strangers, and a terminal or a log would obey them.
 */
export function visible(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return [...text]
    .map((character) => (isInvisible(character) ? `<${codePoint(character)}>` : character))
    .join('');
}

/** `3 errors and 1 warning`. */
export function countText(findings: readonly { readonly severity: 'error' | 'warning' }[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return `${plural(errors, 'error')} and ${plural(findings.length - errors, 'warning')}`;
}

/** `1 entry`, `2 entries`. */
export function plural(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}
