import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../document/shape.ts';

/** An answer as it came, and the tag with which a server is asked whether it still holds. */
export interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/** Answers of earlier runs. */
export interface EtagCache {
  get(key: string): Promise<KeptAnswer | undefined>;
  put(key: string, answer: KeptAnswer): Promise<void>;
}

/**
 * Keeps answers as files of a folder, one for each key. Only what the server still vouches for is used, so nothing here is ever out of
 * date; a file that cannot be read is no answer, and one that cannot be written is asked for again next time.
 */
export function openEtagCache(folder: string): EtagCache {
  const fileOf = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('base64url')}.json`);
  let isThere: Promise<unknown> | undefined;
  return {
    get: async (key) => {
      const text = await readFile(fileOf(key), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : readKept(text);
    },
    put: async (key, answer) => {
      const { default: writeFileAtomic } = await import('write-file-atomic');
      isThere ??= mkdir(folder, { recursive: true });
      // A full disk costs time on the next run, and nothing else.
      await isThere
        .then(() => writeFileAtomic(fileOf(key), JSON.stringify(answer), { fsync: false }))
        .catch(() => undefined);
    },
  };
}

function readKept(text: string): KeptAnswer | undefined {
  try {
    const data: unknown = JSON.parse(text);
    const isKept = isRecord(data) && typeof data.etag === 'string' && typeof data.text === 'string';
    return isKept ? { etag: data.etag as string, text: data.text as string } : undefined;
  } catch (cause) {
    // Half a file, of a run that was killed.
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
