import { messageOf } from './diagnostics.ts';

/** More levels than this are taken for a mistake; far more would overflow the stack of whoever walks the value. */
const MAX_DEPTH = 1000;

/** Where and why a value would not come back from JSON as it was. */
export interface JsonFault {
  /** The place inside the value, such as `a.list[2]`; empty for the value itself. */
  readonly path: string;
  /** What stands there, such as `a function`. */
  readonly problem: string;
}

/**
 * Finds the first place in which a value would not survive JSON.
 * Null, booleans, finite numbers, strings, arrays and plain objects survive; an undefined property counts as an absent one.
 * Functions, symbols, BigInts, NaN and infinities, undefined (alone or in an array), cycles and instances of classes
 * (dates, maps and sets among them) do not.
 *
 * @returns `undefined` when the value survives. Never throws: a getter that throws is a fault, and so are more than 1,000 levels.
 */
export function findJsonFault(value: unknown): JsonFault | undefined {
  try {
    return faultIn(value, '', new Set());
  } catch (error) {
    return { path: '', problem: `a value that cannot be read (${messageOf(error)})` };
  }
}

/** A copy in which everything that would not survive JSON is replaced by a text that says what stood there. */
export function withoutJsonFaults(value: unknown): unknown {
  try {
    return cleaned(value, new Set());
  } catch (error) {
    return `[a value that cannot be read: ${messageOf(error)}]`;
  }
}

function faultIn(value: unknown, path: string, ancestors: Set<object>): JsonFault | undefined {
  const problem = problemOf(value, ancestors);
  if (problem !== undefined) return { path, problem };
  if (typeof value !== 'object' || value === null) return undefined;
  ancestors.add(value);
  for (const [key, child] of childrenOf(value)) {
    const fault = faultIn(child, childPath(path, key), ancestors);
    if (fault !== undefined) return fault;
  }
  ancestors.delete(value);
  return undefined;
}

function cleaned(value: unknown, ancestors: Set<object>): unknown {
  const problem = problemOf(value, ancestors);
  if (problem !== undefined) return `[${problem}]`;
  if (typeof value !== 'object' || value === null) return value;
  ancestors.add(value);
  const copies = childrenOf(value).map(([key, child]) => [key, cleaned(child, ancestors)] as const);
  ancestors.delete(value);
  return Array.isArray(value) ? copies.map(([, copy]) => copy) : Object.fromEntries(copies);
}

/** What is wrong with the value itself, whatever it holds. */
function problemOf(value: unknown, ancestors: ReadonlySet<object>): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'undefined':
      return 'undefined';
    case 'bigint':
      return 'a BigInt';
    case 'object':
      if (value === null) return undefined;
      if (ancestors.has(value)) return 'a cycle';
      if (ancestors.size >= MAX_DEPTH) return `more than ${MAX_DEPTH} levels`;
      return instanceProblem(value);
    default:
      return `a ${typeof value}`;
  }
}

function instanceProblem(value: object): string | undefined {
  if (typeof (value as { toJSON?: unknown }).toJSON !== 'function') {
    if (Array.isArray(value)) return undefined;
    const prototype: unknown = Object.getPrototypeOf(value);
    // Any realm's Object.prototype is the one prototype that has none itself.
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined;
  }
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object'
    ? `an instance of ${name}`
    : 'an object with toJSON';
}

function childrenOf(value: object): readonly (readonly [string | number, unknown])[] {
  // Array.from shows holes as undefined, which is what JSON would make null of.
  if (Array.isArray(value)) return Array.from(value, (child: unknown, index) => [index, child] as const);
  return Object.entries(value).filter(([, child]) => child !== undefined);
}

function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
