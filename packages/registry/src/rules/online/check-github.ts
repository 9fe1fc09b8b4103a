import type { GithubRepository } from '../../net/servers.ts';
import type { EntryView } from '../entry-view.ts';
import type { Problem } from '../problem.ts';
import { githubSlug } from './slugs.ts';

/** A repository on GitHub that an entry names, and the key that names it. */
export interface GithubTarget {
  readonly slug: string;
  readonly field: 'source' | 'repo';
}

/** The repositories of an entry, each once. */
export function githubTargets({ source, repo, identity }: EntryView): GithubTarget[] {
  const fromSource = identity?.startsWith('git:') && source !== undefined ? githubSlug(source) : undefined;
  const fromRepo = repo === undefined ? undefined : githubSlug(repo);
  const isSame = fromSource?.toLowerCase() === fromRepo?.toLowerCase();
  return [
    ...(fromSource === undefined ? [] : [{ slug: fromSource, field: 'source' } as const]),
    ...(fromRepo === undefined || isSame ? [] : [{ slug: fromRepo, field: 'repo' } as const]),
  ];
}

/** What GitHub says against an entry's repository. */
export function* checkRepository(
  { index }: EntryView,
  { slug, field }: GithubTarget,
  found: GithubRepository,
): Generator<Problem> {
  const path = ['mods', index, field] as const;
  if (found.fullName.toLowerCase() !== slug.toLowerCase()) {
    const message = `${slug} is called ${found.fullName} now.`;
    yield { rule: 'github-moved', path, message, hint: `Write ${found.fullName}.` };
  }
  if (found.isArchived) {
    yield {
      rule: 'github-moved',
      path,
      message: `${found.fullName} is archived.`,
      hint: 'Name its successor, or take the entry out.',
    };
  }
  if (field === 'source' && found.license === undefined) {
    yield { rule: 'license', path, message: `${found.fullName} has no license.` };
  }
}
