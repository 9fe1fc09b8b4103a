/** Sets of constants: what a slot could be, and whether that is all. */

import type { Constant, Constants } from './uses.ts';

/** What could be more than that is not told apart any more. */
const MOST_VALUES = 64;

/** What could be anything. */
export const OPEN: Constants = { values: [], isComplete: false };
/** What a member is that nobody writes. */
export const NOBODY: Constants = { values: [], isComplete: true };

/** What one of several could be. */
export function union(parts: readonly Constants[]): Constants {
  if (parts.length === 1) return parts[0] ?? OPEN;
  const values = new Map<string, Constant>();
  let isComplete = true;
  for (const part of parts) {
    isComplete &&= part.isComplete;
    for (const value of part.values)
      values.set(typeof value === 'string' ? value : JSON.stringify(value), value);
  }
  return {
    values: [...values.values()].slice(0, MOST_VALUES),
    isComplete: isComplete && values.size <= MOST_VALUES,
  };
}

/** Applies a function to every combination of constants. */
export function combine(
  parts: readonly Constants[],
  run: (list: readonly Constant[]) => Constant | undefined,
): Constants {
  let lists: Constant[][] = [[]];
  let isComplete = true;
  for (const part of parts) {
    isComplete &&= part.isComplete;
    lists = lists.flatMap((list) => part.values.map((value) => [...list, value]));
    if (lists.length > MOST_VALUES) return OPEN;
  }
  const values: Constant[] = [];
  for (const list of lists) {
    const value = run(list);
    if (value === undefined) isComplete = false;
    else values.push(value);
  }
  return { values, isComplete };
}

/** The characters of texts, the elements of lists. */
export function elements(iterable: Constants): Constants {
  const values = iterable.values.flatMap((value) =>
    typeof value === 'string' ? [...value] : Array.isArray(value) ? value : [],
  );
  return {
    values: values.slice(0, MOST_VALUES),
    isComplete: iterable.isComplete && values.length <= MOST_VALUES,
  };
}
