/** Events that are observed, and everything that is added. */

import type { AddEntry } from '../report.ts';
import type { Solution, Use } from '../solve/uses.ts';
import type { Rule } from './rule.ts';

/** Where the name of an added thing stands: in an argument, or in a member of it. */
interface Naming {
  readonly kind: AddEntry['kind'];
  readonly member?: readonly string[];
}

const ADDS: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  ['cmd.addTool', { kind: 'tool', member: ['name', 'schema'] }],
  ['cmd.addCommand', { kind: 'command', member: ['name'] }],
  ['cmd.addFlag', { kind: 'flag' }],
  ['cmd.addProvider', { kind: 'provider', member: ['id'] }],
  ['cmd.addRenderer', { kind: 'renderer' }],
  ['cmd.addAgent', { kind: 'agent', member: ['name'] }],
  ['cmd.addShortcut', { kind: 'shortcut' }],
  ['cmd.addSkillsPath', { kind: 'skills' }],
  ['cmd.ui.widget', { kind: 'widget', member: ['placement'] }],
  ['cmd.ui.pane', { kind: 'pane', member: ['id'] }],
  ['cmd.ui.override', { kind: 'override' }],
  ['cmd.expose', { kind: 'expose' }],
]);

/** `cmd.on(name, ...)` */
export const events: Rule = ({ solution, position }, findings) => {
  for (const use of solution.uses) {
    if (use.capability.path !== 'cmd.on' || !use.call) continue;
    for (const name of namesOf(use, {}, solution)) findings.event({ name: name ?? '*', ...position(use) });
  }
};

/** `cmd.add...(...)`, and the parts of the screen. */
export const adds: Rule = ({ solution, position }, findings) => {
  for (const use of solution.uses) {
    const naming = ADDS.get(use.capability.path);
    if (!naming || !use.call) continue;
    for (const name of namesOf(use, naming, solution))
      findings.add({ kind: naming.kind, name, ...position(use) });
  }
};

function namesOf(use: Use, naming: Pick<Naming, 'member'>, solution: Solution): (string | null)[] {
  const first = use.call?.list[0];
  if (first === undefined || first < 0) return [null];
  const slots = naming.member ? membersOf(first, naming.member, solution) : [first];
  const found = slots.map((slot) => solution.constants(slot));
  const names: (string | null)[] = [...new Set(found.flatMap(({ values }) => values.map(String)))];
  if (names.length === 0 || found.some(({ isComplete }) => !isComplete)) names.push(null);
  return names;
}

/** The slots of a member; a tool has its name in its schema. */
function membersOf(
  slot: number,
  [member = 'name', holder]: readonly string[],
  solution: Solution,
): readonly number[] {
  const own = solution.member(slot, member);
  if (own.length > 0 || holder === undefined) return own;
  return solution.member(slot, holder).flatMap((inner) => solution.member(inner, member));
}
