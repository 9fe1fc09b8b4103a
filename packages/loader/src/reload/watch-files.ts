import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { FSWatcher } from 'chokidar';

/** A running watch over a set of files. */
export interface FileWatch {
  /** Changes which files are watched, those that are not there yet among them. */
  watch(files: Iterable<string>): void;
  close(): Promise<void>;
}

/**
 * Watches files by the folders they lie in, so that a save by renaming, a file that comes later, and one that goes are all
 * seen. What a folder holds when its watch begins is told too, with its time: a file may have been saved between the moment
 * it was read and the moment its folder was watched.
 *
 * @param onChange a file was written, came, or went. For one that came, or was there when its folder's watch began,
 *   `changedAt` is its time in milliseconds.
 * @returns once changes are seen.
 */
export async function watchFiles(
  files: Iterable<string>,
  onChange: (file: string, changedAt: number | undefined) => void,
  onError: (error: unknown) => void,
): Promise<FileWatch> {
  const { watch } = await import('chokidar');
  let folders = foldersOf(files);
  const watcher: FSWatcher = watch([...folders], { depth: 0, persistent: false, alwaysStat: true });
  watcher.on('all', (event, path, stats?: Stats) => {
    // A folder that a missing file would lie in has come.
    if (event === 'addDir' && folders.has(path)) watcher.add(path);
    if (event === 'add') onChange(path, stats?.mtimeMs);
    if (event === 'change' || event === 'unlink') onChange(path, undefined);
  });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    watch: (next) => {
      const before = folders;
      folders = foldersOf(next);
      watcher.add([...folders].filter((folder) => !before.has(folder)));
    },
    close: () => watcher.close(),
  };
}

function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].map((file) => dirname(file)));
}
