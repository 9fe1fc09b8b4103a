import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
import { ownerOf } from './owner.ts';

/** Who proposes a change, as the caller says. */
export interface Proposer {
  /** The login; nobody when left out, and nobody is no maintainer. */
  readonly actor?: string;
  /** Logins; letter case does not count. */
  readonly maintainers: readonly string[];
}

/** The two versions of the registry, and what else was changed. */
export interface Change {
  readonly base: readonly EntryView[];
  readonly head: readonly EntryView[];
  readonly proposer: Proposer;
}

/** From how many new entries on a pull request is hard to review. */
const MANY = 10;

/** What changed from base to head that should not change, or not by this person. */
export function* checkDiff(change: Change): Generator<Problem> {
  const { proposer } = change;
  const isMaintainer = maintains(proposer);
  const { base, head, moved: movedSources } = withoutSame(change);
  if (!isMaintainer) for (const [before, after] of movedSources) yield* checkOwner(before, after);
  const headNames = byKey(head, ({ name }) => name);
  const headIdentities = byKey(head, ({ identity }) => identity);
  const baseNames = byKey(base, ({ name }) => name);
  const renamed = new Set<EntryView>();

  for (const before of base) {
    const { name, identity } = before;
    if (name === undefined) continue;
    const after = headNames.get(name);
    if (after !== undefined) {
      if (!isMaintainer && identity !== after.identity) yield* checkOwner(before, after);
      continue;
    }
    const moved = identity === undefined ? undefined : headIdentities.get(identity);
    if (moved?.name !== undefined && !baseNames.has(moved.name)) {
      renamed.add(moved);
      const message = `"${name}" is called "${moved.name}" now, with the same source.`;
      yield { rule: 'renamed', path: ['mods', moved.index, 'name'], message };
    } else if (!isMaintainer) {
      yield {
        rule: 'removed',
        path: [],
        aspect: 'entry',
        message: `"${name}" is gone.`,
        entry: name,
        key: name,
      };
    }
  }

  const added = head.filter((entry) => !baseNames.has(entry.name ?? '') && !renamed.has(entry));
  const [first] = added;
  if (added.length > MANY && first !== undefined) {
    const message = `${added.length} entries are new.`;
    yield { rule: 'many-new', path: ['mods', first.index], aspect: 'entry', message };
  }
}

/**
 * What is left of both files without the entries that have the same names at the beginning and at the end: a change is small
 * most of the time. Of those left out, the pairs whose sources differ.
 */
function withoutSame({ base, head }: Change): {
  readonly base: readonly EntryView[];
  readonly head: readonly EntryView[];
  readonly moved: readonly (readonly [EntryView, EntryView])[];
} {
  const moved: [EntryView, EntryView][] = [];
  const take = (before: EntryView | undefined, after: EntryView | undefined): boolean => {
    if (before?.name === undefined || after === undefined || before.name !== after.name) return false;
    if (before.identity !== after.identity) moved.push([before, after]);
    return true;
  };
  const length = Math.min(base.length, head.length);
  let start = 0;
  while (start < length && take(base[start], head[start])) start += 1;
  let end = 0;
  while (start + end < length && take(base[base.length - 1 - end], head[head.length - 1 - end])) end += 1;
  return { base: base.slice(start, base.length - end), head: head.slice(start, head.length - end), moved };
}

/** `official` set by somebody who is no maintainer. Without a base, all entries count as proposed; without an actor too, none. */
export function* checkOfficial(
  head: readonly EntryView[],
  base: readonly EntryView[] | undefined,
  proposer: Proposer,
): Generator<Problem> {
  if (maintains(proposer) || (base === undefined && proposer.actor === undefined)) return;
  const had = new Set<string | undefined>();
  for (const { isOfficial, name } of base ?? []) if (isOfficial) had.add(name);
  for (const entry of head) {
    if (!entry.isOfficial || had.has(entry.name)) continue;
    const who =
      proposer.actor === undefined
        ? 'Nobody in the list of maintainers'
        : `${proposer.actor}, who is no maintainer,`;
    const message = `${who} set official.`;
    yield { rule: 'official', path: ['mods', entry.index, 'official'], message, key: entry.name ?? '' };
  }
}

/** Files beside the registry that somebody who is no maintainer changed. Paths as git prints them, from the repository's root. */
export function* checkOtherFiles(files: readonly string[], proposer: Proposer): Generator<Problem> {
  if (maintains(proposer)) return;
  for (const file of files) {
    yield { rule: 'other-files', file, path: [], message: `${file} is not part of listing a mod.` };
  }
}

function* checkOwner(before: EntryView, after: EntryView): Generator<Problem> {
  const [from, to] = [ownerOf(before), ownerOf(after)];
  if (from === undefined || to === undefined || from === to) return;
  yield {
    rule: 'source-owner-changed',
    path: ['mods', after.index, 'source'],
    message: `The source of "${after.name ?? ''}" was ${before.source ?? ''} and is ${after.source ?? ''} now.`,
  };
}

function maintains({ actor, maintainers }: Proposer): boolean {
  const lower = actor?.toLowerCase();
  return lower !== undefined && maintainers.some((login) => login.toLowerCase() === lower);
}

/** The first entry of each key. */
function byKey(
  entries: readonly EntryView[],
  keyOf: (entry: EntryView) => string | undefined,
): ReadonlyMap<string, EntryView> {
  const map = new Map<string, EntryView>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined && !map.has(key)) map.set(key, entry);
  }
  return map;
}
