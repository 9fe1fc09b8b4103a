/** What a thing that a mod can get hold of leads to. */

/** The kinds of reach, worst first: the order of every report. */
export const REACHES = [
  'dynamic',
  'native',
  'process',
  'permission',
  'transcript',
  'network',
  'fs_write',
  'fs_read',
  'env',
  'external',
] as const;

/** A kind of reach. */
export type Reach = (typeof REACHES)[number];

/**
 * One thing: a module, a member of a module, a global, a part of the API. Its members lead to others.
 */
export interface Capability {
  /** As people write it, such as `child_process.exec`. */
  readonly path: string;
  /** What a use of it reaches. */
  readonly reach: readonly Reach[];
  /** Which use counts: reading it, or only calling it. */
  readonly on: 'read' | 'call';
  readonly members: ReadonlyMap<string, Capability>;
  /** What every other member is. */
  readonly rest?: Capability;
  /** What `new` of it, or a call of it, gives. */
  readonly gives?: Capability;
  /** A namespace: when it is handed on whole, it counts for all that its members reach. */
  readonly whole: readonly Reach[];
  /** It has run-time names: a member that only run time knows is `dynamic`. */
  readonly isOpen: boolean;
  /** Handing values to it hands them to nobody. */
  readonly isInert: boolean;
}

/** What differs from a thing that reaches nothing. */
export type CapabilityParts = Partial<Omit<Capability, 'path' | 'members'>> & {
  readonly members?: Iterable<readonly [string, Capability]>;
};

/** Makes a capability. */
export function capability(path: string, parts: CapabilityParts = {}): Capability {
  const { members, ...rest } = parts;
  const map = new Map(members ?? []);
  return { path, reach: [], on: 'read', whole: [], isOpen: false, isInert: false, ...rest, members: map };
}

/** Members of one kind, such as all that read files. */
export function each(
  prefix: string,
  names: string,
  reach: readonly Reach[],
  parts: CapabilityParts = {},
): [string, Capability][] {
  return names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => [name, capability(`${prefix}.${name}`, { reach, ...parts })]);
}

/** The member of a capability under a name; `undefined` when it leads nowhere. */
export function memberOf(owner: Capability, name: string): Capability | undefined {
  const known = owner.members.get(name);
  if (known) return known;
  if (!owner.rest || HARMLESS_NAMES.has(name)) return undefined;
  return { ...owner.rest, path: `${owner.path}.${name}` };
}

/** What every object has, which says nothing about a module. */
const HARMLESS_NAMES: ReadonlySet<string> = new Set([
  'then',
  'catch',
  'finally',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'bind',
  'call',
  'apply',
  'name',
  'length',
  'prototype',
  '__esModule',
  '__proto__',
  '=',
  'exports',
]);
