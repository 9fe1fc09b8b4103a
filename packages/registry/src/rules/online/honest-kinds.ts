import type { InspectReport } from '@cmd-mods/inspect';
import { KINDS, type Kind } from '../../types.ts';

/** The kinds that a scan finds, in their order. */
export function foundKinds({ hooks, adds }: InspectReport): Kind[] {
  const found = new Set<string>(adds.map(({ kind }) => kind));
  if (hooks.length > 0) found.add('hook');
  return KINDS.filter((kind) => found.has(kind));
}

/** How an entry's kinds and a scan disagree. */
export interface Dishonesty {
  readonly unlisted: readonly Kind[];
  /** Listed and not found, though the scan saw everything. */
  readonly unfounded: readonly string[];
}

/** Compares. What a scan could not see may well be there, so a listed kind is doubted only when it saw everything; observing counts as a hook. */
export function compareKinds(kinds: readonly string[], report: InspectReport): Dishonesty {
  const found = foundKinds(report);
  const sawAll =
    report.reach.dynamic.state === 'no' &&
    report.reach.external.state === 'no' &&
    report.hooks.every(({ name }) => name !== '*');
  const isSeen = (kind: string) =>
    (found as readonly string[]).includes(kind) || (kind === 'hook' && report.events.length > 0);
  return {
    unlisted: found.filter((kind) => !kinds.includes(kind)),
    unfounded: sawAll ? kinds.filter((kind) => !isSeen(kind)) : [],
  };
}
