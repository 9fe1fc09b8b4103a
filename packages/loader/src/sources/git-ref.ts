import { quoted, sourceError } from './diagnostics.ts';

/**
 * Characters and sequences that git allows in no ref name (git-check-ref-format(1)). A leading dash is legal for git in
 * places, and refused here because git would take it for an option.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|\.lock(?:\/|$)|[/.]$|^@$/;

/** Gives back a ref that git takes for nothing but a ref. Throws `ModError` for any other text. */
export function checkGitRef(ref: string): string {
  if (ref === '' || ref.length > 255 || FORBIDDEN.test(ref)) {
    throw sourceError('SOURCE_GIT_REF', { message: `${quoted(ref)} is not a valid git ref.` });
  }
  return ref;
}
