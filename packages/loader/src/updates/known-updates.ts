import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locations } from '../pipeline/locations.ts';
import { isRecord } from '../pipeline/read-package-json.ts';

/** A newer version that an update found and did not install. */
export interface KnownUpdate {
  /** Where the source is configured: a project's root, or home. */
  readonly root: string;
  readonly identity: string;
  /** As the settings file has it. */
  readonly source: string;
  /** A version, or a commit. */
  readonly from: string;
  readonly to: string;
}

/** The file that keeps what updates found, in the person's folder of mods; discovery passes it over, because its name begins with a dot. */
export function knownUpdatesFile(home: string): string {
  return join(home, '.commandcode', 'mods', '.updates.json');
}

/**
 * The newer versions that are known and still not installed, for the user and for this project. Asks nobody.
 */
export async function knownUpdates({
  home,
  projectRoot,
}: Pick<Locations, 'home' | 'projectRoot'>): Promise<readonly KnownUpdate[]> {
  const here = updatesIn(knownUpdatesFile(home)).filter(({ root }) => root === home || root === projectRoot);
  const current = await Promise.all(here.map(isCurrent));
  return here.filter((_, index) => current[index]);
}

/** What the file has. It is a note, and the next update finds it all again: one that cannot be used counts as empty. */
export function updatesIn(file: string): readonly KnownUpdate[] {
  if (!existsSync(file)) return [];
  try {
    return readUpdates(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return []; // No JSON, or not to be read.
  }
}

/** Whether what is installed is still what it was then: it may have been removed, or brought up to date in another way. */
async function isCurrent({ root, identity, from }: KnownUpdate): Promise<boolean> {
  // Loaded here: nearly every start has nothing to look up.
  const [{ readLock }, { scopePaths }] = await Promise.all([
    import('../lock/lock-file.ts'),
    import('../install/scope-paths.ts'),
  ]);
  try {
    const { [identity]: entry } = (await readLock(scopePaths(root).lockFile)).sources;
    return entry !== undefined && revisionText(entry) === from;
  } catch {
    return false; // What is wrong with the lock is said where it is used.
  }
}

/** A version or a commit as text; of an entry of the lock, too. */
export function revisionText(revision: { readonly version: string } | { readonly commit: string }): string {
  return 'commit' in revision ? revision.commit : revision.version;
}

function readUpdates(content: unknown): readonly KnownUpdate[] {
  const updates = isRecord(content) ? content.updates : undefined;
  if (!Array.isArray(updates)) return [];
  return updates.filter(
    (one: unknown): one is KnownUpdate =>
      isRecord(one) &&
      [one.root, one.identity, one.source, one.from, one.to].every((text) => typeof text === 'string'),
  );
}
