import type { InspectReport } from '@cmd-mods/inspect';
import type { ReachReader } from '@cmd-mods/loader';

/** What of a report the lock keeps: names without places, so that code which only moved is no change. Kinds of reach stand worst first, the rest by name. */
export interface ReachSummary {
  /** Kinds of reach with evidence. */
  readonly reaches: readonly string[];
  /** Kinds of reach that cannot be told. */
  readonly unknown: readonly string[];
  readonly hooks: readonly string[];
  readonly events: readonly string[];
  /** As `tool` or `pane:todos`. */
  readonly adds: readonly string[];
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  readonly externals: readonly string[];
}

/** The lists of a summary, in the order in which they are shown. */
export const SUMMARY_LISTS: readonly (keyof ReachSummary)[] = [
  'reaches',
  'unknown',
  'hooks',
  'events',
  'adds',
  'env',
  'hosts',
  'externals',
];

/** The scanner as installing uses it; loaded when a package is there to be read. */
export const reachReader: ReachReader = {
  async summarize(directory) {
    const { inspectTarget } = await import('@cmd-mods/inspect');
    return { ...summaryOf(await inspectTarget(directory, { cwd: directory })) };
  },
  widened(before, after) {
    // A lock from before there was a scanner has nothing to compare with.
    if (before === undefined) return undefined;
    const more = beyond(readSummary(after), readSummary(before));
    return Object.keys(more).length === 0 ? undefined : more;
  },
};

function summaryOf({ reach, hooks, events, adds, env, hosts, externals }: InspectReport): ReachSummary {
  const kinds = Object.entries(reach);
  const inState = (wanted: string) => kinds.flatMap(([kind, { state }]) => (state === wanted ? [kind] : []));
  return {
    reaches: inState('yes'),
    unknown: inState('unknown'),
    hooks: sorted(hooks.map(({ name }) => name)),
    events: sorted(events.map(({ name }) => name)),
    adds: sorted(adds.map(({ kind, name }) => (name === null ? kind : `${kind}:${name}`))),
    env: sorted(env),
    hosts: sorted(hosts),
    externals: sorted(externals.map(({ specifier }) => specifier)),
  };
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** What only the first has. What was known to be reached is not widened by becoming unknown. */
function beyond(after: ReachSummary, before: ReachSummary): Partial<ReachSummary> {
  const known = { ...before, unknown: [...before.unknown, ...before.reaches] };
  const more = SUMMARY_LISTS.map(
    (key) => [key, after[key].filter((name) => !known[key].includes(name))] as const,
  );
  return Object.fromEntries(more.filter(([, names]) => names.length > 0));
}

/** A summary out of a lock, which anybody may have edited: a list that is none counts as empty. */
export function readSummary(value: unknown): ReachSummary {
  const record =
    typeof value === 'object' && value !== null ? (value as Partial<Record<string, unknown>>) : {};
  const listAt = (key: string) => {
    const list = record[key];
    return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
  };
  return Object.fromEntries(SUMMARY_LISTS.map((key) => [key, listAt(key)])) as unknown as ReachSummary;
}
