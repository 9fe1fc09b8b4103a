import type { Candidate, Dropped } from './types.ts';

/**
 * Keeps the first of the sources of one identity: the project's entry shadows the user's, whole, with its filter.
 * Everything that is no source passes.
 */
export function shadowSources(candidates: readonly Candidate[]): {
  readonly kept: readonly Candidate[];
  readonly dropped: readonly Dropped[];
} {
  const first = new Map<string, string>();
  const kept: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const { origin, path } = candidate;
    const by = origin.kind === 'source' ? first.get(origin.identity) : undefined;
    if (by !== undefined) dropped.push({ path, origin, reason: 'shadowed', by });
    else kept.push(candidate);
    if (origin.kind === 'source' && by === undefined) {
      first.set(origin.identity, `${origin.source} (${origin.scope})`);
    }
  }
  return { kept, dropped };
}
