import type { Answer } from '../net/answer.ts';
import type { NpmPackage } from '../net/npm-package.ts';
import type { GithubRepository, Servers } from '../net/servers.ts';
import { type EntryView, readSource } from '../rules/entry-view.ts';
import { githubTargets } from '../rules/online/check-github.ts';
import { npmTarget } from '../rules/online/online.ts';
import type { Live } from './hub-file.ts';

/** What servers say of one mod now. */
export interface LiveData {
  /** Absent when nothing was ever found out. */
  readonly live?: Live;
  /** Markdown. */
  readonly readme?: string;
  /** Why the live values are not of now. */
  readonly trouble?: string;
}

/**
 * Asks for the live values of an entry. Whatever a server does not answer keeps the last good value, and the values are
 * marked stale then: nothing is dropped because a server was away.
 */
export async function fetchLive(
  entry: EntryView,
  servers: Servers,
  last: Live | undefined,
  now: Date,
): Promise<LiveData> {
  const target = npmTarget(entry);
  const slug = githubTargets(entry)[0]?.slug;
  const [npm, downloads, github] = await Promise.all([
    target && servers.npmPackage(target.name),
    target && servers.downloads(target.name),
    slug === undefined ? undefined : servers.repository(slug),
  ]);
  const release = releaseOf(entry, npm, github);
  const readme = await readmeOf(npm, slug, servers);
  // A counter that knows nothing of a new package is an answer too; a package or repository that is gone is trouble.
  const failed = [
    ...(npm === undefined || npm.state === 'found' ? [] : [`npm: ${whyOf(npm)}`]),
    ...(downloads?.state === 'unverified' ? [`downloads: ${downloads.why}`] : []),
    ...(github === undefined || github.state === 'found' ? [] : [`GitHub: ${whyOf(github)}`]),
  ];
  const version = release ?? (last && { version: last.version, publishedAt: last.publishedAt });
  const trouble = failed.length === 0 ? {} : { trouble: failed.join('; ') };
  if (version === undefined) return { ...readme, ...trouble };
  const counts = {
    downloads: latestOf(downloads, last?.downloads),
    stars: github?.state === 'found' ? github.value.stars : github && last?.stars,
  };
  const live: Live = {
    ...version,
    ...(counts.downloads === undefined ? {} : { downloads: counts.downloads }),
    ...(counts.stars === undefined ? {} : { stars: counts.stars }),
    fetchedAt: failed.length > 0 && last !== undefined ? last.fetchedAt : now.toISOString(),
    ...(failed.length > 0 ? { stale: true } : {}),
  };
  return { live, ...readme, ...trouble };
}

function releaseOf(
  { source }: EntryView,
  npm: Answer<NpmPackage> | undefined,
  github: Answer<GithubRepository> | undefined,
): Pick<Live, 'version' | 'publishedAt'> | undefined {
  if (npm?.state === 'found') {
    const { latest, times } = npm.value;
    const publishedAt = isoTime(times.get(latest) ?? times.get('modified'));
    return latest === '' || publishedAt === undefined ? undefined : { version: latest, publishedAt };
  }
  if (npm !== undefined || github?.state !== 'found') return undefined;
  const { parsed } = readSource(source);
  const ref = parsed?.kind === 'git' ? parsed.ref : undefined;
  const publishedAt = isoTime(github.value.pushedAt);
  return publishedAt === undefined ? undefined : { version: ref ?? github.value.defaultBranch, publishedAt };
}

async function readmeOf(
  npm: Answer<NpmPackage> | undefined,
  slug: string | undefined,
  servers: Servers,
): Promise<{ readme?: string }> {
  if (npm?.state === 'found' && npm.value.readme !== undefined) return { readme: npm.value.readme };
  if (slug === undefined) return {};
  const answer = await servers.readme(slug);
  return answer.state === 'found' && answer.value.trim() !== '' ? { readme: answer.value } : {};
}

function latestOf<T>(answer: Answer<T> | undefined, last: T | undefined): T | undefined {
  if (answer === undefined || answer.state === 'missing') return undefined;
  return answer.state === 'found' ? answer.value : last;
}

function whyOf(answer: Exclude<Answer<unknown>, { state: 'found' }>): string {
  return answer.state === 'missing' ? 'it knows nothing of this' : answer.why;
}

function isoTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
