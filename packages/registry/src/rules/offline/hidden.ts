import type { OfflineContext } from '../context.ts';
import type { Problem } from '../problem.ts';

/** Entries that `hidden` keeps off the hub, by their name or by their package. */
export function* checkHidden({ entries, hidden }: OfflineContext): Generator<Problem> {
  if (hidden.size === 0) return;
  for (const { index, name, npm, identity } of entries) {
    const candidates = [
      ['name', name],
      ['npm', npm],
      ['source', identity?.startsWith('npm:') ? identity.slice(4) : undefined],
    ] as const;
    const found = candidates.find(([, text]) => text !== undefined && hidden.has(text.toLowerCase()));
    if (found === undefined) continue;
    const [field, text] = found;
    const what = field === 'name' ? 'The mod' : 'The npm package';
    yield {
      rule: 'hidden-conflict',
      path: ['mods', index, field],
      message: `${what} "${text}" is in "hidden".`,
    };
  }
}
