import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import { fromPointer, type JsonPath, valueAt } from '../../document/json-path.ts';
import { KINDS } from '../../types.ts';
import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';
import { strangeCharacters } from '../text/characters.ts';

const KEYS: Readonly<Record<string, readonly string[]>> = {
  registry: ['$schema', 'mods', 'hidden'],
  entry: ['name', 'source', 'description', 'author', 'kinds', 'repo', 'npm', 'tags', 'official', 'addedAt'],
  author: ['name', 'url'],
};

/** What the schema has against the file, each error under the rule that explains it best. */
export function* checkSchema({ document, validate }: OfflineContext): Generator<Problem> {
  const { content } = document;
  if (content === undefined) return;
  const reported = new Set<string>();
  for (const error of validate(content)) {
    // The branches of addedAt: the summary of `anyOf` stands for them.
    if (error.schemaPath.includes('/anyOf/')) continue;
    const path = fromPointer(error.instancePath, content);
    for (const problem of explain(error, path, content)) {
      const key = `${problem.rule} ${JSON.stringify(problem.path)} ${problem.message}`;
      if (!reported.has(key)) yield problem;
      reported.add(key);
    }
  }
}

function explain(error: ErrorObject, path: JsonPath, content: unknown): readonly Problem[] {
  const value = valueAt(content, path);
  // ajv names one pair of equal elements; there may be more.
  if (error.keyword === 'uniqueItems') return repeated(path, value);
  return [explainOne(error, path, value)];
}

function explainOne(error: ErrorObject, path: JsonPath, value: unknown): Problem {
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(path, String(error.params.additionalProperty));
    case 'required':
      return missingKey(path, String(error.params.missingProperty));
    case 'enum':
      return unknownKind(path, value);
    case 'anyOf':
      return badDate(path, value);
    case 'maxLength':
      return tooLong(path, String(value), Number(error.params.limit));
    case 'pattern':
    case 'minLength':
    case 'format':
      return badText(path, String(value));
    case 'minItems':
      return schema(path, 'A mod has at least one kind.', `Kinds are ${KINDS.join(', ')}.`);
    default:
      return schema(path, `${placeName(path)} is ${typeName(value)}, but ${expected(error)}.`);
  }
}

function unknownKey(path: JsonPath, key: string): Problem {
  const known = KEYS[path.at(-1) === 'author' ? 'author' : path.length === 0 ? 'registry' : 'entry'] ?? [];
  const nearest = nearestOf(key, known);
  const owner = path.at(-1) === 'author' ? 'An author' : path.length === 0 ? 'A registry' : 'An entry';
  return {
    rule: 'schema',
    path: [...path, key],
    aspect: 'key',
    message: `${owner} has no key "${key}".`,
    hint: nearest === undefined ? `The keys are ${known.join(', ')}.` : `Did you mean "${nearest}"?`,
  };
}

function missingKey(path: JsonPath, key: string): Problem {
  const isAuthor = path.at(-1) === 'author';
  if (isAuthor) return { rule: 'author-name', path, message: 'The author has no name.' };
  const hint = path.length === 0 ? 'A registry is {"mods": [entry, ...]}.' : undefined;
  return { ...schema(path, `The key "${key}" is missing.`, hint), aspect: 'entry' };
}

function unknownKind(path: JsonPath, value: unknown): Problem {
  const nearest = typeof value === 'string' ? nearestOf(value, KINDS) : undefined;
  return {
    rule: 'kinds-enum',
    path,
    message: `${JSON.stringify(value)} is not a kind.`,
    hint: nearest === undefined ? `Kinds are ${KINDS.join(', ')}.` : `Did you mean "${nearest}"?`,
  };
}

function repeated(path: JsonPath, value: unknown): Problem[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((item, index) => {
    if (list.indexOf(item) === index) return [];
    return [
      { rule: 'kinds-unique', path: [...path, index], message: `${JSON.stringify(item)} is listed twice.` },
    ];
  });
}

