import { pipelineDiagnostic } from './diagnostics.ts';
import type { OpenedCandidate } from './open-candidate.ts';
import type { Candidate, Dropped } from './types.ts';

/** Applies a source's filter to the mods that it offers. The glob matcher is loaded only when there is a filter. */
export async function filterSource(
  { origin, path }: Candidate,
  opened: OpenedCandidate,
): Promise<OpenedCandidate> {
  if (origin.kind !== 'source' || origin.filter === undefined || opened.kept.length === 0) return opened;
  const { filterMods } = await import('./filter-mods.ts');
  const { kept, dropped, unmatched } = filterMods(opened.kept, origin.filter);
  const left = dropped.map(
    ({ mod, by }): Dropped => ({ name: mod.name, path: mod.file, origin, reason: 'filtered', by }),
  );
  const warnings = unmatched.map(({ pattern, nearest }) => {
    const guess = nearest === undefined ? '' : ` The nearest mod is ${nearest}.`;
    const message = `The pattern ${JSON.stringify(pattern)} of ${origin.source} matches none of its mods.${guess}`;
    return pipelineDiagnostic('FILTER_MATCHES_NOTHING', { message, where: { file: path } });
  });
  return {
    ...opened,
    kept,
    dropped: [...opened.dropped, ...left],
    diagnostics: [...opened.diagnostics, ...warnings],
  };
}
