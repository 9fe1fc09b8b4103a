/** Reads a tarball in memory. Nothing of it is written anywhere. */

import { createReadStream } from 'node:fs';
import { ModError } from '@cmd-mods/mod-api';
import { inspectDiagnostic } from '../diagnostics.ts';
import { type FileSource, LARGEST_SOURCE, tooLarge } from '../package/files.ts';
import { folderOf, isSource, join } from '../package/paths.ts';

/** What the sources of one tarball may take in memory. */
const LARGEST_TOTAL = 256 * 1024 * 1024;
const MOST_FILES = 100_000;

/**
 * The files of an npm tarball, without the folder that everything lies in.
 *
 * @throws ModError `INSPECT_TARGET_UNREADABLE` when it is no tarball
 */
export async function filesOfTarball(path: string): Promise<Map<string, FileSource>> {
  const { Parser } = await import('tar');
  const files = new Map<string, FileSource>();
  let total = 0;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const inside = insideOf(entry.path);
      const skip = (unread: string): void => {
        files.set(inside ?? entry.path, { unread });
        entry.resume();
      };
      if (inside === undefined || files.size >= MOST_FILES) return entry.resume();
      if (entry.type === 'Directory') return entry.resume();
      if (entry.type === 'SymbolicLink' || entry.type === 'Link') {
        skip(linkReason(inside, entry.linkpath ?? '', entry.type));
        return;
      }
      if (entry.type !== 'File' && entry.type !== 'OldFile' && entry.type !== 'ContiguousFile')
        return skip('it is no ordinary file');
      if (entry.size > LARGEST_SOURCE) return skip(tooLarge(entry.size));
      if (!isSource(inside) && !inside.endsWith('.json') && entry.size > 64 * 1024)
        return skip('it is not source');
      total += entry.size;
      if (total > LARGEST_TOTAL) return skip('the tarball holds more than can be read');
      const chunks: Buffer[] = [];
      entry.on('data', (chunk: Buffer) => chunks.push(chunk));
      entry.on('end', () => files.set(inside, Buffer.concat(chunks)));
    },
  });
  try {
    await new Promise<void>((done, fail) => {
      const stream = createReadStream(path);
      stream.on('error', fail);
      parser.on('end', () => done());
      parser.on('error', fail);
      stream.pipe(parser as unknown as NodeJS.WritableStream);
    });
  } catch (cause) {
    throw new ModError(
      inspectDiagnostic('INSPECT_TARGET_UNREADABLE', {
        message: `'${path}' could not be read as a tarball: ${(cause as Error).message}`,
        where: { file: path },
        cause,
      }),
    );
  }
  return files;
}

/** A path without its first folder; `undefined` for one that leaves the tarball. */
function insideOf(path: string): string | undefined {
  const clean = join('', path.replaceAll('\\', '/'));
  if (clean === undefined || path.startsWith('/')) return undefined;
  const slash = clean.indexOf('/');
  return slash === -1 ? clean : clean.slice(slash + 1);
}

function linkReason(path: string, to: string, type: string): string {
  const isInside = type === 'Link' || (!to.startsWith('/') && join(folderOf(path), to) !== undefined);
  return isInside
    ? 'it is a link, and links in tarballs are not followed'
    : 'it is a link that leaves the package';
}
