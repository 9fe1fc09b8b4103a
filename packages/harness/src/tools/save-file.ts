import { open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { fileFailure } from './file-failure.ts';
import { inTurn } from './in-turn.ts';

/** The path by which changes of a file are kept apart: its real one, or the one given while it does not exist. */
async function keyOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Runs a change of the file at `path` after those that are under way; a system error is put into words. */
export async function changeFile<TValue>(
  cwd: string,
  path: string,
  change: () => Promise<TValue>,
): Promise<TValue> {
  return inTurn(await keyOf(path), async () => {
    try {
      return await change();
    } catch (error) {
      throw await fileFailure(error, 'write', cwd, path);
    }
  });
}

/**
 * Writes a whole file, atomically: a reader or a crash sees the old content or the new, never half.
 * Makes the folders above it. An existing file keeps its mode and owner, and a link keeps pointing at it.
 * Throws the system's error; a file without write permission is refused although a rename could replace it.
 */
export async function saveFile(path: string, content: string | Uint8Array): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic');
  makeFolder(dirname(path));
  await assertWritable(path);
  await writeFileAtomic(path, typeof content === 'string' ? content : Buffer.from(content));
}

/** Throws the system's error when a file exists and may not be written. */
async function assertWritable(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r+');
    await handle.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
