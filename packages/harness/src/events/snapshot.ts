/** The objects around a value, from the inside out. */
interface Around {
  readonly value: object;
  readonly around: Around | undefined;
}

/** What stands in a snapshot in place of an object that contains itself. */
export const CIRCULAR = '[circular]';

/**
 * A frozen deep copy of plain data: nobody can change it, and whoever holds the original can go on using it. Values that are no
 * plain data (an error, a date, an instance of a class) are kept as they are: they cannot be copied without losing what they are.
 */
export function snapshot<TValue>(value: TValue): TValue {
  return copy(value, Object.freeze, undefined) as TValue;
}

/** The same, not frozen: for whom may do with it as they like. */
export function ownCopy<TValue>(value: TValue): TValue {
  return copy(value, (copied) => copied, undefined) as TValue;
}

function copy(value: unknown, finish: (copied: object) => object, around: Around | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isArray = Array.isArray(value);
  const prototype = Object.getPrototypeOf(value);
  if (!isArray && prototype !== Object.prototype && prototype !== null) return value;
  for (let outer = around; outer !== undefined; outer = outer.around) {
    if (outer.value === value) return CIRCULAR;
  }
  const inside: Around = { value, around };
  if (isArray) return finish(value.map((item) => copy(item, finish, inside)));
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    copied[key] = copy((value as Record<string, unknown>)[key], finish, inside);
  }
  return finish(copied);
}
