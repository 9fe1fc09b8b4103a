import { realpathSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { apiRangeOf } from './api-range.ts';
import { pipelineDiagnostic } from './diagnostics.ts';
import { expandEntry } from './expand-entry.ts';
import { isIndex, modNameOf } from './mod-files.ts';
import { findIndex, kindOf, readModsFolder } from './read-folder.ts';
import { isRecord, readPackageJson } from './read-package-json.ts';
import type { ApiRange } from './types.ts';

/** One mod that a package or folder offers. */
export interface OfferedMod {
  readonly name: string;
  readonly file: string;
  readonly realFile: string;
  readonly relativePath: string;
}

/** What a folder offers, by package rules. */
export interface Offer {
  /** The package's name without its scope, else the folder's name. */
  readonly name: string;
  /** Which rule found the mods: `broken` and `nothing` are told apart, because a broken manifest is no absent one. */
  readonly by: 'manifest' | 'mods-folder' | 'index' | 'nothing' | 'broken';
  readonly mods: readonly OfferedMod[];
  /** Folders of skills, each one skill or a folder of them. */
  readonly skills: readonly string[];
  readonly apiRange?: ApiRange;
  /** Files beside an index that are not mods of their own. */
  readonly helpers: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what a folder offers: what its package.json lists in `commandcode.mods`; without that, its `mods/` folder; without
 * that, its root index. A manifest that is there and wrong gives no mods, and does not fall back.
 */
export async function readManifest(folder: string): Promise<Offer> {
  const packageJson = await readPackageJson(folder);
  const nothing = { name: basename(folder), mods: [], skills: [], helpers: [], diagnostics: [] };
  if (packageJson.state === 'broken') {
    return { ...nothing, by: 'broken', diagnostics: [packageJson.diagnostic] };
  }
  const content = packageJson.state === 'read' ? packageJson.content : {};
  const file = join(folder, 'package.json');
  const name = packageNameOf(content.name) ?? basename(folder);
  const { commandcode = {} } = content;
  if (!isRecord(commandcode))
    return { ...nothing, name, by: 'broken', diagnostics: [wrongType('commandcode', 'an object', file)] };

  const skills = await expandList(folder, file, 'skills', commandcode.skills);
  const apiRange = apiRangeOf(content, file);
  const common = { name, skills: skills.paths, ...(apiRange && { apiRange }), helpers: [] };
  if (commandcode.mods !== undefined) {
    const listed = await expandList(folder, file, 'mods', commandcode.mods);
    const diagnostics = [...listed.diagnostics, ...skills.diagnostics];
    const by = Array.isArray(commandcode.mods) ? 'manifest' : 'broken';
    return { ...common, by, mods: offered(folder, name, listed.paths), helpers: listed.helpers, diagnostics };
  }
  const { diagnostics } = skills;
  const modsFolder = join(folder, 'mods');
  if (kindOf(modsFolder) === 'folder') {
    const { files, folders } = readModsFolder(modsFolder);
    const paths = [...files, ...folders.map(findIndex).filter((path) => path !== undefined)];
    if (paths.length > 0)
      return { ...common, by: 'mods-folder', mods: offered(folder, name, paths), diagnostics };
  }
  const index = findIndex(folder);
  if (index === undefined) return { ...common, by: 'nothing', mods: [], diagnostics };
  return { ...common, by: 'index', mods: offered(folder, name, [index]), diagnostics };
}

/** Names the mods of a package. Its only mod, or the index at its root, takes the package's name when it is an index. */
function offered(folder: string, packageName: string, paths: readonly string[]): readonly OfferedMod[] {
  return paths.map((file) => {
    const relativePath = relative(folder, file).split(sep).join('/');
    const isPackage = isIndex(file) && (paths.length === 1 || !relativePath.includes('/'));
    const name = isPackage ? packageName : modNameOf(file);
    return { name, file, realFile: realpathSync(file), relativePath };
  });
}

interface ExpandedList {
  readonly paths: readonly string[];
  readonly helpers: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

async function expandList(
  folder: string,
  file: string,
  kind: 'mods' | 'skills',
  list: unknown,
): Promise<ExpandedList> {
  if (list === undefined) return { paths: [], helpers: [], diagnostics: [] };
  if (!Array.isArray(list)) {
    return { paths: [], helpers: [], diagnostics: [wrongType(`commandcode.${kind}`, 'an array', file)] };
  }
  const paths = new Set<string>();
  const helpers: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, entry] of list.entries()) {
    const expanded = await expandEntry(folder, kind, entry);
    for (const path of expanded.paths) paths.add(path);
    helpers.push(...(expanded.helpers ?? []));
    if (expanded.problem === undefined) continue;
    const { code, message } = expanded.problem;
    const details = { message: `commandcode.${kind}[${index}] ${message}`, where: { file } };
    diagnostics.push(pipelineDiagnostic(code, details));
  }
  return { paths: [...paths], helpers, diagnostics };
}

function wrongType(key: string, expected: string, file: string): Diagnostic {
  const message = `${key} is not ${expected}; the package gives no mods.`;
  return pipelineDiagnostic('MANIFEST_BROKEN', { message, where: { file } });
}

function packageNameOf(name: unknown): string | undefined {
  return typeof name === 'string' && name !== '' ? name.replace(/^@[^/]*\//, '') : undefined;
}
