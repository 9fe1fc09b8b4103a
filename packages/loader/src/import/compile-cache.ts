import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';

/** Compiled text by source file. Both methods are quiet: a cache that cannot be read or written costs time and nothing else. */
export interface CompileCache {
  /** What `write` stored under this key, as text; `undefined` when there is none or it cannot be read. */
  read(key: string): string | undefined;
  /** Stores text whole or not at all; on a read-only disk it stores nothing. */
  write(key: string, text: string): void;
}

/** A cache that holds nothing. */
export const NO_CACHE: CompileCache = { read: () => undefined, write: () => undefined };

/**
 * The folder of compiled mods: `$XDG_CACHE_HOME` or `~/.cache`, and a folder of this person's own in the temporary folder
 * when the home folder cannot be written.
 */
function defaultCacheFolders(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const base = env.XDG_CACHE_HOME;
  const caches = base !== undefined && isAbsolute(base) ? base : join(env.HOME ?? homedir(), '.cache');
  return [
    join(caches, 'cmd-mods', 'compiled'),
    join(tmpdir(), `cmd-mods-${process.getuid?.() ?? 'user'}`, 'compiled'),
  ];
}

/** Opens the first folder that is ours to write; without one, nothing is cached. */
export function openCompileCache(folders: readonly string[] = defaultCacheFolders()): CompileCache {
  const folder = folders.find(isOurs) ?? folders.find(canCreate);
  return folder === undefined ? NO_CACHE : folderCache(folder);
}

function folderCache(folder: string): CompileCache {
  const fileOf = (key: string): string =>
    join(folder, `${shortHash(key)}-${basename(key).slice(0, 60)}.json`);
  return {
    read: (key) => {
      try {
        return readFileSync(fileOf(key), 'utf8');
      } catch {
        return undefined; // Not there yet, or not readable: it is compiled again.
      }
    },
    write: (key, text) => {
      const file = fileOf(key);
      const staged = `${file}.${process.pid}`;
      try {
        writeFileSync(staged, text);
        renameSync(staged, file);
      } catch {
        rmSync(staged, { force: true }); // A full or read-only disk: the mod runs all the same.
      }
    },
  };
}

/** Compiled text is code: a folder that someone else could have filled, as in a shared temporary folder, is not used. */
function isOurs(folder: string): boolean {
  try {
    const stat = lstatSync(folder);
    if (!stat.isDirectory()) return false;
    return process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o022) === 0);
  } catch {
    return false; // Not there, or not to be looked at: either way it is not ours.
  }
}

function canCreate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOurs(folder);
  } catch {
    return false; // A read-only home: the next folder is tried.
  }
}

/** FNV-1a. Two paths with one hash overwrite each other's entry, no more: an entry holds the path and source it was made from. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
