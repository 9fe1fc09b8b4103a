import { ModError } from '@cmd-mods/mod-api';
import { sourceError } from '../sources/diagnostics.ts';
import { allowsFileGit } from '../sources/git-client.ts';
import { parseSource } from '../sources/parse-source.ts';
import type { ModSource, PathBase } from '../sources/source.ts';
import { sourceIdentity } from '../sources/source-identity.ts';
import { nearest } from './nearest.ts';
import type { InstallIo, InstallScope, ScopeName } from './types.ts';

/** A source as one settings file has it. */
export interface ConfiguredSource {
  readonly text: string;
  readonly source: ModSource;
  readonly identity: string;
}

/** The sources of a scope's settings that can be understood. The others are for the loader to report. */
export async function configuredSources(scope: InstallScope, home: string): Promise<ConfiguredSource[]> {
  const texts = await scope.settings.sources();
  return texts.flatMap((text) => {
    try {
      return [understand(text, { root: scope.root, home })];
    } catch (thrown) {
      if (ModError.isInstance(thrown)) return [];
      throw thrown;
    }
  });
}

/** A source that a person typed. Relative paths start at `base.root`. Throws `ModError`. */
export function understand(text: string, base: PathBase): ConfiguredSource {
  const source = parseSource(text);
  return { text: text.trim(), source, identity: sourceIdentity(source, base) };
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

/** The error for a source that no settings file has. It names the nearest one. */
export function notConfigured(typed: string, known: readonly ConfiguredSource[]): ModError {
  const suggestion = nearest(
    typed,
    known.map(({ text }) => text),
  );
  return sourceError('SOURCE_NOT_CONFIGURED', {
    message: `${JSON.stringify(typed)} is not in mods.sources of any settings file.`,
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
