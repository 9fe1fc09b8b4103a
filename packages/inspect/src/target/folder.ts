/** Reads a folder as a package. Links are followed only as long as they stay inside. */

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type FileSource, LARGEST_SOURCE, tooLarge } from '../package/files.ts';

/** More files than this are not listed. */
const MOST_FILES = 100_000;

const STORES: ReadonlySet<string> = new Set(['.git', '.hg', '.svn']);

/**
 * The files of a folder, read when they are needed. The stores of version control are not its own files, and `node_modules`
 * only with `deep`.
 */
export function filesOfFolder(folder: string, deep: boolean = false): Map<string, FileSource> {
  const root = realpathSync(folder);
  const files = new Map<string, FileSource>();
  const seen = new Set<string>([root]);
  const queue = [''];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const entries = list(join(root, at), at, files);
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (files.size >= MOST_FILES) return files;
      if (entry.isDirectory()) {
        if (!STORES.has(entry.name) && (deep || entry.name !== 'node_modules')) queue.push(path);
      } else if (entry.isSymbolicLink()) followLink(root, path, files, queue, seen);
      else if (entry.isFile()) files.set(path, sourceOfFile(join(root, path)));
      else files.set(path, { unread: 'it is no ordinary file' });
    }
  }
  return files;
}

function list(
  folder: string,
  at: string,
  files: Map<string, FileSource>,
): { name: string; isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    files.set(at === '' ? '.' : at, { unread: `the folder cannot be listed (${(error as Error).message})` });
    return [];
  }
}

function followLink(
  root: string,
  path: string,
  files: Map<string, FileSource>,
  queue: string[],
  seen: Set<string>,
): void {
  let real: string;
  try {
    real = realpathSync(join(root, path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    files.set(path, {
      unread: code === 'ELOOP' ? 'it is a link that leads to itself' : 'it is a link to nothing',
    });
    return;
  }
  if (real !== root && !real.startsWith(root + sep)) {
    files.set(path, { unread: 'it is a link that leaves the package' });
    return;
  }
  if (!statSync(real).isDirectory()) {
    files.set(path, sourceOfFile(real));
    return;
  }
  // A link to a folder around it would never end.
  if (seen.has(real) || join(root, path).startsWith(real + sep))
    files.set(path, { unread: 'it is a link to a folder that is read already' });
  else {
    seen.add(real);
    queue.push(path);
  }
}

/** A file that is read when it is needed, unless it is too large to be. */
export function sourceOfFile(path: string): FileSource {
  const { size } = statSync(path);
  return size > LARGEST_SOURCE ? { unread: tooLarge(size) } : () => readFileSync(path);
}
