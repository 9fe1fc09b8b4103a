import { distance } from 'fastest-levenshtein';

/** For each name, the index of one before it that is exactly one edit away, or -1. For the few names that are suspect. */
export function nearNames(names: readonly string[]): Int32Array {
  const found = new Int32Array(names.length).fill(-1);
  const groups = new Map<string, number[]>();
  names.forEach((name, index) => {
    for (const variant of variants(name)) {
      const group = groups.get(variant);
      if (group === undefined) {
        groups.set(variant, [index]);
        continue;
      }
      if (found[index] === -1) found[index] = group.find((other) => isNear(name, names[other] ?? '')) ?? -1;
      group.push(index);
    }
  });
  return found;
}

/** The name, and the name without each of its letters: names that are one edit apart share one of them. */
function variants(name: string): ReadonlySet<string> {
  const result = new Set([name]);
  for (let at = 0; at < name.length; at += 1) result.add(name.slice(0, at) + name.slice(at + 1));
  return result;
}

function isNear(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= 1 && distance(one, other) === 1;
}
