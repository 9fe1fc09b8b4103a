import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileFailure } from './file-failure.ts';
import { resolvePath } from './paths.ts';

/** Where a search begins: the project folder, or the folder or file that was named. Throws a `ToolFailure` when it is missing. */
export async function searchRoot(
  cwd: string,
  path: string | undefined,
): Promise<{ readonly path: string; readonly stats: Stats }> {
  const root = resolvePath(cwd, path ?? '.');
  try {
    return { path: root, stats: await stat(root) };
  } catch (error) {
    throw await fileFailure(error, 'search', cwd, root);
  }
}

/** A note about folders that a search could not read; none when it read all. */
export function unreadableNote(folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  const more = folders.length > 1 ? ` and ${folders.length - 1} more` : '';
  return [`[Could not read ${folders[0]}${more}: permission denied or gone.]`];
}
