import type { HostState } from './host-state.ts';
import type { Conflict } from './mod-host.ts';
import { isOldCode } from './mod-record.ts';
import { namedRegistries } from './named-registries.ts';

/** Why a name is where it is, when neither mod is built in. */
export const FIRST_HAS_IT = 'the mod that comes first keeps the name';

/** The names that two mods registered, and who has each. */
export function registryConflicts(state: HostState): readonly Conflict[] {
  return namedRegistries(state).flatMap(([kind, registry]) =>
    registry
      .clashes()
      .filter(({ winner, loser }) => !isOldCode(winner.mod, loser.mod))
      .map(({ winner, loser }) => ({
        kind,
        name: winner.name,
        winner: winner.mod.name,
        loser: loser.mod.name,
        rule: FIRST_HAS_IT,
      })),
  );
}

/** The error of a tool whose name is taken. */
export function toolTaken(tool: string, holder: string): Error {
  return new Error(
    `The tool "${tool}" is left out: ${holder === '' ? 'a built-in tool' : `the mod "${holder}"`} has that name.`,
  );
}
