import type { OfflineContext } from '../context.ts';
import { type EntryView, readSource } from '../entry-view.ts';
import type { Problem } from '../problem.ts';

/** Sources: of a kind that everybody can add, pinned if at all, each package once, and the same package that `npm` names. */
export function* checkSources(context: OfflineContext): Generator<Problem> {
  for (const entry of context.entries) {
    if (!entry.isPlain) yield* checkSource(entry);
    const mismatch = checkPackage(entry);
    if (mismatch !== undefined) yield mismatch;
  }
  const owners = new Map<string, EntryView>();
  for (const entry of context.bySeniority) {
    const { identity, index, name } = entry;
    if (identity === undefined) continue;
    const owner = owners.get(identity);
    if (owner === undefined) {
      owners.set(identity, entry);
      continue;
    }
    const spelled = owner.source === entry.source ? '' : `, written "${owner.source ?? ''}"`;
    yield {
      rule: 'source-unique',
      path: ['mods', index, 'source'],
      message: `This is the source of "${owner.name ?? `entry ${owner.index}`}"${spelled}: both are ${identity}.`,
      key: `${identity} ${name ?? ''}`,
    };
  }
}

function* checkSource({ index, source }: EntryView): Generator<Problem> {
  if (source === undefined) return;
  const { parsed, refused } = readSource(source);
  const path = ['mods', index, 'source'] as const;
  if (refused !== undefined) {
    const { message, hint, code } = refused;
    const rule = code === 'SOURCE_NPM_VERSION' ? 'npm-version' : 'source-kind';
    yield { rule, path, message, ...(hint === undefined ? {} : { hint }) };
    return;
  }
  if (source !== source.trim()) {
    yield { rule: 'source-kind', path, message: 'The source has spaces around it.' };
  }
  if (parsed?.kind === 'local') {
    yield { rule: 'source-kind', path, message: `"${source}" is a path on one computer.` };
  } else if (parsed?.kind === 'git') {
    if (parsed.protocol === 'file') {
      yield { rule: 'source-kind', path, message: `"${source}" is a repository on one computer.` };
    }
  } else if (parsed !== undefined) {
    const { name, want } = parsed;
    const isBare = want.kind === 'tag' && !source.includes('@', source.indexOf(name) + 1);
    if (want.kind !== 'version' && !isBare) {
      const message = `"${want.value}" is a ${want.kind}, and what it means can change.`;
      yield { rule: 'npm-version', path, message };
    }
  }
}

function checkPackage({ index, npm, identity }: EntryView): Problem | undefined {
  if (npm === undefined || npm === '' || identity?.startsWith('npm:') !== true) return undefined;
  const name = identity.slice('npm:'.length);
  if (bare(npm) === name) return undefined;
  const message = `npm is "${npm}", but the source is the package "${name}".`;
  return { rule: 'npm-source-mismatch', path: ['mods', index, 'npm'], message };
}

/** A package name without what follows its `@`: a version there has a finding of its own. */
function bare(npm: string): string {
  const at = npm.indexOf('@', 1);
  return at === -1 ? npm : npm.slice(0, at);
}
