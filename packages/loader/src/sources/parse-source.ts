import { quoted, sourceError } from './diagnostics.ts';
import { parseGitUrl, parseHostPath, parseScpAddress, parseShorthand } from './parse-git.ts';
import { parseNpmSource } from './parse-npm.ts';
import type { ModSource } from './source.ts';

/**
 * Understands what a person writes after `cmd mods add`, or a settings file holds in `mods.sources`:
 *
 * - `name`, `@scope/name`, `npm:name`, each with `@version`, `@range` or `@tag`: an npm package;
 * - `owner/repo`, `https://…`, `ssh://…`, `git@host:owner/repo`, `git:` before any of them or before `host/owner/repo`,
 *   each with `@ref` or `#ref`: a git repository;
 * - `./x`, `../x`, `~/x`, an absolute path: a local file or folder.
 *
 * Pure. Throws `ModError` with a code that says what is wrong. (Seed 001, "Packaging and install".)
 */
export function parseSource(written: string): ModSource {
  const text = written.replace(/^ +| +$/g, '');
  refuseDangerous(text);
  if (isLocalPath(text)) return { kind: 'local', path: text };
  if (text.includes('::')) {
    throw sourceError('SOURCE_TRANSPORT', {
      message: `${quoted(text)} names a git transport helper, which can run programs.`,
    });
  }
  if (/^npm:/i.test(text)) return parseNpmSource(refuseDangerous(text.slice('npm:'.length)));
  if (/^git:(?!\/\/)/i.test(text)) return parseGitSource(refuseDangerous(text.slice('git:'.length)));
  if (text.includes('://')) return parseGitUrl(text);
  if (/^file:/i.test(text)) {
    throw sourceError('SOURCE_PROTOCOL', {
      message: `${quoted(text)} is no source.`,
      hint: 'For a folder, write its path: ./folder',
    });
  }
  if (isScpAddress(text)) return parseScpAddress(text);
  return text.startsWith('@') || !text.includes('/') ? parseNpmSource(text) : parseSlashed(text);
}

function refuseDangerous(text: string): string {
  if (text === '') throw sourceError('SOURCE_EMPTY', { message: 'The source is empty.' });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) {
    throw sourceError('SOURCE_CONTROL_CHARACTER', {
      message: `${quoted(text)} holds a control character.`,
    });
  }
  if (text.startsWith('-')) {
    throw sourceError('SOURCE_LEADING_DASH', {
      message: `${quoted(text)} begins with a dash, as an option does.`,
    });
  }
  return text;
}

/** `.`, `..`, `./x`, `../x`, `~`, `~/x`, `/x`, and the Windows forms of these. */
function isLocalPath(text: string): boolean {
  return /^(?:\.{1,2}|~)(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]/.test(text);
}

function isScpAddress(text: string): boolean {
  return /^[^@/:]+(?::[^@/]*)?@[^@/:]+:/.test(text);
}

/** What follows `git:`. */
function parseGitSource(text: string): ModSource {
  if (text.includes('://')) return parseGitUrl(text);
  if (isScpAddress(text)) return parseScpAddress(text);
  if (isLocalPath(text)) {
    throw sourceError('SOURCE_GIT_ADDRESS', {
      message: `${quoted(text)} is a path, not the address of a repository.`,
      hint: `Add the folder itself: ${text}`,
    });
  }
  return repositoryParts(text) > 2 || isHost(text) ? parseHostPath(text) : parseShorthand(text);
}

/** Text with a slash and no prefix is GitHub's `owner/repo`; more parts are a host or a mistake. */
function parseSlashed(text: string): ModSource {
  if (isHost(text)) {
    throw sourceError('SOURCE_BARE_HOST', {
      message: `${quoted(text)} looks like a host with a repository on it.`,
      hint: `Write git:${text}; for a folder, write ./${text}`,
    });
  }
  return parseShorthand(text);
}

/** Whether the first part is a host: it has a dot or a port, which no GitHub owner has. */
function isHost(text: string): boolean {
  return /^[^/@#]*[.:][^/@#]*\//.test(text);
}

function repositoryParts(text: string): number {
  return text
    .replace(/[@#].*$/, '')
    .replace(/\/+$/, '')
    .split('/').length;
}
