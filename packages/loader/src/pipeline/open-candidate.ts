import type { Diagnostic } from '@cmd-mods/mod-api';
import { resolveModPath } from '../import/resolve-mod-path.ts';
import { pipelineDiagnostic } from './diagnostics.ts';
import type { Candidate, Dropped, DropReason, ModEntry, SkillsPath, StepResult } from './types.ts';

/** What a candidate turned out to hold. */
export interface OpenedCandidate extends StepResult<ModEntry> {
  readonly skills: readonly SkillsPath[];
}

/**
 * Resolves a candidate and reads its manifest: a file is one mod, a folder offers what package rules say. A folder in a mods
 * folder that is no package is nobody's fault; for everything that a person named, holding no mods is a warning.
 */
export async function openCandidate({ path, origin }: Candidate): Promise<OpenedCandidate> {
  const found = await resolveModPath(path);
  if (found.kind === 'mods') {
    const { apiRange } = found;
    return {
      kept: found.mods.map((mod) => ({ ...mod, origin, ...(apiRange && { apiRange }) })),
      skills: found.skills.map((skill) => ({ path: skill, package: found.packageName, origin })),
      dropped: found.helpers.map((helper): Dropped => ({ path: helper, origin, reason: 'helper' })),
      diagnostics: found.diagnostics,
    };
  }
  const reason: DropReason = found.kind === 'missing' ? 'missing' : 'no-mods';
  const isSilent = origin.kind === 'drop-in' && found.kind === 'unusable';
  const problems = found.kind === 'unusable' ? found.diagnostics : [];
  return {
    kept: [],
    skills: [],
    dropped: [{ path, origin, reason }],
    diagnostics: [...problems, ...(isSilent ? [] : [explain(path, origin, found.diagnostic)])],
  };
}

function explain(path: string, origin: Candidate['origin'], found: Diagnostic): Diagnostic {
  if (origin.kind === 'flag' || origin.kind === 'drop-in') return found;
  const { message } = found;
  const isMissing = found.code === 'MOD_PATH_MISSING';
  if (origin.kind === 'path') {
    return pipelineDiagnostic('PATHS_ENTRY_UNUSABLE', {
      message: `${origin.written} in mods.paths: ${message}`,
      where: { file: path },
    });
  }
  if (!isMissing) {
    return pipelineDiagnostic('SOURCE_EMPTY_PACKAGE', {
      message: `The source ${origin.source}: ${message}`,
      where: { file: path },
    });
  }
  const isLocal = origin.identity.startsWith('local:');
  const hint = isLocal
    ? `Bring the folder back, or run cmd mods remove ${origin.source}`
    : `Run cmd mods update ${origin.source}`;
  return pipelineDiagnostic('SOURCE_NOT_INSTALLED', {
    message: isLocal
      ? `The local source ${origin.source} is not there.`
      : `The source ${origin.source} is configured and not installed.`,
    where: { file: path },
    hint,
  });
}
