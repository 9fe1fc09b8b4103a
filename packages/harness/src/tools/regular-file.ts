import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { ToolFailure } from './define-tool.ts';
import { fileFailure } from './file-failure.ts';
import { showPath } from './paths.ts';

const NAMES_SHOWN = 20;

/**
 * Looks at what is to be read or changed. Links are followed.
 * Throws a {@link ToolFailure} for anything but a regular file: a folder is listed, since its content was probably wanted,
 * and a pipe or device is never opened, since that may wait for ever.
 */
export async function statRegularFile(doing: string, cwd: string, path: string): Promise<Stats> {
  try {
    const stats = await stat(path);
    if (stats.isFile()) return stats;
    if (!stats.isDirectory()) {
      throw new ToolFailure(
        `Could not ${doing} \`${showPath(cwd, path)}\`: it is a pipe, socket or device, not a file.`,
      );
    }
    throw new ToolFailure(await folderInstead(doing, cwd, path));
  } catch (error) {
    throw await fileFailure(error, doing, cwd, path);
  }
}

async function folderInstead(doing: string, cwd: string, path: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  const content =
    names.length === 0 ? 'it is empty' : `it holds ${names.slice(0, NAMES_SHOWN).join(', ')}${more}`;
  return `Could not ${doing} \`${showPath(cwd, path)}\`: it is a folder; ${content}.`;
}
