import { KINDS } from '../../types.ts';
import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';

/** The order of kinds, and letter case and repetition of tags. Repeated kinds are the schema's. */
export function* checkLists({ entries }: OfflineContext): Generator<Problem> {
  for (const { index, kinds, tags } of entries) {
    if (kinds !== undefined && !isOrdered(kinds) && !isOrdered([...new Set(kinds)])) {
      const usual = [...new Set(orderedKinds(kinds))].join(', ');
      yield {
        rule: 'kinds-order',
        path: ['mods', index, 'kinds'],
        message: `Kinds are usually written ${usual}.`,
      };
    }
    if (tags !== undefined && !tags.every(isFine)) yield* checkTags(index, tags);
  }
}

/** Known kinds in their order; unknown ones keep the places that they have. */
export function orderedKinds(kinds: readonly string[]): string[] {
  const known = kinds.filter(isKind).sort((one, other) => rank(one) - rank(other));
  return kinds.map((kind) => (isKind(kind) ? (known.shift() ?? kind) : kind));
}

function isOrdered(kinds: readonly string[]): boolean {
  let highest = -1;
  for (const kind of kinds) {
    const place = rank(kind);
    if (place === -1) continue;
    if (place < highest) return false;
    highest = place;
  }
  return true;
}

/** Whether a tag is in lower case and the first of its kind: most are, and need no more looking at. */
function isFine(tag: string, at: number, tags: readonly string[]): boolean {
  return tags.indexOf(tag) === at && tag.toLowerCase() === tag;
}

function isKind(kind: string): boolean {
  return rank(kind) !== -1;
}

function rank(kind: string): number {
  return (KINDS as readonly string[]).indexOf(kind);
}

function* checkTags(index: number, tags: readonly string[]): Generator<Problem> {
  const seen = new Set<string>();
  for (const [at, tag] of tags.entries()) {
    const lower = tag.toLowerCase();
    if (lower !== tag) {
      yield {
        rule: 'tags-lowercase',
        path: ['mods', index, 'tags', at],
        message: `The tag "${tag}" has capital letters.`,
        hint: `Write "${lower}".`,
      };
    }
    if (seen.has(lower))
      yield {
        rule: 'tags-unique',
        path: ['mods', index, 'tags', at],
        message: `The tag "${lower}" is listed twice.`,
      };
    seen.add(lower);
  }
}