function badDate(path: JsonPath, value: unknown): Problem {
  return {
    rule: 'added-at',
    path,
    message: `${JSON.stringify(value)} is no date.`,
    // Only the check of dates knows whether it can be read all the same.
    fixable: false,
  };
}

function tooLong(path: JsonPath, value: string, limit: number): Problem {
  const length = [...value].length;
  if (path.at(-1) !== 'description') {
    return schema(path, `${placeName(path)} has ${length} characters; ${limit} are allowed.`);
  }
  const message = `The description has ${length}/${limit} characters.`;
  return { rule: 'description-length', path, message, hint: `Shorten it by ${length - limit}.` };
}

function badText(path: JsonPath, value: string): Problem {
  const field = path.at(-1);
  const inAuthor = path.at(-2) === 'author';
  if (field === 'description') {
    return { rule: 'description-length', path, message: 'The description is empty.' };
  }
  if (field === 'name' && inAuthor)
    return { rule: 'author-name', path, message: "The author's name is empty." };
  if (field === 'name') return badName(path, value);
  if (field === 'npm') return badPackage(path, value);
  if (field === 'repo') {
    return schema(path, `"${value}" is no repository.`, 'Write owner/repo, or an https:// address.');
  }
  if (field === 'url') return schema(path, `"${value}" is no web address.`, 'Write https://…');
  if (path.at(-2) === 'tags') return schema(path, 'A tag is empty or has spaces around it.');
  return schema(path, `${placeName(path)} is empty.`);
}

function badName(path: JsonPath, value: string): Problem {
  const strange = strangeCharacters(value);
  const suggestion = kebab(value);
  const hint = suggestion === '' ? undefined : `Write "${suggestion}", if that is what you mean.`;
  const message =
    value === ''
      ? 'The name is empty.'
      : strange.length > 0
        ? `The name "${value}" holds ${strange.join(', ')}.`
        : `The name "${value}" is not kebab-case.`;
  return { rule: 'name-charset', path, message, ...(hint === undefined ? {} : { hint }) };
}

function badPackage(path: JsonPath, value: string): Problem {
  const at = value.indexOf('@', 1);
  if (at === -1) {
    const hint = 'Names are lower case, such as my-mod or @scope/my-mod.';
    return schema(path, `"${value}" is not the name of an npm package.`, hint);
  }
  const message = `npm is a bare package name; "${value.slice(at)}" is a version, range or tag.`;
  return { rule: 'npm-version', path, message, hint: `Write "${value.slice(0, at)}".` };
}

/** The nearest of some words, if it is near at all. */
function nearestOf(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const nearest = closest(lower, [...words]);
  const allowed = Math.max(1, Math.floor(Math.max(word.length, nearest.length) / 3));
  const plural = lower.replace(/s$/, '') === nearest.replace(/s$/, '');
  return plural || distance(lower, nearest.toLowerCase()) <= allowed ? nearest : undefined;
}

function kebab(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[\s._/-]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

function expected(error: ErrorObject): string {
  const { type } = error.params as { type?: string };
  const wanted = { object: 'an object', array: 'a list', string: 'a text', boolean: 'true or false' }[
    type ?? ''
  ];
  return wanted === undefined
    ? `it ${error.message ?? 'is not as the schema says'}`
    : `${wanted} belongs there`;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return (
    { object: 'an object', string: 'a text', number: 'a number', boolean: 'a truth value' }[
      String(typeof value)
    ] ?? 'missing'
  );
}

function placeName(path: JsonPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'The file';
  return typeof last === 'number' ? `Element ${last} of "${String(path.at(-2) ?? 'mods')}"` : `"${last}"`;
}

function schema(path: JsonPath, message: string, hint?: string): Problem {
  return { rule: 'schema', path, message, ...(hint === undefined ? {} : { hint }) };
}
