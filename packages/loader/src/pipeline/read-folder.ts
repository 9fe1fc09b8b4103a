import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isModFile, isPassedOver, MOD_EXTENSIONS } from './mod-files.ts';

/** What stands in a folder of mods, by name in order. */
export interface FolderContents {
  /** Mod files directly in it. */
  readonly files: readonly string[];
  /** Folders directly in it; each is a package or an index folder, or nothing. */
  readonly folders: readonly string[];
  /** Declarations, tests, and links that lead nowhere. */
  readonly others: readonly string[];
}

/** What a path is once links are followed; `undefined` when nothing is there, or nothing that can be reached. */
export function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : undefined;
  } catch {
    return undefined; // Missing, behind a file, in a circle of links, or in a folder that is closed to us.
  }
}

/**
 * Lists a folder of mods, one level deep. Dot-entries and node_modules are not looked at; ignore files are not consulted.
 *
 * @returns nothing in it when the folder is not there. Throws when it is there and cannot be read.
 */
export function readModsFolder(folder: string): FolderContents {
  const names = entriesOf(folder)
    .map(({ name }) => name)
    .filter((name) => !isPassedOver(name))
    .sort();
  const files: string[] = [];
  const folders: string[] = [];
  const others: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const kind = kindOf(path);
    if (kind === 'folder') folders.push(path);
    else if (kind === 'file' && isModFile(name)) files.push(path);
    else if (kind === undefined || MOD_EXTENSIONS.some((extension) => name.endsWith(extension)))
      others.push(path);
  }
  return { files, folders, others };
}

/** The folder's index file, `index.ts` before `.mts`, `.js` and `.mjs`. */
export function findIndex(folder: string): string | undefined {
  return MOD_EXTENSIONS.map((extension) => join(folder, `index${extension}`)).find(
    (path) => kindOf(path) === 'file',
  );
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
