import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { type LockEntry, type LockFile, readLock, writeLockEntry } from '../lock/lock-file.ts';
import { installPathOfIdentity } from '../sources/install-path.ts';
import { checkInsideRegistry, JOURNAL, PREVIOUS, type ScopePaths, scopePaths } from './scope-paths.ts';
import type { InstallScope, InstallStep } from './types.ts';

/**
 * What is about to change for one source in one scope. Written into the staging folder before anything is moved, so that
 * a process that finds it later can finish or undo the change: the folder, the lock and the settings change together.
 */
export interface Journal {
  /** Says which folder it is about, too: a journal names no paths. */
  readonly identity: string;
  /** The new lock entry; left out when the source goes. */
  readonly lock?: LockEntry;
  /** The change to `mods.sources`; left out when it stays. */
  readonly settings?:
    | { readonly add: string; readonly replaces?: string }
    | { readonly remove: readonly string[] };
}

/**
 * Carries out a change whose new folder, if it brings one, stands ready as `tree` in the staging folder. On a failure
 * everything is as before; a process that ends midway leaves the old or the new install, and the journal.
 */
export async function commit(
  scope: InstallScope,
  stagingFolder: string,
  journal: Journal,
  onStep: (step: InstallStep) => void,
): Promise<void> {
  const paths = scopePaths(scope.root);
  const folders = foldersOf(paths, stagingFolder, journal);
  const before = await readLock(paths.lockFile);
  await mkdir(dirname(folders.target), { recursive: true });
  checkInsideRegistry(scope.root, dirname(folders.target), scope.name === 'user');
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(folders.journal, JSON.stringify(journal));
  onStep('journal-written');
  try {
    if (existsSync(folders.target)) await rename(folders.target, folders.previous);
    onStep('previous-moved');
    if (journal.lock !== undefined) await rename(folders.tree, folders.target);
    onStep('tree-moved');
    await writeLockEntry(paths.lockFile, journal.identity, journal.lock);
    onStep('lock-written');
    await changeSettings(scope, journal);
    onStep('settings-written');
  } catch (thrown) {
    await rollBack(folders, journal);
    await putLockBack(paths.lockFile, journal.identity, before).catch((cause: unknown) => {
      throw new AggregateError(
        [thrown, cause],
        `${String(thrown)}; and then ${paths.lockFile} could not be put back`,
      );
    });
    throw thrown;
  }
  await rm(folders.journal, { force: true });
  onStep('journal-deleted');
}

async function putLockBack(
  file: string,
  identity: string,
  before: LockFile & { missing: boolean },
): Promise<void> {
  if (before.missing) await rm(file, { force: true });
  else await writeLockEntry(file, identity, before.sources[identity]);
}

/**
 * Puts in order what processes that ended midway left behind: changes whose folder was already in place are finished,
 * others undone, and unfinished downloads deleted. Called with the lock held. Gives the identities that were put in order.
 *
 * What it finds may have come with a project that somebody sent: links are not followed, and a journal can name nothing
 * outside the registry.
 */
export async function recover(scope: InstallScope): Promise<string[]> {
  const paths = scopePaths(scope.root);
  if (!existsSync(paths.staging)) return [];
  checkInsideRegistry(scope.root, paths.staging, scope.name === 'user');
  const recovered: string[] = [];
  for (const entry of await readdir(paths.staging, { withFileTypes: true })) {
    const folder = join(paths.staging, entry.name);
    const journal = entry.isDirectory() ? readJournal(folder) : undefined;
    if (journal !== undefined) {
      await putInOrder(scope, paths, foldersOf(paths, folder, journal), journal);
      recovered.push(journal.identity);
    }
    await rm(folder, { recursive: true, force: true });
  }
  return recovered;
}

/** The journal of a staging folder; undefined when there is none, or what is there is none. */
export function readJournal(stagingFolder: string): Journal | undefined {
  const file = join(stagingFolder, JOURNAL);
  if (!existsSync(file)) return undefined;
  try {
    const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
    installPathOfIdentity(String(journal?.identity));
    return journal;
  } catch (thrown) {
    if (thrown instanceof SyntaxError || ModError.isInstance(thrown)) return undefined;
    throw thrown;
  }
}

async function putInOrder(
  scope: InstallScope,
  paths: ScopePaths,
  folders: Folders,
  journal: Journal,
): Promise<void> {
  if (existsSync(dirname(folders.target))) {
    checkInsideRegistry(scope.root, dirname(folders.target), scope.name === 'user');
  }
  const arrived = journal.lock === undefined || !existsSync(folders.tree);
  if (!arrived) return rollBack(folders, journal);
  if (journal.lock === undefined && existsSync(folders.target)) {
    await rm(folders.previous, { recursive: true, force: true });
    await rename(folders.target, folders.previous);
  }
  await writeLockEntry(paths.lockFile, journal.identity, journal.lock);
  await changeSettings(scope, journal);
}

/** Puts the old folder back, if there was one. The new one, if it had arrived, goes back to the staging folder. */
async function rollBack(folders: Folders, journal: Journal): Promise<void> {
  const arrived = journal.lock !== undefined && !existsSync(folders.tree);
  if (arrived && existsSync(folders.target)) await rename(folders.target, folders.tree);
  if (existsSync(folders.previous) && !existsSync(folders.target))
    await rename(folders.previous, folders.target);
}

/** Changes `mods.sources`, unless it is as it shall be. */
async function changeSettings({ settings }: InstallScope, { settings: change }: Journal): Promise<void> {
  if (change === undefined) return;
  const texts = await settings.sources();
  if ('remove' in change) {
    for (const text of change.remove) if (texts.includes(text)) await settings.removeSource(text);
    return;
  }
  if (texts.includes(change.add)) return;
  const replaces =
    change.replaces !== undefined && texts.includes(change.replaces) ? change.replaces : undefined;
  await settings.addSource(change.add, replaces);
}

interface Folders {
  readonly target: string;
  readonly tree: string;
  readonly previous: string;
  readonly journal: string;
}

function foldersOf({ registry }: ScopePaths, staging: string, { identity }: Journal): Folders {
  return {
    target: join(registry, installPathOfIdentity(identity)),
    tree: join(staging, 'tree'),
    previous: join(staging, PREVIOUS),
    journal: join(staging, JOURNAL),
  };
}
