/** The way to a value: keys and indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** Writes a path as a JSON pointer (RFC 6901); the root is the empty text. */
export function toPointer(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Reads a pointer whose numbers are indexes. `data` tells an index from a key that looks like one. */
export function fromPointer(pointer: string, data: unknown): JsonPath {
  let value = data;
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const part = Array.isArray(value) ? Number(key) : key;
      value = valueAt(value, [part]);
      return part;
    });
}

/** The value at a path, or `undefined` when there is none. */
export function valueAt(data: unknown, path: JsonPath): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
