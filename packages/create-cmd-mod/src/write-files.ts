import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diagnostic, ScaffoldError } from './diagnostics.ts';
import type { Files } from './templates.ts';

/** What takes back one step, in case a later one fails. */
type Undo = (() => void)[];

/**
 * Writes the files into the folder, all of them or none. They are written beside their places first: a new folder then appears
 * complete, by one renaming; into one that is there each file is moved, and what gave way comes back when a later move fails.
 * Throws a ScaffoldError when the disk refuses.
 */
export function writeFiles(folder: string, files: Files): void {
  const undo: Undo = [];
  try {
    if (existsSync(folder)) moveInto(folder, files, undo);
    else appear(folder, files, undo);
  } catch (cause) {
    for (const step of undo.toReversed()) step();
    const message = `The files could not be written, and nothing was changed: ${(cause as Error).message}.`;
    throw new ScaffoldError(diagnostic('NEW_FOLDER_UNFIT', message, { file: folder }), cause);
  }
}

function appear(folder: string, files: Files, undo: Undo): void {
  const parent = dirname(folder);
  makeFolder(parent, undo);
  const staging = join(parent, `.${basename(folder)}-${suffix()}`);
  makeFolder(staging, undo);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(staging, path)), { recursive: true });
    writeFileSync(join(staging, path), text);
  }
  renameSync(staging, folder);
}

function moveInto(folder: string, files: Files, undo: Undo): void {
  // In the folder itself, so that moving is renaming.
  const staging = join(folder, `.cmd-mod-${suffix()}`);
  makeFolder(staging, undo);
  const staged = Object.entries(files).map(([path, text], index) => {
    const file = join(staging, String(index));
    writeFileSync(file, text);
    return { file, target: join(folder, path) };
  });
  for (const { file, target } of staged) {
    makeFolder(dirname(target), undo);
    if (existsSync(target)) {
      renameSync(target, `${file}.old`);
      undo.push(() => renameSync(`${file}.old`, target));
    }
    renameSync(file, target);
    undo.push(() => rmSync(target, { force: true }));
  }
  rmSync(staging, { recursive: true, force: true });
}

function makeFolder(path: string, undo: Undo): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, undo);
  // One after the other: in a place such as /proc, Node 20 never comes back from making all of them at once.
  mkdirSync(path);
  undo.push(() => rmSync(path, { recursive: true, force: true }));
}

function suffix(): string {
  return randomBytes(4).toString('hex');
}
