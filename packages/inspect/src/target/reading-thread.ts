import { Worker } from 'node:worker_threads';
import { compilerCache } from '../facts/compiler.ts';
import type { SourceReading } from '../facts/read-source.ts';

/**
 * V8's stack in megabytes, a little less than the main thread has: what overflows here is read again there, so that a
 * report does not depend on which thread had a file.
 */
const STACK = 1;

/** Files a thread holds, so that the next one is there when it has done with one. */
const AHEAD = 2;

/** A file as it travels: no function does. */
export interface SentFile {
  readonly path: string;
  readonly source: Uint8Array | string;
}

/** Whom a thread tells. */
export interface ThreadListener {
  onReading(path: string, reading: SourceReading): void;
  /** The thread is gone. `unread` is what it held, first the file that it was at. */
  onEnd(reason: Error, unread: readonly SentFile[]): void;
}

/** One worker thread, and what it was given and has not answered yet. */
export class ReadingThread {
  readonly #worker: Worker;
  readonly #held: SentFile[] = [];
  #isOver = false;

  /** @param megabytes what its heap may grow to */
  constructor(megabytes: number, listener: ThreadListener) {
    // Beside this module in dist, and beside the chunks of the bundle.
    this.#worker = new Worker(new URL('./read-worker.js', import.meta.url), {
      workerData: { cacheFolder: compilerCache() },
      execArgv: [],
      resourceLimits: { stackSizeMb: STACK, maxOldGenerationSizeMb: megabytes },
    });
    const end = (reason: Error): void => {
      if (this.#isOver) return;
      this.#isOver = true;
      listener.onEnd(reason, this.#held);
    };
    this.#worker.on('message', (reading: SourceReading) => {
      const file = this.#held.shift();
      if (file) listener.onReading(file.path, reading);
    });
    this.#worker.on('error', end);
    this.#worker.on('messageerror', end);
    this.#worker.on('exit', (code) => end(new Error(`it ended with code ${code}`)));
  }

  get wantsMore(): boolean {
    return !this.#isOver && this.#held.length < AHEAD;
  }

  get isBusy(): boolean {
    return !this.#isOver && this.#held.length > 0;
  }

  send(file: SentFile): void {
    this.#held.push(file);
    this.#worker.postMessage(file);
  }

  /** Ends the thread and gives its memory back. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }
}
