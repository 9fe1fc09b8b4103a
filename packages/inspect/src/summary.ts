import type { InspectReport } from './report.ts';
import { REACHES, type Reach } from './tables/capability.ts';

/** What a report comes to, small enough to be kept in a lock file. Lists that would be empty are left out. */
export interface ReachSummary {
  /** The kinds of reach it has. */
  readonly reach?: readonly Reach[];
  /** The kinds that the scan leaves open. */
  readonly unknown?: readonly Reach[];
  readonly hooks?: readonly string[];
  /** What it adds, as `tool:name`; `tool:?` when only run time knows the name. */
  readonly adds?: readonly string[];
  /** The names of environment variables it reads. */
  readonly env?: readonly string[];
  readonly hosts?: readonly string[];
  /** The packages it imports. */
  readonly externals?: readonly string[];
}

/** Sums a report up. Names are sorted and stand once, so that equal code has equal summaries. */
export function summarize(report: InspectReport): ReachSummary {
  const inState = (state: string) => REACHES.filter((kind) => report.reach[kind].state === state);
  return withoutEmpty({
    reach: inState('yes'),
    unknown: inState('unknown'),
    hooks: names(report.hooks.map(({ name }) => name)),
    adds: names(report.adds.map(({ kind, name }) => `${kind}:${name ?? '?'}`)),
    env: names(report.env),
    hosts: names(report.hosts),
    externals: names(report.externals.map(({ specifier }) => specifier)),
  });
}

/**
 * What `after` has and `before` has not; `undefined` when it is no more than before. What was unknown before and is certain now
 * counts, since a person has seen neither.
 */
export function widening(before: ReachSummary, after: ReachSummary): ReachSummary | undefined {
  const beyond = withoutEmpty({
    reach: missing(after.reach, before.reach),
    unknown: missing(after.unknown, [...(before.unknown ?? []), ...(before.reach ?? [])]),
    hooks: missing(after.hooks, before.hooks),
    adds: missing(after.adds, before.adds),
    env: missing(after.env, before.env),
    hosts: missing(after.hosts, before.hosts),
    externals: missing(after.externals, before.externals),
  });
  return Object.keys(beyond).length === 0 ? undefined : beyond;
}

function missing<TName extends string>(
  names: readonly TName[] = [],
  known: readonly TName[] = [],
): readonly TName[] {
  return names.filter((name) => !known.includes(name));
}

function names(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort();
}

function withoutEmpty(
  lists: { readonly [TKey in keyof Required<ReachSummary>]: readonly string[] },
): ReachSummary {
  // The kinds of reach are strings like the rest; what each list holds is what it was given.
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as ReachSummary;
}
