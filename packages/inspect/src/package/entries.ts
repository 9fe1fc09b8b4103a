/** Which files of a package are mods. */

import picomatch from 'picomatch';
import type { PackageFiles } from './files.ts';
import type { Manifest } from './manifest.ts';
import { isSource, join } from './paths.ts';
import { asMap, findFile } from './resolve.ts';
import { targetsOf } from './targets.ts';

/** The entries, and what a reviewer should know about how they were found. */
export interface Entries {
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Finds the entries: the manifest, else the folder `mods`, else a root `index`, else what the package exports, with a note
 * that it offers no mod.
 */
export function entriesOf(files: PackageFiles, manifest: Manifest): Entries {
  if (manifest.mods !== undefined) return fromManifest(files, manifest.mods);
  const inFolder = modsIn(files, 'mods');
  if (inFolder.length > 0) return { paths: inFolder, notes: [] };
  const index = fileAt(files, 'index');
  if (index !== undefined) return { paths: [index], notes: [] };
  const exported = [
    ...targetsOf(asMap(manifest.exports), '.', CONDITIONS),
    ...(manifest.main === undefined ? [] : [manifest.main]),
  ];
  const found = exported.flatMap((target) => fileAt(files, join('', target) ?? '\0') ?? []);
  const note = 'this package offers no mod (no commandcode.mods, no mods/ folder, no root index)';
  if (found.length > 0)
    return { paths: found.slice(0, 1), notes: [`${note}; it is read from what it exports`] };
  return { paths: [], notes: [note] };
}

const CONDITIONS = { conditions: ['node', 'import', 'require', 'default'] };

function fileAt(files: PackageFiles, path: string): string | undefined {
  const found = findFile(files, path);
  return found?.kind === 'file' && isSource(found.path) ? found.path : undefined;
}

/** The mods in a folder: each source file, and each folder with an index. */
function modsIn(files: PackageFiles, folder: string): string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const direct: string[] = [];
  const folders = new Set<string>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length);
    const slash = rest.indexOf('/');
    if (slash === -1) {
      if (isSource(path) && !/\.(?:test|spec)\.[^.]+$/.test(path)) direct.push(path);
    } else if (!rest.startsWith('.') && !rest.startsWith('node_modules/')) folders.add(rest.slice(0, slash));
  }
  for (const one of folders) {
    const index = fileAt(files, `${prefix}${one}/index`);
    if (index !== undefined) direct.push(index);
  }
  return direct.sort();
}

function fromManifest(files: PackageFiles, mods: readonly string[]): Entries {
  const paths = new Set<string>();
  const notes: string[] = [];
  for (const pattern of mods) {
    const path = join('', pattern);
    if (path === undefined) {
      notes.push(`commandcode.mods names '${pattern}', which leaves the package and is dropped`);
      continue;
    }
    const found = /[*?{[]/.test(pattern) ? matching(files, path) : ofPath(files, path);
    if (found.length === 0) notes.push(`commandcode.mods names '${pattern}', and nothing is there`);
    for (const one of found) paths.add(one);
  }
  return { paths: [...paths], notes };
}

function matching(files: PackageFiles, pattern: string): string[] {
  const isMatch = picomatch(pattern);
  return [...files.keys()].filter((path) => isSource(path) && isMatch(path)).sort();
}

function ofPath(files: PackageFiles, path: string): string[] {
  if (files.has(path) && isSource(path)) return [path];
  const found = fileAt(files, path);
  return found !== undefined ? [found] : modsIn(files, path);
}
