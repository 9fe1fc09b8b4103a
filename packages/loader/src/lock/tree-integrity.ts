import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic } from '../sources/diagnostics.ts';
import type { LockEntry, LockedDependency } from './lock-file.ts';

/**
 * A checksum of a folder: `sha256-<base64>` over one line for each file, sorted by path: whether it is executable, the
 * checksum of its content, its path. Times, owners and empty folders do not count. Optional dependencies do not either,
 * because another system installs others.
 */
export async function treeIntegrity(
  directory: string,
  dependencies: Readonly<Record<string, LockedDependency>> = {},
): Promise<string> {
  const optional = Object.keys(dependencies).filter((path) => dependencies[path]?.optional === true);
  const lines = await treeLines(directory, '', new Set(optional));
  // By code unit, not by locale: the order must be the same everywhere.
  lines.sort((one, two) => (one.path < two.path ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, line } of lines) hash.update(`${line} ${path}\n`);
  return `sha256-${hash.digest('base64')}`;
}

/** Holds an installed folder against its lock entry. Undefined when they agree. */
export async function verifyTree(
  directory: string,
  identity: string,
  entry: LockEntry,
): Promise<Diagnostic | undefined> {
  const found = await treeIntegrity(directory, entry.dependencies);
  if (found === entry.integrity) return undefined;
  return sourceDiagnostic('TREE_CHANGED', {
    message: `The files of ${identity} are not those that were installed.`,
    where: { file: directory },
  });
}

async function treeLines(
  root: string,
  inside: string,
  leaveOut: ReadonlySet<string>,
): Promise<{ path: string; line: string }[]> {
  const names = await readdir(join(root, inside));
  const lines = await Promise.all(
    names.map(async (name) => {
      const path = inside === '' ? name : `${inside}/${name}`;
      if (leaveOut.has(path)) return [];
      const file = join(root, path);
      const stats = await lstat(file);
      if (stats.isDirectory()) return treeLines(root, path, leaveOut);
      const content = stats.isSymbolicLink() ? await readlink(file) : await readFile(file);
      const kind = stats.isSymbolicLink() ? 'l' : (stats.mode & 0o100) === 0 ? '-' : 'x';
      return [{ path, line: `${kind} ${createHash('sha256').update(content).digest('hex')}` }];
    }),
  );
  return lines.flat();
}
