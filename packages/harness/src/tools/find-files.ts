import { type Dirent, type PathLike, readdir } from 'node:fs';

/** Folders that are not searched unless the search begins in them or names them. */
export const SKIPPED_FOLDERS: readonly string[] = ['.git', 'node_modules'];

/** What a search of a tree found. */
export interface FoundFiles {
  /** Relative to the root, with forward slashes, sorted by UTF-16 units. */
  readonly paths: readonly string[];
  /** Folders that could not be read. */
  readonly unreadable: readonly string[];
}

/**
 * The files below `root` that match a glob. Names with a leading dot count like others; links are not followed.
 * Rejects with the signal's reason when aborted, soon after, however large the tree is.
 */
export async function findFiles(pattern: string, root: string, signal: AbortSignal): Promise<FoundFiles> {
  const { glob } = await import('tinyglobby');
  signal.throwIfAborted();
  const unreadable: string[] = [];
  const skipped = SKIPPED_FOLDERS.filter((name) => !pattern.includes(name));
  const walk = glob(pattern, {
    cwd: root,
    dot: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: skipped.map((name) => `**/${name}/**`),
    signal,
    fs: { readdir: notingReaddir(unreadable, signal) },
  });
  const paths = await orAborted(walk, signal);
  return { paths: paths.sort(), unreadable: unreadable.sort() };
}

/** The walker passes over what it cannot read; here it is noted, and after an abort every folder is empty. */
function notingReaddir(unreadable: string[], signal: AbortSignal): typeof readdir {
  const noting = (path: PathLike, options: { withFileTypes: true }, done: ReaddirDone) =>
    readdir(path, options, (error, entries) => {
      if (error) unreadable.push(String(path));
      done(error, signal.aborted ? [] : entries);
    });
  // Of the overloads of `readdir` the walker uses this one.
  return noting as unknown as typeof readdir;
}

type ReaddirDone = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;

async function orAborted<TValue>(work: Promise<TValue>, signal: AbortSignal): Promise<TValue> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
