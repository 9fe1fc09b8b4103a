import type { Diagnostic } from '@cmd-mods/mod-api';
import { pipelineDiagnostic } from './diagnostics.ts';
import type { Dropped, ModEntry, StepResult } from './types.ts';

/**
 * Holds what packages ask for against the version of the API that this host speaks, before any code of theirs runs.
 * A range on the host program's own package counts that program's versions, so there only a range that is wholly newer counts.
 * A range that is no range is a warning, and the mod loads.
 */
export async function fit(mods: readonly ModEntry[], apiVersion: string): Promise<StepResult<ModEntry>> {
  const asking = mods.filter(({ apiRange }) => apiRange !== undefined && apiRange.range !== '*');
  if (asking.length === 0) return { kept: mods, dropped: [], diagnostics: [] };
  const { default: semver } = await import('semver');
  const kept: ModEntry[] = [];
  const dropped: Dropped[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const mod of mods) {
    const { apiRange, name, file, origin } = mod;
    if (apiRange === undefined || semver.validRange(apiRange.range) === null) {
      kept.push(mod);
      if (apiRange !== undefined) {
        const message = `${apiRange.key} is ${JSON.stringify(apiRange.range)}, which is no range of versions.`;
        diagnostics.push(
          pipelineDiagnostic('API_RANGE_INVALID', { message, where: { file: apiRange.file }, mod: name }),
        );
      }
      continue;
    }
    const { range, key } = apiRange;
    const fits = key.endsWith('@commandcode/harness')
      ? !semver.ltr(apiVersion, range)
      : semver.satisfies(apiVersion, range, { includePrerelease: true });
    if (fits) {
      kept.push(mod);
      continue;
    }
    dropped.push({ name, path: file, origin, reason: 'does-not-fit', by: `${key} ${range}` });
    const message = `${name} asks for API ${range} (${key}); this host speaks ${apiVersion}.`;
    diagnostics.push(
      pipelineDiagnostic('MOD_DOES_NOT_FIT', { message, where: { file: apiRange.file }, mod: name }),
    );
  }
  return { kept, dropped, diagnostics };
}
