import type { SolvedPackage } from '@cmd-mods/inspect';
import type { Span } from '../problem.ts';
import { type SourceFacts, spanOf } from './source-facts.ts';

/** Something that a mod adds under a name which all mods share. */
export interface AddedName {
  readonly kind: string;
  readonly name: string;
  /** The call, where the sources are at hand. */
  readonly at?: Span;
}

/** Where the name stands: in the first argument itself, or in members of it. */
const NAMED: Readonly<Record<string, { readonly kind: string; readonly member?: readonly string[] }>> = {
  'cmd.addTool': { kind: 'tool', member: ['schema', 'name'] },
  'cmd.addCommand': { kind: 'command', member: ['name'] },
  'cmd.addFlag': { kind: 'flag' },
  'cmd.addProvider': { kind: 'provider', member: ['id'] },
  'cmd.addRenderer': { kind: 'renderer' },
  'cmd.addAgent': { kind: 'agent', member: ['name'] },
  'cmd.addShortcut': { kind: 'shortcut' },
};

/** The names that mods add, as far as they stand in the text. */
export function addedNames(
  source: SourceFacts | undefined,
  { solution }: SolvedPackage,
): readonly AddedName[] {
  return solution.uses.flatMap((use): AddedName[] => {
    const naming = NAMED[use.capability.path];
    const first = use.call?.list[0];
    if (naming === undefined || first === undefined || first < 0) return [];
    let slots: readonly number[] = [first];
    for (const member of naming.member ?? []) slots = slots.flatMap((slot) => solution.member(slot, member));
    const names = slots
      .flatMap((slot) => solution.constants(slot).values)
      .filter((name) => typeof name === 'string');
    const call = source?.calls(use.capability.path).find((one) => one.use === use);
    return names.map((name) => ({ kind: naming.kind, name, ...(call ? { at: spanOf(call.node) } : {}) }));
  });
}
