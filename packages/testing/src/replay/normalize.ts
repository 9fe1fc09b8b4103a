import { errorToJson } from '@cmd-mods/harness';

/** Makes texts and data of one run the same in every replay. */
export type Normalize = <TValue>(value: TValue) => TValue;

/** A random id, or a moment in ISO 8601. */
const ID_OR_TIME =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/gi;

/** The ids and times in a text. They were recorded, so they stay as they are. */
export function idsAndTimesIn(text: string): readonly string[] {
  return text.match(ID_OR_TIME) ?? [];
}

/**
 * Makes the normaliser of one run: new ids become `<id 1>`, `<id 2>` in the order they come up, times `<time>`, and folders of
 * this run their names. Errors become data. An object is copied once, so that what stays the same in a growing list costs nothing.
 *
 * @param places - Folders of the run by what they are called instead, the inner ones first.
 * @param recorded - Ids and times that stand on the tape.
 */
export function normalizer(
  places: readonly (readonly [folder: string, name: string])[],
  recorded: ReadonlySet<string>,
): Normalize {
  const ids = new Map<string, string>();
  const texts = new Map<string, string>();
  const copies = new WeakMap<object, unknown>();

  const name = (found: string): string => {
    if (recorded.has(found)) return found;
    if (found.includes('T')) return '<time>';
    const known = ids.get(found) ?? `<id ${ids.size + 1}>`;
    ids.set(found, known);
    return known;
  };
  const text = (given: string): string => {
    const known = texts.get(given);
    if (known !== undefined) return known;
    let result = given;
    for (const [folder, place] of places) result = result.replaceAll(folder, place);
    result = result.replace(ID_OR_TIME, name);
    // Prompts come again each round; what streams does not, and is not worth keeping.
    if (given.length > 200 && texts.size < 100) texts.set(given, result);
    return result;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = copyOf(value);
    copies.set(value, copy);
    return copy;
  };
  const copyOf = (value: object): unknown => {
    if (value instanceof Error) return walk(errorToJson(value));
    if (Array.isArray(value)) return value.map(walk);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return walk as Normalize;
}
