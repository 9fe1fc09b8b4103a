import {
  type Backing,
  configuredSources,
  findBacking,
  nearest,
  type ScopeName,
  sourceIdentity,
} from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from '../../diagnostics.ts';
import type { Io } from '../../io.ts';
import { whereIn } from '../../run/load-run-mods.ts';
import type { InstallWorld } from './install-world.ts';
import { knownNames } from './known-names.ts';
import { understandSource } from './understand-source.ts';

/** A source in the scopes that have it. */
export interface SourceTarget {
  readonly kind: 'source';
  readonly source: string;
  readonly scopes: readonly ScopeName[];
  /** Where the source's relative path starts. */
  readonly cwd: string;
}

/** A drop-in, or an entry of `mods.paths`. */
export interface BackingTarget {
  readonly kind: 'backing';
  readonly backing: Backing;
}

/** One thing that can be removed. */
export type Target = SourceTarget | BackingTarget;

/**
 * What a person may mean: the source that is spelled so, and everything that backs a mod of this name.
 *
 * @returns at least one.
 * @throws UsageError for text that can be neither; ModError when there is nothing, or a settings file does not parse.
 */
export async function findTargets(
  text: string,
  scopes: readonly ScopeName[],
  world: InstallWorld,
  io: Io,
): Promise<readonly Target[]> {
  const { locations, installIo } = world;
  const spelled = identityOf(text, io);
  const found = installIo.scopes.filter(({ name }) => scopes.includes(name));
  const configured = await Promise.all(
    found.map(async (scope) => ({ scope, sources: await configuredSources(scope, io.home) })),
  );
  const having = configured.filter(({ sources }) => sources.some(({ identity }) => identity === spelled));
  const sourceTarget: readonly Target[] =
    having.length === 0
      ? []
      : [{ kind: 'source', source: text, scopes: having.map(({ scope }) => scope.name), cwd: io.cwd }];
  const backings = await findBacking(text, locations, scopes);
  const targets = [...sourceTarget, ...backings.flatMap((backing) => targetOf(backing, spelled, world))];
  if (targets.length > 0) return targets;
  const texts = configured.flatMap(({ sources }) => sources.map((source) => source.text));
  const names = (await knownNames(whereIn(io), [])) ?? [];
  throw nothingIsCalled(text, scopes, [...names, ...texts]);
}

/** The identity of the source that the text spells, or undefined for one that can only be a name. */
function identityOf(text: string, { cwd, home }: Io): string | undefined {
  try {
    return sourceIdentity(understandSource(text), { root: cwd, home });
  } catch (error) {
    // A mod may have a name that no package can have.
    if (ModError.isInstance(error) && !/[/:\\]/.test(text)) return undefined;
    throw error;
  }
}

function targetOf(
  backing: Backing,
  spelled: string | undefined,
  { installIo }: InstallWorld,
): readonly Target[] {
  const { origin, scope } = backing;
  if (origin.kind !== 'source') return [{ kind: 'backing', backing }];
  if (origin.identity === spelled) return [];
  const cwd = installIo.scopes.find(({ name }) => name === scope)?.root ?? '';
  return [{ kind: 'source', source: origin.source, scopes: [scope], cwd }];
}

function nothingIsCalled(text: string, scopes: readonly ScopeName[], known: readonly string[]): ModError {
  const isSpelled = /[/:\\]/.test(text);
  const isLimited = !scopes.includes('project');
  const what = isSpelled
    ? `${text} is not in mods.sources of ${isLimited ? 'your own settings' : 'any settings file'}`
    : `${text} is neither the name of a mod ${isLimited ? 'of your own ' : ''}nor a configured source`;
  const message = `${what}${isLimited ? ", and -g leaves the project's out" : ''}. Nothing was removed.`;
  const suggestion = nearest(text, known);
  return new ModError(
    diagnostic('NAME_UNKNOWN', { message, ...(suggestion && { hint: `Did you mean ${suggestion}?` }) }),
  );
}
