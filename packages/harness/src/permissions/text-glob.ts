/**
 * Whether all of `text` matches a glob in which `*` stands for any run of characters, slashes too, `?` for any one character,
 * and a backslash takes the meaning from the character after it. Everything else is literal.
 * Takes at most time in proportion to both lengths multiplied: no pattern makes it backtrack without end.
 */
export function matchesTextGlob(glob: string, text: string): boolean {
  const pattern = tokens(glob);
  const characters = [...text];
  let at = 0;
  let index = 0;
  let star: { at: number; index: number } | undefined;
  while (index < characters.length) {
    const token = pattern[at];
    if (token?.kind === 'any') {
      star = { at, index };
      at += 1;
    } else if (
      token?.kind === 'one' ||
      (token?.kind === 'literal' && token.character === characters[index])
    ) {
      at += 1;
      index += 1;
    } else if (star !== undefined) {
      star.index += 1;
      index = star.index;
      at = star.at + 1;
    } else return false;
  }
  return pattern.slice(at).every((token) => token.kind === 'any');
}

/** Whether a glob holds no wildcard, so that it stands for one text. @returns that text, or `undefined`. */
export function literalOfGlob(glob: string): string | undefined {
  let literal = '';
  for (const token of tokens(glob)) {
    if (token.kind !== 'literal') return undefined;
    literal += token.character;
  }
  return literal;
}

type Token =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'literal'; readonly character: string };

function tokens(glob: string): Token[] {
  const result: Token[] = [];
  const characters = [...glob];
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    const next = characters[index + 1];
    if (character === '*') result.push({ kind: 'any' });
    else if (character === '?') result.push({ kind: 'one' });
    else if (character === '\\' && next !== undefined) {
      result.push({ kind: 'literal', character: next });
      index += 1;
    } else result.push({ kind: 'literal', character });
  }
  return result;
}
