import { tmpdir } from 'node:os';
import lt from 'semver/functions/lt.js';
import { isGitEntry, type LockEntry } from '../lock/lock-file.ts';
import { sourceError } from '../sources/diagnostics.ts';
import { resolveGit } from '../sources/git.ts';
import { resolveNpm } from '../sources/npm.ts';
import { parseSource } from '../sources/parse-source.ts';
import type { GitSource, NpmSource } from '../sources/source.ts';
import { packageIdentity } from '../sources/source-identity.ts';
import { meansTheSame } from './configured.ts';
import type { Access, Resolved } from './stage.ts';
import type { Revision } from './types.ts';

/** Asks the registry or the git server what the source means now. Throws `ModError`. */
export async function resolve(
  source: NpmSource | GitSource,
  text: string,
  access: Access,
): Promise<Resolved> {
  access.io.onProgress?.({ source: text, phase: 'resolving' });
  const resolved: Resolved =
    source.kind === 'npm'
      ? { source, revision: await resolveNpm(source, access.npm) }
      : // Not in the project: a repository there has settings of its own, which could redirect git.
        { source, revision: await resolveGit(source, tmpdir(), access.git) };
  access.onStep('resolved');
  return resolved;
}

/** The part of a resolved source that results and locks carry. */
export function revisionOf({ revision }: Resolved): Revision {
  return revision.kind === 'npm'
    ? { version: revision.version }
    : { commit: revision.commit, refKind: revision.refKind };
}

/** The same of a lock entry. */
export function lockedRevision(entry: LockEntry): Revision {
  return isGitEntry(entry) ? { commit: entry.commit, refKind: entry.refKind } : { version: entry.version };
}

/** Whether what the source means is what the lock records, asked for in the same way. */
export function isRecorded(resolved: Resolved, entry: LockEntry): boolean {
  const { source, revision } = resolved;
  if (!meansTheSame(parseSource(entry.source), source)) return false;
  if (revision.kind === 'git') return isGitEntry(entry) && entry.commit === revision.commit;
  if (isGitEntry(entry) || entry.version !== revision.version) return false;
  return (
    entry.archive === undefined || revision.integrity === undefined || entry.archive === revision.integrity
  );
}

/** Whether a release age makes the registry offer less than what is installed: that is no update. */
export function isOlder({ revision }: Resolved, entry: LockEntry, before: Date | undefined): boolean {
  if (before === undefined || revision.kind !== 'npm' || isGitEntry(entry)) return false;
  return lt(revision.version, entry.version);
}

/** Refuses a tag that names another commit than when it was installed. Tags are meant to stay. */
export function refuseMovedTag(resolved: Resolved, entry: LockEntry | undefined): void {
  const { source, revision } = resolved;
  if (entry === undefined || source.kind !== 'git' || revision.kind !== 'git' || !isGitEntry(entry)) return;
  const recorded = parseSource(entry.source);
  const sameRef = recorded.kind === 'git' && recorded.ref === source.ref;
  if (entry.refKind !== 'tag' || !sameRef || entry.commit === revision.commit) return;
  throw sourceError('GIT_TAG_MOVED', {
    message: `The tag "${source.ref}" of ${packageIdentity(source)} named ${entry.commit} when it was installed, and names ${revision.commit} now.`,
  });
}
