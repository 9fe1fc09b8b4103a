import type { OfflineContext } from '../context.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';

/** Entries that `hidden` keeps off the hub, by their name or by their package. */
export function* checkHidden({ entries, hidden }: OfflineContext): Generator<Problem> {
  if (hidden.size === 0) return;
  for (const entry of entries) {
    const found = hiddenBy(entry, hidden);
    if (found === undefined) continue;
    const what = found.field === 'name' ? 'The mod' : 'The npm package';
    const message = `${what} "${found.text}" is in "hidden".`;
    yield { rule: 'hidden-conflict', path: ['mods', entry.index, found.field], message };
  }
}

/** Whether an entry is hidden. `hidden` is in lower case. */
export function isHidden(entry: EntryView, hidden: ReadonlySet<string>): boolean {
  return hiddenBy(entry, hidden) !== undefined;
}

function hiddenBy(
  { name, npm, identity }: EntryView,
  hidden: ReadonlySet<string>,
): { field: 'name' | 'npm' | 'source'; text: string } | undefined {
  const candidates = [
    { field: 'name', text: name },
    { field: 'npm', text: npm },
    { field: 'source', text: identity?.startsWith('npm:') ? identity.slice('npm:'.length) : undefined },
  ] as const;
  for (const { field, text } of candidates) {
    if (text !== undefined && hidden.has(text.toLowerCase())) return { field, text };
  }
  return undefined;
}
