import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { ReadEntry } from 'tar';
import { sourceError } from './diagnostics.ts';
import { createEntryCheck, type EntryCheck, type PackageEntry } from './entry-check.ts';
import { knownFailure } from './failures.ts';

const TYPES: Readonly<Record<string, PackageEntry['type']>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'directory',
  GNUDumpDir: 'directory',
  Link: 'link',
  SymbolicLink: 'link',
};

/**
 * Unpacks the archive of an npm package into a new folder. The whole archive is looked at first: one entry that is not
 * allowed, and nothing is written. Files keep whether they are executable, and no other permission. Throws `ModError`.
 */
export async function unpack(archive: string, directory: string, what: string): Promise<Diagnostic[]> {
  const check = createEntryCheck(what);
  try {
    const admitted = await listAdmitted(archive, check);
    await mkdir(directory, { recursive: true });
    const { extract } = await import('tar');
    await extract({
      file: archive,
      cwd: directory,
      strip: 1,
      strict: true,
      preserveOwner: false,
      noMtime: true,
      filter: (path, entry) => {
        const mode = 'mode' in entry ? (entry.mode ?? 0) : 0;
        entry.mode = (mode & 0o100) === 0 && !isDirectory(entry) ? 0o644 : 0o755;
        return admitted.has(path);
      },
    });
  } catch (thrown) {
    const known = knownFailure(thrown);
    if (known !== undefined) throw known;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    // tar gives up on an archive that unfolds to a thousand times its size.
    const bomb = reason.includes('decompression ratio');
    throw sourceError(bomb ? 'PACKAGE_TOO_LARGE' : 'PACKAGE_ARCHIVE_BROKEN', {
      message: `The archive of ${what} cannot be unpacked: ${reason}.`,
      cause: thrown,
    });
  }
  return check.warnings();
}

/** The paths, as the archive spells them, of the entries that come in. */
async function listAdmitted(archive: string, check: EntryCheck): Promise<Set<string>> {
  const { Parser } = await import('tar');
  const admitted = new Set<string>();
  const file = createReadStream(archive);
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      try {
        const inside = packageEntry(entry);
        if (inside !== undefined && check.admit(inside)) admitted.add(entry.path);
      } catch (thrown) {
        // Ends the reading here: what follows may be endless.
        file.destroy(thrown as Error);
      }
      entry.resume();
    },
  });
  await pipeline(file, parser as unknown as NodeJS.WritableStream);
  return admitted;
}

/** An archive holds everything in one folder, whatever its name: that is not part of the path, and no entry itself. */
function packageEntry(entry: ReadEntry): PackageEntry | undefined {
  const path = entry.path.replace(/\/+$/, '');
  const outside = path.startsWith('/') || path === '..' || path.startsWith('../');
  const slash = path.indexOf('/');
  if (slash === -1 && !outside) return undefined;
  const inside = outside ? path : path.slice(slash + 1);
  return { path: inside, type: TYPES[entry.type] ?? 'other', size: entry.size };
}

function isDirectory(entry: { type?: unknown } | { isDirectory(): boolean }): boolean {
  return 'isDirectory' in entry ? entry.isDirectory() : entry.type === 'Directory';
}
