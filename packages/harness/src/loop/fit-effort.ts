import { EFFORTS, type ThinkingEffort } from '@cmd-mods/mod-api';

/**
 * The effort to ask a model for: the wanted one where the model has it, else the nearest lower one, else its lowest.
 * @param known - The efforts the model has; `undefined` when that is not known, and then nothing is changed.
 * @returns `undefined`, the model's own, when it has none at all.
 */
export function fitEffort(
  wanted: ThinkingEffort,
  known: readonly ThinkingEffort[] | undefined,
): ThinkingEffort | undefined {
  if (known === undefined || known.includes(wanted)) return wanted;
  const ordered = EFFORTS.filter((effort) => known.includes(effort));
  return ordered.findLast((effort) => EFFORTS.indexOf(effort) < EFFORTS.indexOf(wanted)) ?? ordered[0];
}
