/** How a hasty reader sees a name. */

/** Letters of other alphabets that look like a Latin one; the commonest, in lower case. */
export const LOOKALIKES: Readonly<Record<string, string>> = {
  ...pairs('авеёзіїјкмнорстуүхѕԁԛԝһӏпг', 'abee3iijkmhopctyyxsdqwhlnr'),
  ...pairs('αβεηικνορτυχωγ', 'abenikvoptuxwy'),
  ...pairs('ոօսհıɡɑʟøłđß', 'nouhigaloldb'),
};

/** Lower case, with every letter that looks like a Latin one made that one, and invisible characters gone. */
export function foldLookalikes(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Mn}\p{Cf}]/gu, '');
  // What still has no look-alike among them must not be folded again.
  return [...plain].map((letter) => LOOKALIKES[letter] ?? (letter > '~' ? '?' : letter)).join('');
}

/** Without separators; letters of other alphabets as the Latin ones that they look like. */
export function squash(name: string): string {
  return foldLookalikes(name).replace(/[-_.]/g, '');
}

/** A squashed name, with digits and letters that look alike made one: 0 and o, 1 and i and l, rn and m. */
export function look(squashed: string): string {
  return squashed.replaceAll('rn', 'm').replaceAll('0', 'o').replace(/[1i]/g, 'l');
}

/** The same for one ASCII code; 0 for separators, which are left out. `rn` takes two codes, and is not in here. */
export const LOOKS_LIKE: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const seen = look(squash(String.fromCharCode(code)));
  return seen === '' ? 0 : seen.charCodeAt(0);
});

function pairs(strange: string, latin: string): Record<string, string> {
  return Object.fromEntries([...strange].map((letter, at) => [letter, latin[at] ?? '']));
}
