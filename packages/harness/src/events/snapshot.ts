/**
 * A frozen deep copy of plain data. Values that are no plain data (an error, a date, an instance of a class) are kept
 * as they are: they cannot be copied without losing what they are.
 */
export function snapshot<TValue>(value: TValue): TValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(snapshot)) as TValue;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = snapshot((value as Record<string, unknown>)[key]);
  return Object.freeze(copy) as TValue;
}

/** Freezes plain data in place, all the way down, and returns it: for data that nobody else holds yet. */
export function freezeDeep<TValue>(value: TValue): TValue {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  for (const inner of Object.values(value)) freezeDeep(inner);
  return Object.freeze(value);
}
