/**
 * Looks at a new value before it takes the place of the current one. Returning accepts it; throwing refuses it: the
 * error goes to the error policy and the current value stays.
 */
export type Check<TValue> = (current: TValue, next: TValue) => void;

/**
 * A check that refuses a value in which one of `keys` differs from the current value: a message may be rewritten,
 * but it keeps its role.
 *
 * @throws TypeError (the check does) that names the key.
 *
 * Source: seed 004, "Reducers", `message_end`.
 */
export function keeping<const TKey extends string>(
  ...keys: TKey[]
): Check<{ readonly [Key in TKey]?: unknown }> {
  return (current, next) => {
    for (const key of keys) {
      if (!Object.is(current[key], next[key])) throw new TypeError(`A handler may not change "${key}".`);
    }
  };
}

/**
 * The value that holds after a handler has answered with `next`, where `undefined` and the current value both mean
 * that nothing changes.
 *
 * @throws What `check` throws.
 */
export function accepted(current: unknown, next: unknown, check?: Check<never>): unknown {
  if (next === undefined || next === current) return current;
  check?.(current as never, next as never);
  return next;
}
