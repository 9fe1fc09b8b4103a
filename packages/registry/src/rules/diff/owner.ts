import { type EntryView, readSource } from '../entry-view.ts';

/**
 * Who controls what a source delivers: `git:<host>/<owner>`; for npm the scope, or the package itself, because a package
 * without a scope tells nothing of its owner.
 */
export function ownerOf(entry: EntryView): string | undefined {
  const { parsed } = readSource(entry.source);
  if (parsed === undefined || parsed.kind === 'local') return undefined;
  if (parsed.kind === 'npm') {
    const [scope, rest] = parsed.name.split('/');
    return rest === undefined ? `npm:${parsed.name}` : `npm:${scope}`;
  }
  const owner = parsed.path.slice(0, -1).join('/');
  return `git:${parsed.host}/${parsed.host === 'github.com' ? owner.toLowerCase() : owner}`;
}
