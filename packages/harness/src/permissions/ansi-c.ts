const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g;

/** What bash makes of the inside of `$'...'`: a program's name can be written in numbers there. */
export function decodeAnsiC(inner: string): string {
  return inner.replace(ESCAPE, (_all, hex, short, long, octal, letter) => {
    if (letter !== undefined) return LETTERS[letter] ?? letter;
    const code = octal === undefined ? Number.parseInt(hex ?? short ?? long, 16) : Number.parseInt(octal, 8);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
