/** How many bytes at the start of a file tell what it is. */
export const HEAD_BYTES = 8192;

/** File kinds that models ask for although they cannot read them, by their first bytes (latin1). */
const SIGNATURES: readonly (readonly [start: string, kind: string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\x7fELF', 'a program'],
  ['\0asm', 'a WebAssembly module'],
  ['SQLite format 3', 'an SQLite database'],
  ['\xff\xfe', 'UTF-16 text (convert it with `iconv -f UTF-16 -t UTF-8`)'],
  ['\xfe\xff', 'UTF-16 text (convert it with `iconv -f UTF-16 -t UTF-8`)'],
];

/**
 * What kind of binary file begins with these bytes.
 * @param head the first {@link HEAD_BYTES} of the file, or all of a shorter one.
 * @returns `undefined` when it is text as far as can be told: no signature and no zero byte.
 */
export function binaryKind(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 16)).toString('latin1');
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (known !== undefined) return known[1];
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'a WebP image';
  return head.subarray(0, HEAD_BYTES).includes(0) ? 'a binary file' : undefined;
}

/** The text of a file, and whether a byte order mark stood before it; `undefined` when the bytes are not UTF-8. */
export function decodeUtf8(
  bytes: Uint8Array,
): { readonly text: string; readonly hasBom: boolean } | undefined {
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), hasBom };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
