import type { Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';

/** What is to be said of a script of which some turns were not asked for: nothing when none are left. */
export function scriptLeftover(turnsLeft: number, file: string): readonly Diagnostic[] {
  if (turnsLeft === 0) return [];
  const turns = turnsLeft === 1 ? 'One turn of the script was' : `${turnsLeft} turns of the script were`;
  return [diagnostic('SCRIPT_TURNS_LEFT', { message: `${turns} not used.`, where: { file } })];
}
