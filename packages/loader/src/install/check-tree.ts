import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic } from '../sources/diagnostics.ts';
import { createEntryCheck, type EntryCheck } from '../sources/entry-check.ts';

const LFS_HEADER = 'version https://git-lfs.github.com/spec/v1';

/**
 * Holds the files of a checkout against the rules for what comes in, and deletes what is left out. Throws `ModError` for
 * what no package may hold. Gives the warnings.
 */
export async function checkTree(directory: string, what: string): Promise<Diagnostic[]> {
  const check = createEntryCheck(what);
  const pointers: string[] = [];
  await visit(directory, '', check, pointers);
  const lfs = pointers.map((path) =>
    sourceDiagnostic('GIT_LFS_POINTER', {
      message: `${path} in ${what} is kept in Git LFS and was not fetched: the file holds a pointer.`,
    }),
  );
  return [...check.warnings(), ...lfs];
}

async function visit(root: string, inside: string, check: EntryCheck, pointers: string[]): Promise<void> {
  for (const name of (await readdir(join(root, inside))).sort()) {
    const path = inside === '' ? name : `${inside}/${name}`;
    const file = join(root, path);
    const stats = await lstat(file);
    const type = stats.isDirectory()
      ? 'directory'
      : stats.isFile()
        ? 'file'
        : stats.isSymbolicLink()
          ? 'link'
          : 'other';
    const admitted = check.admit({ path, type, size: type === 'file' ? stats.size : 0 });
    if (!admitted) await rm(file, { recursive: true, force: true });
    else if (type === 'directory') await visit(root, path, check, pointers);
    else if (stats.size < 1024 && (await startsWith(file, LFS_HEADER))) pointers.push(path);
  }
}

async function startsWith(file: string, text: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(text.length), 0, text.length, 0);
    return buffer.subarray(0, bytesRead).toString() === text;
  } finally {
    await handle.close();
  }
}
