import { ownerOf } from './origin.ts';
import type { Candidate, Dropped, DropReason, Scope } from './types.ts';

/** What may load now. */
export interface GateRules {
  /** Built-in mods only. */
  readonly safeMode: boolean;
  /** Why the project's own mods stay out; `undefined` when they may load. */
  readonly projectStaysOut: 'not-trusted' | 'headless' | undefined;
  /** The settings files that switch off everything installed or dropped in. */
  readonly disableAll: readonly string[];
  /** Settings files whose content is unknown, by scope. */
  readonly broken: ReadonlyMap<Scope, string>;
}

/**
 * Decides what may load at all, before anything is opened: safe mode, the trust gate, `disableAll`, and settings that cannot be
 * read. What a person names with `--mod` passes everything but safe mode.
 */
export function gate(
  candidates: readonly Candidate[],
  rules: GateRules,
): { readonly kept: readonly Candidate[]; readonly dropped: readonly Dropped[] } {
  const kept: Candidate[] = [];
  const dropped: Dropped[] = [];
  for (const candidate of candidates) {
    const closed = whyClosed(candidate, rules);
    if (closed === undefined) kept.push(candidate);
    else dropped.push({ path: candidate.path, origin: candidate.origin, ...closed });
  }
  return { kept, dropped };
}

function whyClosed(
  { origin }: Candidate,
  { safeMode, projectStaysOut, disableAll, broken }: GateRules,
): { readonly reason: DropReason; readonly by?: string } | undefined {
  if (safeMode) return { reason: 'safe-mode' };
  const scope = ownerOf(origin);
  if (scope === undefined) return undefined;
  if (scope === 'project' && projectStaysOut !== undefined) return { reason: projectStaysOut };
  const [switchedOffBy] = disableAll;
  if (switchedOffBy !== undefined) return { reason: 'disable-all', by: switchedOffBy };
  const unknown = broken.get(scope);
  return unknown === undefined ? undefined : { reason: 'settings-unreadable', by: unknown };
}

/** Why a project's own mods stay out of a run: it is not trusted, or the run has no screen on which to ask. */
export function whyProjectStaysOut(run: {
  readonly isProjectTrusted: boolean;
  readonly headless: boolean;
  readonly allowProject: boolean;
}): GateRules['projectStaysOut'] {
  if (run.allowProject) return undefined;
  if (!run.isProjectTrusted) return 'not-trusted';
  return run.headless ? 'headless' : undefined;
}
