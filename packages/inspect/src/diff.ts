/** What changed between two versions, in the terms of the report. */

import type { AddEntry, EventEntry, Evidence, ExternalEntry, HookEntry, InspectReport } from './report.ts';
import { REACHES, type Reach } from './tables/capability.ts';

/** One side of a difference: what only one of the two reports has. */
export interface DiffSide {
  readonly hooks: readonly HookEntry[];
  readonly events: readonly EventEntry[];
  readonly adds: readonly AddEntry[];
  /** The kinds of reach that only this side has, with their evidence. */
  readonly reach: Readonly<Partial<Record<Reach, readonly Evidence[]>>>;
  /** The kinds of reach that only this side leaves unknown. */
  readonly unknown: readonly Reach[];
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  readonly externals: readonly ExternalEntry[];
  readonly scripts: InspectReport['scripts'];
  readonly binaries: readonly string[];
}

/** The difference between an old and a new version. */
export interface InspectDiff {
  readonly schemaVersion: 1;
  readonly added: DiffSide;
  readonly removed: DiffSide;
  /** The new version reaches, hooks, adds or names something that the old one did not, or leaves something newly unknown. */
  readonly widened: boolean;
}

/** Holds a new report against an old one. Places do not count: code that moved is no change. */
export function diffReports(before: InspectReport, after: InspectReport): InspectDiff {
  const added = beyond(after, before);
  const removed = beyond(before, after);
  const { reach, ...lists } = added;
  const widened = Object.keys(reach).length > 0 || Object.values(lists).some((list) => list.length > 0);
  return { schemaVersion: 1, added, removed, widened };
}

function beyond(one: InspectReport, other: InspectReport): DiffSide {
  return {
    hooks: missing(one.hooks, other.hooks, ({ name }) => name),
    events: missing(one.events, other.events, ({ name }) => name),
    adds: missing(one.adds, other.adds, ({ kind, name }) => `${kind}:${name}`),
    reach: Object.fromEntries(
      REACHES.filter((kind) => one.reach[kind].state === 'yes' && other.reach[kind].state !== 'yes').map(
        (kind) => [kind, one.reach[kind].evidence],
      ),
    ),
    unknown: REACHES.filter(
      (kind) => one.reach[kind].state === 'unknown' && other.reach[kind].state === 'no',
    ),
    env: missing(one.env, other.env, (name) => name),
    hosts: missing(one.hosts, other.hosts, (name) => name),
    externals: missing(one.externals, other.externals, ({ specifier }) => specifier),
    scripts: missing(one.scripts, other.scripts, ({ name, command }) => `${name}:${command}`),
    binaries: missing(one.binaries, other.binaries, (path) => path),
  };
}

function missing<T>(list: readonly T[], from: readonly T[], keyOf: (item: T) => string): T[] {
  const known = new Set(from.map(keyOf));
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = keyOf(item);
    if (known.has(key) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
