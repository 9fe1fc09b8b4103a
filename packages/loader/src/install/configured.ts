import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { nearest } from '../pipeline/nearest.ts';
import { quoted, sourceError } from '../sources/diagnostics.ts';
import { allowsFileGit } from '../sources/git-environment.ts';
import { parseSource } from '../sources/parse-source.ts';
import type { ModSource, PathBase } from '../sources/source.ts';
import { sourceIdentity } from '../sources/source-identity.ts';
import type { InstallIo, InstallScope, ScopeName } from './types.ts';

/** A source as one settings file has it. */
export interface ConfiguredSource {
  readonly text: string;
  readonly source: ModSource;
  readonly identity: string;
}

/** A text in settings that is no source. */
export interface BrokenSource {
  readonly text: string;
  readonly error: Diagnostic;
}

/**
 * The sources of a scope's settings, and what cannot be understood. Of several entries with one identity the first
 * counts, as it does when mods are loaded.
 */
export async function readConfigured(
  scope: InstallScope,
  home: string,
): Promise<{ sources: ConfiguredSource[]; broken: BrokenSource[] }> {
  const sources: ConfiguredSource[] = [];
  const broken: BrokenSource[] = [];
  for (const text of await scope.settings.sources()) {
    try {
      const one = understand(text, { root: scope.root, home });
      if (!sources.some(({ identity }) => identity === one.identity)) sources.push(one);
    } catch (thrown) {
      if (!ModError.isInstance(thrown)) throw thrown;
      broken.push({ text, error: thrown.diagnostic });
    }
  }
  return { sources, broken };
}

/** The sources alone, where those that cannot be understood are nobody's concern. */
export async function configuredSources(scope: InstallScope, home: string): Promise<ConfiguredSource[]> {
  return (await readConfigured(scope, home)).sources;
}

/** A source that a person typed. Relative paths start at `base.root`. Throws `ModError`. */
export function understand(text: string, base: PathBase): ConfiguredSource {
  const source = parseSource(text);
  return { text: text.trim(), source, identity: sourceIdentity(source, base) };
}

/** The identity of a text in settings; undefined for one that is no source. */
export function identityOf(text: string, base: PathBase): string | undefined {
  try {
    return understand(text, base).identity;
  } catch (thrown) {
    if (ModError.isInstance(thrown)) return undefined;
    throw thrown;
  }
}

/** Whether two texts mean the same: the same package by the same way, and the same wish for a version or ref. */
export function meansTheSame(one: ModSource, two: ModSource): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

/** The scopes that a command looks in, of those there are. */
export function chosenScopes(
  io: InstallIo,
  names: readonly ScopeName[] | undefined,
): readonly InstallScope[] {
  return names === undefined ? io.scopes : io.scopes.filter((scope) => names.includes(scope.name));
}

/** The error for a source that no settings file has. It names the nearest one, in whatever spelling that is near. */
export function notConfigured(typed: string, known: readonly ConfiguredSource[]): ModError {
  const spellings = new Map(
    known.flatMap(({ text, identity }) =>
      [text, identity, identity.replace(/^.*[:/]/, '')].map((word) => [word, text]),
    ),
  );
  const suggestion = spellings.get(nearest(typed, [...spellings.keys()]) ?? '');
  return sourceError('SOURCE_NOT_CONFIGURED', {
    message: `${quoted(typed)} is not in mods.sources of any settings file.`,
    ...(suggestion === undefined ? {} : { hint: `Did you mean ${suggestion}?` }),
  });
}

/** Refuses `file:` remotes unless they are switched on. */
export function refuseFileGit(source: ModSource, env: NodeJS.ProcessEnv): void {
  if (source.kind === 'git' && source.protocol === 'file' && !allowsFileGit(env)) {
    throw sourceError('SOURCE_FILE_GIT', {
      message: `${source.url} is reached over file:, which is switched off.`,
    });
  }
}
