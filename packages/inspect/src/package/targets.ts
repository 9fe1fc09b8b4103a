/** Looks a specifier up in the `exports` or `imports` of a package.json, by Node's rules for subpath patterns. */

/** Which conditions hold. */
export interface TargetOptions {
  readonly conditions: readonly string[];
}

/** All targets that the map may give, the most likely first. */
export function targetsOf(
  map: Readonly<Record<string, unknown>>,
  specifier: string,
  options: TargetOptions,
): readonly string[] {
  if (Object.hasOwn(map, specifier)) return flatten(map[specifier], '', options);
  const patterns = Object.keys(map)
    .filter((key) => key.includes('*'))
    .sort((one, other) => other.indexOf('*') - one.indexOf('*'));
  for (const pattern of patterns) {
    const [head = '', tail = ''] = pattern.split('*');
    if (
      specifier.startsWith(head) &&
      specifier.endsWith(tail) &&
      specifier.length >= head.length + tail.length
    )
      return flatten(map[pattern], specifier.slice(head.length, specifier.length - tail.length), options);
  }
  return [];
}

function flatten(target: unknown, star: string, options: TargetOptions): string[] {
  if (typeof target === 'string') return [target.replaceAll('*', star)];
  if (Array.isArray(target)) return target.flatMap((one) => flatten(one, star, options));
  if (typeof target !== 'object' || target === null) return [];
  return Object.entries(target).flatMap(([condition, one]) =>
    options.conditions.includes(condition) ? flatten(one, star, options) : [],
  );
}
