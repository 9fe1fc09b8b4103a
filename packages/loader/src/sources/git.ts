import { sourceError } from './diagnostics.ts';
import { type GitAccess, withGit } from './git-client.ts';
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
