import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic, sourceError } from './diagnostics.ts';
import { createEntryCheck, type PackageEntry } from './entry-check.ts';
import type { GitRevision } from './git.ts';
import { type GitAccess, type RunGit, withGit } from './git-client.ts';
import type { GitSource } from './source.ts';
import { packageIdentity } from './source-identity.ts';

/** What came with a checkout. */
export interface GitCheckout {
  /** When the commit was made, as an ISO 8601 time: as the committer's clock said. */
  readonly committed: string;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Puts the files of a commit into a new folder, without history, submodules, LFS files or links. The commit's list of
 * files is looked at first: one that is not allowed, and none is written. Throws `ModError`: `GIT_COMMIT_GONE` when the
 * server does not have the commit.
 */
export async function checkoutGit(
  source: GitSource,
  revision: GitRevision,
  directory: string,
  access: GitAccess,
): Promise<GitCheckout> {
  await mkdir(directory, { recursive: true });
  const { commit } = revision;
  const what = `${packageIdentity(source)}@${commit.slice(0, 12)}`;
  const checkout = await withGit(directory, what, access, async (run) => {
    await run('init', '--quiet', ...(commit.length === 64 ? ['--object-format=sha256'] : []));
    await fetchCommit(run, source, revision, what);
    const entries = listedEntries(await run('ls-tree', '-r', '-z', '--long', '--full-tree', commit));
    const check = createEntryCheck(what);
    const leftOut = entries.filter(({ entry }) => entry !== undefined && !check.admit(entry));
    const submodules = entries.filter(({ entry }) => entry === undefined).map(({ path }) => path);
    await run('checkout', '--quiet', '--detach', commit);
    // With `core.symlinks=false` a link has become a file that holds its target.
    await Promise.all(leftOut.map(({ path }) => rm(join(directory, path), { recursive: true, force: true })));
    const committed = (await run('show', '--no-patch', '--format=%cI', commit)).trim();
    return { committed, warnings: [...check.warnings(), ...submoduleWarning(what, submodules)] };
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
    const kind = refKind === 'tag' ? 'tags' : 'heads';
    await run(...shallow, refKind === 'default' ? 'HEAD' : `refs/${kind}/${source.ref}`);
    if (await hasCommit(run, commit)) return;
  }
  try {
    await run(...shallow, commit);
  } catch (single) {
    // An old server gives refs only. The commit is in the history of one of them, or gone.
    await run('fetch', '--quiet', '--no-recurse-submodules', '--', source.url, '+refs/*:refs/remote/*');
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

/** Reads `git ls-tree -z --long`: mode, type, id and size, a tab, the path. A submodule is no entry. */
function listedEntries(listing: string): ListedEntry[] {
  return listing.split('\0').flatMap((line): ListedEntry[] => {
    const tab = line.indexOf('\t');
    if (tab === -1) return [];
    const path = line.slice(tab + 1);
    const [mode, kind, , size] = line.slice(0, tab).split(/ +/);
    if (kind === 'commit') return [{ path, entry: undefined }];
    return [{ path, entry: { path, type: mode === '120000' ? 'link' : 'file', size: Number(size) } }];
  });
}

interface ListedEntry {
  readonly path: string;
  readonly entry: PackageEntry | undefined;
}

function submoduleWarning(what: string, submodules: readonly string[]): Diagnostic[] {
  if (submodules.length === 0) return [];
  return [
    sourceDiagnostic('GIT_SUBMODULES', {
      message: `Submodules of ${what} were left out: ${submodules.join(', ')}.`,
    }),
  ];
}
