import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import { quoted, sourceError } from './diagnostics.ts';
import type { NpmSource, NpmWant } from './source.ts';

const NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const NAME_LIMIT = 214;
/** A dist-tag, by npm's rule: what needs no encoding in a URL. */
const TAG = /^[A-Za-z0-9_.!~*'()][A-Za-z0-9_.!~*'()-]*$/;

/**
 * Understands `name`, `@scope/name`, and either with `@version`, `@range` or `@tag` behind it. Aliases, URLs and paths
 * behind the `@` are refused: those would bring code from outside the registry. Throws `ModError`.
 */
export function parseNpmSource(text: string): NpmSource {
  const at = text.indexOf('@', 1);
  const name = at === -1 ? text : text.slice(0, at);
  if (!NAME.test(name) || name.length > NAME_LIMIT || name === 'node_modules' || name === 'favicon.ico') {
    throw sourceError('SOURCE_NPM_NAME', { message: `${quoted(name)} is not the name of an npm package.` });
  }
  return {
    kind: 'npm',
    name,
    want: at === -1 ? { kind: 'tag', value: 'latest' } : parseWant(text, text.slice(at + 1)),
  };
}

function parseWant(text: string, value: string): NpmWant {
  const version = valid(value);
  if (version !== null) return { kind: 'version', value: version };
  if (value.trim() !== '' && validRange(value) !== null) return { kind: 'range', value };
  if (TAG.test(value)) return { kind: 'tag', value };
  throw sourceError('SOURCE_NPM_VERSION', {
    message: `${quoted(value)} in ${quoted(text)} is no version, no range and no tag.`,
  });
}
