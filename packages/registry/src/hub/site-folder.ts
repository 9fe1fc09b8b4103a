import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { registryError } from '../diagnostics.ts';
import { isRecord } from '../document/shape.ts';

/** The folder of a hub: knows what the last build made from what, writes what changed, deletes what is no more. */
export interface SiteFolder {
  /** Whether a file would be made from the same things as last time, and was. */
  isCurrent(path: string, key: string): boolean;
  /** Writes a file, made from what `key` stands for. */
  write(path: string, content: string, key: string): Promise<void>;
  /** Keeps a file of the last build. */
  keep(path: string, key: string): void;
  /** Deletes the files of the last build that were neither written nor kept, and remembers this one. */
  finish(): Promise<{ written: number; kept: number; removed: number }>;
}

/** What each file was made from. The name begins with a dot: servers do not hand such files out. */
const STATE = '.build.json';

/** Opens the folder, which need not be there. `version` is that of the templates: with another one nothing is current. */
export async function openSiteFolder(folder: string, version: string): Promise<SiteFolder> {
  const last = await readState(join(folder, STATE), version);
  const now = new Map<string, string>();
  let written = 0;
  const { default: writeFileAtomic } = await import('write-file-atomic');
  const save = async (path: string, content: string): Promise<void> => {
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFileAtomic(file, content, { fsync: false });
    } catch (cause) {
      throw registryError('REGISTRY_FILE_UNWRITABLE', { message: `${file} cannot be written.`, cause });
    }
  };
  return {
    isCurrent: (path, key) => last.get(path) === key,
    keep: (path, key) => {
      now.set(path, key);
    },
    write: async (path, content, key) => {
      await save(path, content);
      now.set(path, key);
      written += 1;
    },
    finish: async () => {
      const gone = [...last.keys()].filter((path) => !now.has(path));
      await Promise.all(gone.map((path) => removeFile(folder, path)));
      await save(STATE, `${JSON.stringify({ version, files: Object.fromEntries(now) })}\n`);
      return { written, kept: now.size - written, removed: gone.length };
    },
  };
}

async function removeFile(folder: string, path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  // A page has a folder of its own.
  if (path.endsWith('/index.html')) await rm(join(folder, dirname(path)), { recursive: true, force: true });
}

/** Nothing when there was no build, or one by other templates: then its files are deleted, unless they are written again. */
async function readState(file: string, version: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '{}';
    throw registryError('REGISTRY_FILE_UNREADABLE', { message: `${file} cannot be read.`, cause });
  });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw registryError('REGISTRY_OUTPUT_BROKEN', {
      message: `${file} of the last build cannot be read.`,
      hint: 'Delete the folder, and build anew.',
      cause,
    });
  }
  const files = isRecord(data) && isRecord(data.files) ? data.files : {};
  const isSame = isRecord(data) && data.version === version;
  return new Map(Object.entries(files).map(([path, key]) => [path, isSame ? String(key) : '']));
}
