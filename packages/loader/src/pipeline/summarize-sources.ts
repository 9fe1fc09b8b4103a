import type { LocatedSource } from './locate-source.ts';
import type { Candidate, Dropped, ModEntry, Scope, SkillsPath } from './types.ts';

/** A configured source that counts, and what it gives. */
export interface SourceSummary {
  /** As the settings file has it. */
  readonly source: string;
  readonly scope: Scope;
  readonly state: 'installed' | 'missing' | 'empty';
  /** Names of the mods that it contributes. */
  readonly mods: readonly string[];
}

/** Sums up the sources that count, in order. A shadowed one stands among what was dropped instead. */
export function summarizeSources(
  candidates: readonly Candidate[],
  located: readonly LocatedSource[],
  mods: readonly ModEntry[],
  skills: readonly SkillsPath[],
  dropped: readonly Dropped[],
): readonly SourceSummary[] {
  return located
    .filter(({ origin }) => candidates.some((candidate) => candidate.origin === origin))
    .map(({ origin, isThere }) => {
      const names = mods.filter((mod) => mod.origin === origin).map(({ name }) => name);
      // A mod that a person switched off is there all the same.
      const isOff = dropped.some((drop) => drop.origin === origin && drop.reason === 'disabled');
      const contributes = names.length > 0 || isOff || skills.some((skill) => skill.origin === origin);
      const state = contributes ? 'installed' : isThere ? 'empty' : 'missing';
      return { source: origin.source, scope: origin.scope, state, mods: names };
    });
}
