import { readFile } from 'node:fs/promises';
import { ModError } from '@cmd-mods/mod-api';
import { sourceError } from '../sources/diagnostics.ts';
import { codeOf } from '../sources/failures.ts';
import { parseSource } from '../sources/parse-source.ts';
import { isCommit } from '../sources/source.ts';
import { packageIdentity } from '../sources/source-identity.ts';

/** Plain JSON data. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * One dependency of a package, under its path in it (`node_modules/name`): the fields of a package-lock.json (version 3)
 * that decide what is installed, and no addresses.
 */
export interface LockedDependency {
  /** The package's name, when it is installed under another. */
  readonly name?: string;
  readonly version: string;
  /** Checksum of its archive. */
  readonly integrity?: string;
  /** It may be missing: optional dependencies differ between systems. */
  readonly optional?: true;
  /** It came inside the package that needs it. */
  readonly inBundle?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** Systems, processors and C libraries that it is for. */
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

interface LockedPackage {
  /** The source as the settings file has it. */
  readonly source: string;
  /** Checksum of the installed folder, dependencies included and optional ones not: see `treeIntegrity`. */
  readonly integrity: string;
  /** Left out when there are none. */
  readonly dependencies?: Readonly<Record<string, LockedDependency>>;
  /** What the mods could reach when this was installed, as the scanner said. */
  readonly inspect?: JsonValue;
}

/** What is installed for an npm source. */
export interface NpmLockEntry extends LockedPackage {
  readonly version: string;
  /** Checksum of the archive, as the registry announced it. */
  readonly archive?: string;
}

/** What is installed for a git source. */
export interface GitLockEntry extends LockedPackage {
  readonly commit: string;
  readonly refKind: 'commit' | 'tag' | 'branch' | 'default';
}

/** What is installed for one source. */
export type LockEntry = NpmLockEntry | GitLockEntry;

/** `mods.lock.json`, beside the settings file: what is installed, by identity of the source. */
export interface LockFile {
  readonly lockVersion: 1;
  readonly sources: Readonly<Record<string, LockEntry>>;
}

/** Whether the entry is of a git source. */
export function isGitEntry(entry: LockEntry): entry is GitLockEntry {
  return 'commit' in entry;
}

/** Reads the lock; a file that is not there is an empty one, which `missing` tells. Throws `ModError` for one that cannot be used. */
export async function readLock(file: string): Promise<LockFile & { readonly missing: boolean }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') {
      return { lockVersion: 1, sources: {}, missing: true };
    }
    throw unreadable(file, String(thrown), thrown);
  }
  return { ...parseLock(text, file), missing: false };
}

/** Writes the lock with one entry changed: set, or taken out with `undefined`. Whole or not at all; not when nothing changes. */
export async function writeLockEntry(
  file: string,
  identity: string,
  entry: LockEntry | undefined,
): Promise<void> {
  const { sources } = await readLock(file);
  if (JSON.stringify(sources[identity]) === JSON.stringify(entry)) return;
  const { [identity]: _replaced, ...others } = sources;
  const next = entry === undefined ? others : { ...others, [identity]: entry };
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(file, formatLock(next));
}

/** The text of a lock: sorted, so that a change shows as a change and nothing else. */
export function formatLock(sources: LockFile['sources']): string {
  const sorted = Object.fromEntries(Object.entries(sources).sort(([one], [two]) => (one < two ? -1 : 1)));
  return `${JSON.stringify({ lockVersion: 1, sources: sorted }, null, 2)}\n`;
}

function parseLock(text: string, file: string): LockFile {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (thrown) {
    throw unreadable(file, (thrown as Error).message, thrown);
  }
  const { lockVersion, sources } = isRecord(data) ? data : {};
  if (lockVersion !== 1)
    throw unreadable(file, `its lockVersion is ${JSON.stringify(lockVersion)}, and this program knows 1`);
  if (!isRecord(sources)) throw unreadable(file, 'it has no "sources"');
  for (const [identity, entry] of Object.entries(sources)) {
    if (!isEntry(identity, entry))
      throw unreadable(file, `the entry "${identity}" lacks something, or is not of that source`);
  }
  return { lockVersion: 1, sources: sources as LockFile['sources'] };
}

/** Where a dependency may be: nowhere but below the package. A lock can come with a project that somebody sent. */
const DEPENDENCY_PATH =
  /^node_modules\/(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(?:\/node_modules\/(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)*$/;

function isEntry(identity: string, entry: unknown): boolean {
  if (!isRecord(entry)) return false;
  const { source, integrity, version, commit, refKind, dependencies = {} } = entry;
  const texts = identity.startsWith('git:')
    ? [source, integrity, commit, refKind]
    : [source, integrity, version];
  if (!texts.every((text) => typeof text === 'string') || !isSourceOf(identity, String(source))) return false;
  if (commit !== undefined && !isCommit(String(commit))) return false;
  return (
    isRecord(dependencies) &&
    Object.entries(dependencies).every(
      ([path, one]) => DEPENDENCY_PATH.test(path) && isRecord(one) && typeof one.version === 'string',
    )
  );
}

function isSourceOf(identity: string, text: string): boolean {
  try {
    const source = parseSource(text);
    return source.kind !== 'local' && packageIdentity(source) === identity;
  } catch (thrown) {
    if (ModError.isInstance(thrown)) return false;
    throw thrown;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(file: string, why: string, cause?: unknown): ModError {
  return sourceError('LOCK_UNREADABLE', {
    message: `${file} cannot be used: ${why}.`,
    where: { file },
    cause,
  });
}
