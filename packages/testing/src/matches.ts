/** Something that decides for itself, such as `expect.any(String)` of vitest. */
interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean;
}

/**
 * Whether a value has all that `partial` asks for. Objects may have more than is asked; arrays have as many items; a regular
 * expression asks for a text that it finds something in; an asymmetric matcher of vitest or Jest decides for itself; anything
 * else is equal.
 */
export function matchesPartial(actual: unknown, partial: unknown): boolean {
  if (partial instanceof RegExp) return typeof actual === 'string' && matchesText(actual, partial);
  if (typeof partial !== 'object' || partial === null) return Object.is(actual, partial);
  if (isAsymmetric(partial)) return partial.asymmetricMatch(actual);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(partial)) {
    return (
      Array.isArray(actual) &&
      actual.length === partial.length &&
      partial.every((item, index) => matchesPartial(actual[index], item))
    );
  }
  const fields = actual as Readonly<Record<string, unknown>>;
  return Object.entries(partial).every(([name, wanted]) => matchesPartial(fields[name], wanted));
}

/** Whether a text contains another, or a regular expression finds something in it; `lastIndex` does not count. */
export function matchesText(actual: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? actual.includes(wanted) : actual.search(wanted) !== -1;
}

function isAsymmetric(value: object): value is AsymmetricMatcher {
  return 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';
}
