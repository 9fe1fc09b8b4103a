/** Functions that build constants out of constants. Each answers `undefined` where it does not apply. */

import type { Constant } from './uses.ts';

/** Longer texts are names of nothing. */
const LONGEST = 4096;

type Pure = (self: Constant, list: readonly Constant[]) => Constant | undefined;

const text = (value: Constant | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
const number = (value: Constant | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;
const isList = (value: Constant | undefined): value is readonly Constant[] => Array.isArray(value);

/** A method of strings whose arguments are strings or numbers. */
function onText(
  run: (self: string, a: Constant | undefined, b: Constant | undefined) => Constant | undefined,
): Pure {
  return (self, [a, b]) => (typeof self === 'string' ? run(self, a, b) : undefined);
}

const slice = (self: Constant, from: Constant | undefined, to: Constant | undefined): Constant | undefined =>
  typeof self === 'string' || isList(self) ? self.slice(number(from), number(to)) : undefined;

const METHODS: Readonly<Record<string, Pure>> = {
  toString: (self: Constant, list: readonly Constant[]) => {
    if (typeof self === 'number') return self.toString(number(list[0]) ?? 10);
    // A buffer stands for its text, so that text is what `toString` and `toString('utf8')` of it give.
    const isText = list[0] === undefined || list[0] === 'utf8' || list[0] === 'utf-8';
    return typeof self === 'string' && isText ? self : undefined;
  },
  valueOf: (self: Constant) => self,
  trim: onText((self) => self.trim()),
  trimStart: onText((self) => self.trimStart()),
  trimEnd: onText((self) => self.trimEnd()),
  toLowerCase: onText((self) => self.toLowerCase()),
  toUpperCase: onText((self) => self.toUpperCase()),
  toLocaleLowerCase: onText((self) => self.toLowerCase()),
  toLocaleUpperCase: onText((self) => self.toUpperCase()),
  normalize: onText((self) => self.normalize()),
  charAt: onText((self, index) => self.charAt(number(index) ?? 0)),
  charCodeAt: onText((self, index) => self.charCodeAt(number(index) ?? 0)),
  codePointAt: onText((self, index) => self.codePointAt(number(index) ?? 0)),
  substring: onText((self, from, to) => self.substring(number(from) ?? 0, number(to))),
  substr: onText((self, from, length) => {
    const start = number(from) ?? 0;
    const begin = start < 0 ? Math.max(0, self.length + start) : start;
    const count = number(length);
    return self.slice(begin, count === undefined ? undefined : begin + count);
  }),
  replace: onText((self, what, by) => replaced(self, what, by, 'replace')),
  replaceAll: onText((self, what, by) => replaced(self, what, by, 'replaceAll')),
  repeat: onText((self, count) => {
    const times = number(count);
    return times !== undefined && times >= 0 && times * self.length <= LONGEST
      ? self.repeat(times)
      : undefined;
  }),
  padStart: onText((self, length, fill) => self.padStart(Math.min(number(length) ?? 0, LONGEST), text(fill))),
  padEnd: onText((self, length, fill) => self.padEnd(Math.min(number(length) ?? 0, LONGEST), text(fill))),
  split: onText((self, separator) =>
    typeof separator === 'string' ? self.split(separator) : separator === undefined ? [self] : undefined,
  ),
  slice: (self, [from, to]) => slice(self, from, to),
  at: (self, [index]) => element(self, number(index) ?? 0),
  concat: (self, list) => {
    if (typeof self === 'string') return list.every((one) => !isList(one)) ? self + list.join('') : undefined;
    return isList(self) ? [...self, ...list.flat()] : undefined;
  },
  join: (self, [separator]) =>
    isList(self) ? self.join(separator === undefined ? ',' : String(separator)) : undefined,
  reverse: (self) => (isList(self) ? [...self].reverse() : undefined),
  toReversed: (self) => (isList(self) ? [...self].reverse() : undefined),
  sort: (self, list) => (isList(self) && list.length === 0 ? [...self].sort() : undefined),
  toSorted: (self, list) => (isList(self) && list.length === 0 ? [...self].sort() : undefined),
  flat: (self) => (isList(self) ? (self.flat() as Constant[]) : undefined),
  pop: (self) => (isList(self) ? self.at(-1) : undefined),
  shift: (self) => (isList(self) ? self[0] : undefined),
  values: (self) => (isList(self) ? self : undefined),
};

/** Methods, by name. */
export const PURE_METHODS: ReadonlyMap<string, Pure> = new Map(Object.entries(METHODS));

function replaced(
  self: string,
  what: Constant | undefined,
  by: Constant | undefined,
  how: 'replace' | 'replaceAll',
): string | undefined {
  if (typeof what !== 'string' || typeof by !== 'string') return undefined;
  return self[how](what, () => by);
}

/** An element of a list, or a character of a text. */
export function element(self: Constant, index: number): Constant | undefined {
  return typeof self === 'string' || isList(self) ? self.at(index) : undefined;
}

/** Joins two constants as `+` does. */
export function plus(left: Constant, right: Constant): Constant | undefined {
  if (isList(left) || isList(right)) return undefined;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const joined = `${left}${right}`;
  return joined.length <= LONGEST ? joined : undefined;
}

type PureFunction = (list: readonly Constant[]) => Constant | undefined;

const FUNCTIONS: Readonly<Record<string, PureFunction>> = {
  String: ([value]) => (value === undefined || isList(value) ? undefined : String(value)),
  Number: ([value]) => (value === undefined || isList(value) ? undefined : Number(value)),
  'Number.parseInt': ([value, radix]) =>
    typeof value === 'string' ? Number.parseInt(value, number(radix) ?? 10) : undefined,
  'String.fromCharCode': (list) => codes(list, (all) => String.fromCharCode(...all)),
  'String.fromCodePoint': (list) =>
    codes(list, (all) =>
      all.every((one) => one >= 0 && one <= 0x10_ffff) ? String.fromCodePoint(...all) : undefined,
    ),
  'String.raw': (list) => (list.every((one) => !isList(one)) ? list.join('') : undefined),
  'Array.from': ([value]) => (typeof value === 'string' ? [...value] : isList(value) ? value : undefined),
  'Array.of': (list) => list,
  'Object.freeze': ([value]) => value,
  atob: ([value]) => (typeof value === 'string' ? decoded(value, 'base64') : undefined),
  btoa: ([value]) =>
    typeof value === 'string' ? Buffer.from(value, 'latin1').toString('base64') : undefined,
  'Buffer.from': ([value, encoding]) => {
    if (isList(value)) return codes(value, (all) => Buffer.from(all).toString('utf8'));
    if (typeof value !== 'string') return undefined;
    if (encoding === undefined) return value;
    return typeof encoding === 'string' && Buffer.isEncoding(encoding)
      ? Buffer.from(value, encoding).toString('utf8')
      : undefined;
  },
  decodeURIComponent: ([value]) =>
    typeof value === 'string' ? withoutThrow(() => decodeURIComponent(value)) : undefined,
  decodeURI: ([value]) => (typeof value === 'string' ? withoutThrow(() => decodeURI(value)) : undefined),
  unescape: ([value]) =>
    typeof value === 'string'
      ? value.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_all, long: string, short: string) =>
          String.fromCharCode(Number.parseInt(long ?? short, 16)),
        )
      : undefined,
  'JSON.parse': ([value]) => {
    const parsed = typeof value === 'string' ? withoutThrow(() => JSON.parse(value) as unknown) : undefined;
    if (typeof parsed === 'string' || typeof parsed === 'number') return parsed;
    return Array.isArray(parsed) && parsed.every((one) => typeof one === 'string') ? parsed : undefined;
  },
  URL: ([value]) => text(value),
  'url.URL': ([value]) => text(value),
  'url.pathToFileURL': ([value]) => text(value),
  'url.fileURLToPath': ([value]) => text(value),
  'path.join': (list) => joinedPath(list),
  'path.resolve': (list) => joinedPath(list),
  'path.normalize': (list) => joinedPath(list),
  'Promise.resolve': ([value]) => value,
};

/** Functions of the tables, by path. */
export const PURE_FUNCTIONS: ReadonlyMap<string, PureFunction> = new Map(Object.entries(FUNCTIONS));

function codes(list: readonly Constant[], run: (all: number[]) => string | undefined): string | undefined {
  const numbers = list.filter((one): one is number => typeof one === 'number');
  return numbers.length === list.length && numbers.length <= LONGEST ? run(numbers) : undefined;
}

function decoded(value: string, encoding: 'base64'): string {
  return Buffer.from(value, encoding).toString('latin1');
}

function withoutThrow<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Joins path segments; a relative result starts with `./`, so that it reads as a file of the package. */
function joinedPath(list: readonly Constant[]): string | undefined {
  if (!list.every((one) => typeof one === 'string')) return undefined;
  const segments: string[] = [];
  for (const segment of list.join('/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop();
    else segments.push(segment);
  }
  const joined = segments.join('/');
  if (list[0]?.toString().startsWith('/')) return `/${joined}`;
  return joined.startsWith('..') ? joined : `./${joined}`;
}
