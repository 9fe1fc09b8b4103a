/** Keeps account of every file: what was read of it, and which files lead to it. */

import type { FileFacts } from './facts/code.ts';
import { readSource, type SourceReading } from './facts/read-source.ts';
import type { FileSource, PackageFiles } from './package/files.ts';
import { isNative, isSource } from './package/paths.ts';
import type { Resolution } from './package/resolution.ts';
import type { FileEntry } from './report.ts';

/** Turns a file into facts; another thread may have done it ahead. Asked once for each path. */
export type Reader = (path: string, source: FileSource) => SourceReading;

/** See the head of this file. */
export class Ledger {
  readonly #files: PackageFiles;
  readonly #read: Reader;
  readonly #entries = new Map<string, FileEntry>();
  readonly #parents = new Map<string, string>();
  readonly damaged: string[] = [];

  constructor(files: PackageFiles, read: Reader = readSource) {
    this.#files = files;
    this.#read = read;
  }

  /** Reads a source file that is reached. `undefined` when it cannot be read. */
  facts(path: string): FileFacts | undefined {
    const source = this.#files.get(path);
    if (source === undefined) {
      this.#note({ path, read: 'none', reason: 'it is not in the package', reached: true });
      return undefined;
    }
    const reading = this.#read(path, source);
    if (reading.isDamaged) this.damaged.push(path);
    if ('unread' in reading) {
      this.#note({ path, read: 'none', reason: reading.unread, reached: true });
      return undefined;
    }
    const { facts } = reading;
    this.#note({ path, ...readingOf(facts), reached: true });
    return facts;
  }

  /** Notes that one file leads to another. */
  reach(from: string, resolution: Resolution): void {
    if (!('path' in resolution)) return;
    const { path, kind } = resolution;
    if (path !== from && !this.#parents.has(path)) this.#parents.set(path, from);
    if (kind === 'data') this.#note({ path, read: 'full', reached: true });
    if (kind === 'missing')
      this.#note({ path, read: 'none', reason: 'it is not in the package', reached: true });
    if (kind === 'native') {
      const reason = this.#files.has(path) ? 'it is compiled code' : 'it is not in the package';
      this.#note({ path, read: 'none', reason, reached: true });
    }
  }

  #note(entry: FileEntry): void {
    if (!this.#entries.has(entry.path)) this.#entries.set(entry.path, entry);
  }

  /** Whether something that an entry leads to was not read in full. */
  hasUnread(): boolean {
    return [...this.#entries.values()].some(({ read }) => read !== 'full');
  }

  /** All files, those first that the entries lead to, in the order in which they were met. */
  entries(): FileEntry[] {
    const apart = [...this.#files]
      .filter(([path]) => !this.#entries.has(path) && !/(?:^|\/)node_modules\//.test(path))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([path, source]): FileEntry => ({
          path,
          read: 'none',
          reason: whyApart(path, source),
          reached: false,
        }),
      );
    return [...this.#entries.values(), ...apart];
  }

  /** The files that lead from an entry to a file, both included. */
  pathTo(path: string, entries: ReadonlySet<string>): readonly string[] {
    const steps = [path];
    let here = path;
    while (!entries.has(here)) {
      const parent = this.#parents.get(here);
      if (parent === undefined || steps.includes(parent)) break;
      steps.unshift(parent);
      here = parent;
    }
    return steps;
  }
}

function readingOf({ syntaxError, lineStarts }: FileFacts): Pick<FileEntry, 'read' | 'reason'> {
  if (!syntaxError) return { read: 'full' };
  const { line, column } = lineAndColumn(lineStarts, syntaxError.pos);
  return { read: 'partial', reason: `it has a syntax error at ${line}:${column} (${syntaxError.message})` };
}

function whyApart(
  path: string,
  source: PackageFiles extends ReadonlyMap<string, infer T> ? T : never,
): string {
  if (typeof source === 'object' && 'unread' in source) return source.unread;
  if (isNative(path)) return 'it is compiled code, and no entry leads to it';
  return isSource(path) ? 'no entry leads to it' : 'it is not source';
}

/** An offset as line and column, both from 1. */
export function lineAndColumn(
  lineStarts: Int32Array,
  pos: number,
): { readonly line: number; readonly column: number } {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= pos) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: pos - (lineStarts[low] ?? 0) + 1 };
}
