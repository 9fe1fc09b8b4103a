import type { SourceOutcome } from '@cmd-mods/loader';
import type { BackingTarget, Target } from '../commands/mods/find-targets.ts';
import type { Io } from '../io.ts';
import { outcomeText } from './outcome-text.ts';
import { pathText } from './path-text.ts';

type Places = Pick<Io, 'cwd' | 'home' | 'coloured'>;

/** What was removed. */
export type Removed = { readonly kind: 'source'; readonly outcome: SourceOutcome } | BackingTarget;

/** What was removed, for people, with the mods that went. */
export function removedText(removed: Removed, places: Places): string {
  if (removed.kind === 'source') return outcomeText(removed.outcome, places);
  const { mods } = removed.backing;
  const went = mods.length > 1 ? `  with it went: ${mods.join(', ')}\n` : '';
  return `Removed ${targetText(removed, places)}\n${went}`;
}

/** What would be removed, in words that tell it from the others of its name. */
export function targetText(target: Target, places: Places): string {
  if (target.kind === 'source') {
    return `the source ${target.source} (${target.scopes.join(' and ')})`;
  }
  const { origin, scope, path } = target.backing;
  if (origin.kind === 'drop-in') return `${pathText(path, places)} (${scope})`;
  const written = origin.kind === 'path' ? origin.written : origin.source;
  return `the entry ${written} in mods.paths (${scope})`;
}
