import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { diagnostic, ScaffoldError } from './diagnostics.ts';

/** What is in the folder that the mod goes to. */
export interface TargetFolder {
  readonly path: string;
  readonly exists: boolean;
  /** What makes it a folder in use, by name; a repository, a README and a licence alone do not. */
  readonly inTheWay: readonly string[];
}

const HARMLESS = /^(?:\.git|README(?:\.(?:md|txt))?|LICEN[SC]E(?:\.(?:md|txt))?)$/i;

/** Looks at the folder. Throws a ScaffoldError when something else than a folder is there. */
export function readTargetFolder(path: string): TargetFolder {
  const stats = statOf(path);
  if (stats === undefined) return { path, exists: false, inTheWay: [] };
  if (!stats.isDirectory()) throw unfit(`${path} is there, and it is no folder.`, path);
  const inTheWay = readdirSync(path).filter((name) => !HARMLESS.test(name));
  return { path, exists: true, inTheWay: inTheWay.toSorted() };
}

/**
 * Which of the files may be written: all of them, but for a README and a licence that are there already and were not to be
 * overwritten. Throws a ScaffoldError when one would be written through a link to somewhere else, or over a folder.
 */
export function writablePaths(
  { path: folder, exists }: TargetFolder,
  paths: readonly string[],
  overwrite: boolean,
): readonly string[] {
  if (!exists) return paths;
  const root = realpathSync(folder);
  const present = new Set(readdirSync(folder).map((name) => name.toLowerCase()));
  return paths.filter((path) => {
    const target = join(folder, path);
    const existing = nearest(dirname(target));
    if (!statSync(existing).isDirectory())
      throw unfit(`${existing} is a file, and ${path} needs a folder.`, existing);
    if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory())
      throw unfit(`${target} is a folder.`, target);
    const parent = realpathSync(existing);
    if (parent !== root && relative(root, parent).split(sep)[0] === '..') {
      throw unfit(`${target} would lie in ${parent}, outside of the folder.`, target);
    }
    return overwrite || !(HARMLESS.test(path) && present.has(path.toLowerCase()));
  });
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw unfit(`${path} cannot be looked at: ${(cause as Error).message}.`, path, cause);
  }
}

/** The path itself where something is there, else the nearest above it. A link that leads nowhere counts as nothing. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

function unfit(message: string, file: string, cause?: unknown): ScaffoldError {
  return new ScaffoldError(diagnostic('NEW_FOLDER_UNFIT', message, { file }), cause);
}
