/**
 * Reads the closure of a large package ahead, on several cores: this thread and some more follow the imports that
 * declarations name, and the scan then finds the facts there. What is not found there is read when it is asked for, so a
 * thread that fails costs time and never an answer.
 */

import { availableParallelism } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { readSource, type SourceReading } from '../facts/read-source.ts';
import type { Reader } from '../ledger.ts';
import type { FileSource, PackageFiles } from '../package/files.ts';
import { type OpenedPackage, type OpenOptions, openPackage } from '../package/opened-package.ts';
import { ReadingThread, type SentFile, type ThreadListener } from './reading-thread.ts';

/** How far to go. */
export interface ReadAheadOptions extends OpenOptions {
  /** Threads beside this one; by default one less than there are cores, and at most three. */
  readonly threads?: number;
  /** Files that have to be known before threads are started. */
  readonly filesForThreads?: number;
  /** Or bytes that have to be read. */
  readonly bytesForThreads?: number;
  /** What the heap of a thread may grow to, in megabytes. */
  readonly megabytes?: number;
}

/** What was read ahead. */
export interface ReadAhead {
  /** Gives each reading out once, and reads what was not read ahead. */
  readonly read: Reader;
  /** What went wrong with the threads, in sentences for the report. */
  readonly notes: readonly string[];
}

/** Below this a second compiler, some 50 MB and two seconds of the processor until it is warm, costs more than it saves. */
const FILES_FOR_THREADS = 2000;
const BYTES_FOR_THREADS = 25_000_000;
const MEGABYTES = 1024;

/** See the head of this file. Never throws for what it reads. */
export async function readAhead(files: PackageFiles, options: ReadAheadOptions = {}): Promise<ReadAhead> {
  const threads = options.threads ?? Math.min(4, availableParallelism()) - 1;
  if (threads < 1) return { read: readSource, notes: [] };
  const ahead = new ClosureReader(files, openPackage(files, options), threads, options);
  await ahead.run();
  return ahead;
}

class ClosureReader implements ReadAhead {
  readonly notes: string[] = [];
  readonly #files: PackageFiles;
  readonly #package: OpenedPackage;
  readonly #wanted: number;
  readonly #filesForThreads: number;
  readonly #bytesForThreads: number;
  readonly #megabytes: number;
  readonly #known: Set<string>;
  readonly #waiting: string[];
  readonly #readings = new Map<string, SourceReading>();
  readonly #threads: ReadingThread[] = [];
  #hasStarted = false;
  #next = 0;
  #bytes = 0;
  #wake: () => void = () => undefined;

  constructor(files: PackageFiles, opened: OpenedPackage, threads: number, options: ReadAheadOptions) {
    this.#files = files;
    this.#package = opened;
    this.#wanted = threads;
    this.#filesForThreads = options.filesForThreads ?? FILES_FOR_THREADS;
    this.#bytesForThreads = options.bytesForThreads ?? BYTES_FOR_THREADS;
    this.#megabytes = options.megabytes ?? MEGABYTES;
    this.#known = new Set(opened.entries.paths);
    this.#waiting = [...this.#known];
  }

  readonly read: Reader = (path, source) => {
    const reading = this.#readings.get(path);
    this.#readings.delete(path);
    return reading ?? readSource(path, source);
  };

  async run(): Promise<void> {
    try {
      for (;;) {
        if (!this.#hasStarted && this.#isLarge()) this.#start(this.#wanted);
        this.#feed();
        const file = this.#take();
        if (file) {
          this.#keep(file.path, readSource(file.path, file.source));
          if (this.#threads.length > 0) await turn();
        } else if (this.#threads.some(({ isBusy }) => isBusy)) {
          await new Promise<void>((wake) => {
            this.#wake = wake;
          });
        } else return;
      }
    } finally {
      await Promise.all(this.#threads.map((thread) => thread.stop()));
    }
  }

  #isLarge(): boolean {
    const left = this.#waiting.length - this.#next;
    return left > 1 && (this.#known.size >= this.#filesForThreads || this.#bytes >= this.#bytesForThreads);
  }

  #start(count: number): void {
    this.#hasStarted = true;
    const listener: ThreadListener = {
      onReading: (path, reading) => {
        // What this thread cannot read is asked of the main thread, whose stack is the larger one.
        if ('facts' in reading) this.#keep(path, reading);
        this.#feed();
        this.#wake();
      },
      onEnd: (reason, unread) => {
        this.#giveBack(reason, unread);
        this.#wake();
      },
    };
    try {
      for (let index = 0; index < count; index += 1)
        this.#threads.push(new ReadingThread(this.#megabytes, listener));
    } catch (error) {
      this.#giveBack(error as Error, []);
    }
  }

  /** Fills up what the threads hold. */
  #feed(): void {
    for (const thread of this.#threads) {
      while (thread.wantsMore) {
        const file = this.#take();
        if (!file) return;
        thread.send(file);
      }
    }
  }

  /** A thread is gone: what it held is read by the others, but for a file that took all its memory. */
  #giveBack(reason: Error, unread: readonly SentFile[]): void {
    const [first, ...others] = unread;
    if (first && (reason as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const why = `reading it takes more than ${this.#megabytes} MB of memory`;
      this.#readings.set(first.path, { unread: why, isDamaged: false });
      this.#waiting.push(...others.map(({ path }) => path));
      this.#start(1);
      return;
    }
    this.#waiting.push(...unread.map(({ path }) => path));
    this.notes.push(`a thread that reads files failed, and others read on (${reason.message})`);
  }

  /** The next file that can be had; what cannot is left to the scan, which says why. */
  #take(): SentFile | undefined {
    while (this.#next < this.#waiting.length) {
      const path = this.#waiting[this.#next++] ?? '';
      const source = contentOf(this.#files.get(path));
      if (source === undefined) continue;
      this.#bytes += source.length;
      return { path, source };
    }
    return undefined;
  }

  #keep(path: string, reading: SourceReading): void {
    this.#readings.set(path, reading);
    if (!('facts' in reading)) return;
    for (const { specifier, live } of reading.facts.requests) {
      if (!live) continue;
      const resolution = this.#package.resolve(path, specifier);
      if (resolution.kind !== 'file' || this.#known.has(resolution.path)) continue;
      this.#known.add(resolution.path);
      this.#waiting.push(resolution.path);
    }
  }
}

function contentOf(source: FileSource | undefined): Uint8Array | string | undefined {
  if (source === undefined || (typeof source === 'object' && 'unread' in source)) return undefined;
  if (typeof source !== 'function') return source;
  try {
    return source();
  } catch (_unreadable) {
    return undefined;
  }
}
