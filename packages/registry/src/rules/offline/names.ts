import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';
import { nearNames } from '../text/near-names.ts';
import { look, squash } from '../text/reading.ts';
import { suspects } from '../text/suspects.ts';

/**
 * Names that are taken, or that read like another one. Of two that collide the later one is at fault: one that the base
 * lacks, or else the one that stands further down. Built-in names came before all. An official mod may read like a built-in one.
 */
export function* checkNames(context: OfflineContext): Generator<Problem> {
  const { builtinNames, bySeniority } = context;
  const lower = [...builtinNames];
  for (const { name } of bySeniority) lower.push((name ?? '').toLowerCase());
  const suspected = suspects(lower).flatMap((at): Named[] => {
    const entry = bySeniority[at - builtinNames.length];
    if (entry === undefined) return [{ name: lower[at] ?? '', lower: lower[at] ?? '', of: 'builtin' }];
    const { name = '', isOfficial, index } = entry;
    if (name === '') return [];
    return [{ name, lower: lower[at] ?? '', of: isOfficial ? 'official' : 'listed', index }];
  });
  const first = new Map<string, Named>();
  const distinct: Named[] = [];
  for (const named of suspected) {
    const owner = first.get(named.lower);
    if (owner === undefined) {
      first.set(named.lower, named);
      distinct.push(named);
    } else if (owner.of === 'builtin') {
      if (named.of !== 'official') yield confusable(named, owner, 'taken');
    } else {
      yield taken(named, owner);
    }
  }
  yield* checkReadings(distinct);
}

/** A name, and whose it is. */
interface Named {
  readonly name: string;
  readonly lower: string;
  readonly of: keyof typeof OF;
  /** The entry's place; absent for built-in mods. */
  readonly index?: number;
}

const OF = { builtin: 'built-in mod', official: 'official mod', listed: 'mod' } as const;

const HOW = {
  taken: 'is the name of',
  squashed: 'differs only in separators or look-alike letters from',
  alike: 'looks like',
  near: 'is one letter away from',
} as const;

/** Names that differ and yet read alike: for each the worst reading, against the first name that has it. */
function* checkReadings(names: readonly Named[]): Generator<Problem> {
  const squashed = new Map<string, Named>();
  const alike = new Map<string, Named>();
  const near = nearNames(names.map(({ lower }) => lower));
  for (const [place, named] of names.entries()) {
    const reading = squash(named.lower);
    const matches = [
      ['squashed', remember(squashed, reading, named)],
      ['alike', remember(alike, look(reading), named)],
      ['near', names[near[place] ?? -1]],
    ] as const;
    if (named.index === undefined) continue;
    const match = matches.find(([, other]) => other && !(named.of === 'official' && other.of === 'builtin'));
    if (match?.[1] !== undefined) yield confusable(named, match[1], match[0]);
  }
}

function taken({ name, lower, index = 0 }: Named, owner: Named): Problem {
  const spelled = owner.name === name ? '' : `, "${owner.name}"`;
  const message = `The name "${name}" is taken by another entry${spelled}.`;
  return { rule: 'name-unique', path: ['mods', index, 'name'], message, key: lower };
}

function confusable({ name, lower, index = 0 }: Named, other: Named, how: keyof typeof HOW): Problem {
  return {
    rule: 'name-confusable',
    severity: how === 'taken' || how === 'squashed' ? 'error' : 'warning',
    path: ['mods', index, 'name'],
    message: `"${name}" ${HOW[how]} the ${OF[other.of]} "${other.name}".`,
    key: [lower, other.lower].sort().join(' '),
  };
}

/** The first name of this reading, if there was one; else this name is the first. */
function remember(map: Map<string, Named>, reading: string, named: Named): Named | undefined {
  const first = map.get(reading);
  if (first === undefined) map.set(reading, named);
  return first;
}
