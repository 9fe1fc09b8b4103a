import { stat } from 'node:fs/promises';
import { resolvePath, showPath } from './paths.ts';
import { statRegularFile } from './regular-file.ts';
import { changeFile, saveFile } from './save-file.ts';

/** Creates a file or replaces all of it. */
export async function writeFile(
  cwd: string,
  { file_path, content }: { readonly file_path: string; readonly content: string },
): Promise<string> {
  const path = resolvePath(cwd, file_path);
  return changeFile(cwd, path, async () => {
    const before = await sizeBefore(cwd, path);
    await saveFile(path, content);
    const size = `${Buffer.byteLength(content)} bytes, ${lineCount(content)} lines`;
    const shown = showPath(cwd, path);
    return before === undefined
      ? `Created \`${shown}\`: ${size}.`
      : `Replaced \`${shown}\` (${before} bytes): ${size}.`;
  });
}

/** The size of the file that is replaced; `undefined` when there is none. Throws for what is not a file. */
async function sizeBefore(cwd: string, path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found === undefined ? undefined : (await statRegularFile('write', cwd, path)).size;
}

function lineCount(text: string): number {
  const endings = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? endings : endings + 1;
}
