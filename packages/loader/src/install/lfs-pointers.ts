import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { sourceDiagnostic } from '../sources/diagnostics.ts';

const HEADER = 'version https://git-lfs.github.com/spec/v1';

/** Warns of each file of a checkout that is kept in Git LFS: what was fetched is a pointer to it. */
export async function lfsPointers(directory: string, what: string): Promise<Diagnostic[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const warnings: Diagnostic[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    if (!(await startsWith(file, HEADER))) continue;
    warnings.push(
      sourceDiagnostic('GIT_LFS_POINTER', {
        message: `${file.slice(directory.length + 1)} in ${what} is kept in Git LFS and was not fetched: the file holds a pointer.`,
      }),
    );
  }
  return warnings;
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
