/** The files of a package, as data: where they come from is no matter of the scanner. */

/** Bytes or text, a function that reads them when they are needed, or why they cannot be had. */
export type FileSource = Uint8Array | string | (() => Uint8Array) | { readonly unread: string };

/** Paths relative to the package's root, with forward slashes, and what is there. */
export type PackageFiles = ReadonlyMap<string, FileSource>;

/** A file's text, or why there is none. */
export type ReadFile = { readonly text: string; readonly isDamaged: boolean } | { readonly unread: string };

/** Larger sources are not read: a tree of one takes some fifty times its size. */
export const LARGEST_SOURCE: number = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a file as text. Bytes that are no text are said to be none, and never guessed at. */
export function readText(source: FileSource): ReadFile {
  if (typeof source === 'object' && 'unread' in source) return source;
  if (typeof source === 'string')
    return source.length > LARGEST_SOURCE ? { unread: tooLarge(source.length) } : checked(source, false);
  let bytes: Uint8Array;
  try {
    bytes = typeof source === 'function' ? source() : source;
  } catch (error) {
    return { unread: `it cannot be read (${error instanceof Error ? error.message : String(error)})` };
  }
  if (bytes.length > LARGEST_SOURCE) return { unread: tooLarge(bytes.length) };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { unread: 'it is UTF-16, and sources are UTF-8' };
  const text = utf8.decode(bytes);
  return checked(text, text.includes('\ufffd') && !isValid(bytes));
}

/** The words for a file that is too large. */
export function tooLarge(size: number): string {
  return `it is too large (${(size / 1024 / 1024).toFixed(1)} MB; the limit is ${LARGEST_SOURCE / 1024 / 1024} MB)`;
}

function checked(text: string, isDamaged: boolean): ReadFile {
  if (text.includes('\0')) return { unread: 'it is not text (it has NUL bytes)' };
  return { text, isDamaged };
}

function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
