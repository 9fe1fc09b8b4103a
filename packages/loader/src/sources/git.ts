import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic, sourceError } from './diagnostics.ts';
import { type GitAccess, type RunGit, withGit } from './git-client.ts';
import { type GitSource, isCommit } from './source.ts';
import { packageIdentity } from './source-identity.ts';

/** What a ref of a git source means on its server at this moment. */
export interface GitRevision {
  readonly kind: 'git';
  readonly commit: string;
  /** A commit never moves, a tag should not, a branch does; `default` is the branch that the server gives without a ref. */
  readonly refKind: 'commit' | 'tag' | 'branch' | 'default';
}

/** Asks the server which commit the source means. A whole commit needs no asking. Throws `ModError`. */
export async function resolveGit(
  source: GitSource,
  directory: string,
  access: GitAccess,
): Promise<GitRevision> {
  const { ref } = source;
  if (ref !== undefined && isCommit(ref)) return { kind: 'git', commit: ref, refKind: 'commit' };
  const what = packageIdentity(source);
  const patterns =
    ref === undefined ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`];
  const output = await withGit(directory, what, access, (run) =>
    run('ls-remote', '--', source.url, ...patterns),
  );
  const commits = new Map(
    output.split('\n').flatMap((line) => {
      const [commit, name] = line.split('\t');
      return commit !== undefined && name !== undefined && isCommit(commit) ? [[name, commit] as const] : [];
    }),
  );
  if (ref === undefined) {
    const commit = commits.get('HEAD');
    if (commit !== undefined) return { kind: 'git', commit, refKind: 'default' };
    throw sourceError('GIT_REF_NOT_FOUND', { message: `${what} is empty: it has no default branch.` });
  }
  // An annotated tag is an object of its own; `^{}` is the commit behind it. A tag wins over a branch, as with git.
  const tag = commits.get(`refs/tags/${ref}^{}`) ?? commits.get(`refs/tags/${ref}`);
  if (tag !== undefined) return { kind: 'git', commit: tag, refKind: 'tag' };
  const branch = commits.get(`refs/heads/${ref}`);
  if (branch !== undefined) return { kind: 'git', commit: branch, refKind: 'branch' };
  throw sourceError('GIT_REF_NOT_FOUND', {
    message: `${what} has no branch and no tag "${ref}".`,
    ...(/^[0-9a-f]{7,39}$/.test(ref) ? { hint: 'A commit is written with all of its 40 digits.' } : {}),
  });
}

/** What came with a checkout. */
export interface GitCheckout {
  /** When the commit was made, as an ISO 8601 time: as the committer's clock said. */
  readonly committed: string;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Puts the files of a commit into a new folder, without history, submodules, LFS files or links. Throws `ModError`:
 * `GIT_COMMIT_GONE` when the server does not have the commit.
 */
export async function checkoutGit(
  source: GitSource,
  revision: GitRevision,
  directory: string,
  access: GitAccess,
): Promise<GitCheckout> {
  await mkdir(directory, { recursive: true });
  const what = packageIdentity(source);
  const checkout = await withGit(directory, what, access, async (run) => {
    await run('init', '--quiet', ...(revision.commit.length === 64 ? ['--object-format=sha256'] : []));
    await fetchCommit(run, source, revision, what);
    await run('checkout', '--quiet', '--detach', revision.commit);
    const committed = (await run('show', '--no-patch', '--format=%cI', revision.commit)).trim();
    const { links, submodules } = specialFiles(await run('ls-files', '--stage', '-z'));
    await Promise.all(links.map((path) => rm(join(directory, path), { force: true })));
    return { committed, warnings: [...linkWarning(what, links), ...submoduleWarning(what, submodules)] };
  });
  await rm(join(directory, '.git'), { recursive: true, force: true });
  return checkout;
}

/** The one commit when the server gives single commits; otherwise the ref, or all of the history. */
async function fetchCommit(
  run: RunGit,
  source: GitSource,
  { commit, refKind }: GitRevision,
  what: string,
): Promise<void> {
  const shallow = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', source.url];
  if (refKind !== 'commit') {
    await run(
      ...shallow,
      refKind === 'default' ? 'HEAD' : `refs/${refKind === 'tag' ? 'tags' : 'heads'}/${source.ref}`,
    );
    if (await hasCommit(run, commit)) return;
  }
  try {
    await run(...shallow, commit);
  } catch (single) {
    // An old server gives refs only. The commit is in the history of one of them, or gone.
    await run('fetch', '--quiet', '--no-recurse-submodules', '--', source.url, '+refs/*:refs/remote/*').catch(
      (whole: unknown) => {
        throw whole instanceof Error ? Object.assign(whole, { cause: single }) : single;
      },
    );
    if (!(await hasCommit(run, commit))) {
      throw sourceError('GIT_COMMIT_GONE', {
        message: `The server of ${what} does not have the commit ${commit} any more.`,
        cause: single,
      });
    }
  }
}

/** git ends with an error when it has no such object; the step after this one reports any other failure. */
async function hasCommit(run: RunGit, commit: string): Promise<boolean> {
  const type = await run('cat-file', '-t', commit).catch(() => '');
  return type.trim() === 'commit';
}

/** Reads `git ls-files --stage -z`: mode 120000 is a link, 160000 a submodule. */
function specialFiles(listing: string): { links: string[]; submodules: string[] } {
  const entries = listing.split('\0').flatMap((line) => {
    const [head = '', path] = line.split('\t');
    return path === undefined ? [] : [{ mode: head.split(' ')[0], path }];
  });
  const withMode = (mode: string) =>
    entries.filter((entry) => entry.mode === mode).map((entry) => entry.path);
  return { links: withMode('120000'), submodules: withMode('160000') };
}

function linkWarning(what: string, links: readonly string[]): Diagnostic[] {
  if (links.length === 0) return [];
  return [
    sourceDiagnostic('PACKAGE_LINK_LEFT_OUT', {
      message: `Links in ${what} were left out: ${links.join(', ')}.`,
    }),
  ];
}

function submoduleWarning(what: string, submodules: readonly string[]): Diagnostic[] {
  if (submodules.length === 0) return [];
  return [
    sourceDiagnostic('GIT_SUBMODULES', {
      message: `Submodules of ${what} were left out: ${submodules.join(', ')}.`,
    }),
  ];
}
