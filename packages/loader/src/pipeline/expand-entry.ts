import { readdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { PipelineCode } from './diagnostics.ts';
import { isLoadableFile, isModFile, isPassedOver } from './mod-files.ts';
import { findIndex, kindOf, readModsFolder } from './read-folder.ts';

/** What one entry of a manifest stands for. */
export interface ExpandedEntry {
  readonly paths: readonly string[];
  readonly helpers?: readonly string[];
  readonly problem?: { readonly code: PipelineCode; readonly message: string };
}

/**
 * Expands one entry of `commandcode.mods` or `commandcode.skills`: a file, a folder or a glob, all inside the package root by
 * real path. A folder of mods offers what is one level inside it, or its index alone; a folder of skills stands for itself.
 * A `~` is an ordinary character here.
 */
export async function expandEntry(
  root: string,
  kind: 'mods' | 'skills',
  entry: unknown,
): Promise<ExpandedEntry> {
  if (typeof entry !== 'string' || entry === '')
    return problem('MANIFEST_ENTRY_WRONG', 'is not a path or glob.');
  const shown = JSON.stringify(entry);
  if (/^[!+-]/.test(entry)) {
    return problem('MANIFEST_ENTRY_WRONG', `${shown} is a filter's pattern; a manifest lists what it ships.`);
  }
  if (isAbsolute(entry)) return problem('MANIFEST_ENTRY_ESCAPES', `${shown} leads out of the package.`);
  const path = resolve(root, entry);
  if (isGlob(entry) && kindOf(path) === undefined) return expandGlob(root, kind, entry);
  if (isOutside(root, path)) return problem('MANIFEST_ENTRY_ESCAPES', `${shown} leads out of the package.`);
  const type = kindOf(path);
  if (type === undefined) return problem('MANIFEST_ENTRY_MISSING', `${shown} does not exist.`);
  if (isOutside(realpathSync(root), realpathSync(path))) {
    return problem('MANIFEST_ENTRY_ESCAPES', `${shown} is a link that leads out of the package.`);
  }
  if (kind === 'skills') {
    return type === 'folder'
      ? { paths: [path] }
      : problem('MANIFEST_ENTRY_WRONG', `${shown} is a file, not a folder of skills.`);
  }
  if (type === 'folder') return expandFolder(root, path, shown);
  if (!isLoadableFile(path)) {
    return problem('MANIFEST_ENTRY_WRONG', `${shown} is not a .ts, .mts, .js or .mjs file.`);
  }
  return { paths: [path] };
}

function expandFolder(root: string, folder: string, shown: string): ExpandedEntry {
  const index = findIndex(folder);
  const { files, folders } = readModsFolder(folder);
  const found =
    index === undefined ? [...files, ...folders.flatMap((each) => findIndex(each) ?? [])] : [index];
  const paths = found.filter((path) => !isOutside(realpathSync(root), realpathSync(path)));
  const helpers = index === undefined ? [] : files.filter((file) => file !== index);
  if (paths.length < found.length) {
    const message = `${shown} holds links that lead out of the package; they are left out.`;
    return { paths, helpers, problem: { code: 'MANIFEST_ENTRY_ESCAPES', message } };
  }
  if (paths.length === 0) return problem('MANIFEST_ENTRY_MISSING', `${shown} is a folder without mods.`);
  return { paths, helpers };
}

async function expandGlob(root: string, kind: 'mods' | 'skills', entry: string): Promise<ExpandedEntry> {
  const { default: picomatch } = await import('picomatch');
  const pattern = entry.replace(/^(\.\/)+/, '');
  const shown = JSON.stringify(entry);
  if (pattern.split('/').includes('..')) {
    return problem('MANIFEST_ENTRY_ESCAPES', `${shown} leads out of the package.`);
  }
  const matches = picomatch(pattern);
  const found = walk(root)
    .filter((path) => (kind === 'skills' ? kindOf(path) === 'folder' : isModFile(path)))
    .filter((path) => matches(relative(root, path).split(sep).join('/')));
  const paths = found.filter((path) => !isOutside(realpathSync(root), realpathSync(path)));
  if (found.length > paths.length) {
    const message = `${shown} matches links that lead out of the package; they are left out.`;
    return { paths, problem: { code: 'MANIFEST_ENTRY_ESCAPES', message } };
  }
  return paths.length > 0 ? { paths } : problem('MANIFEST_ENTRY_MISSING', `${shown} matches nothing.`);
}

/** Every file and folder below, in order of path, without dot-entries and node_modules. Links to folders are not walked. */
function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isPassedOver(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...walk(path)] : [path];
    });
}

function isOutside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

function isGlob(entry: string): boolean {
  return /[*?[\]{}()]/.test(entry);
}

function problem(code: PipelineCode, message: string): ExpandedEntry {
  return { paths: [], problem: { code, message } };
}
