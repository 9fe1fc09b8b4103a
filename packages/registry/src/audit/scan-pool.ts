import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { InspectReport } from '@cmd-mods/inspect';
import type { Scan } from '../io.ts';
import { scanWithInspect } from '../scan.ts';

/** Several scans at a time, each in a thread of its own. */
export interface ScanPool {
  readonly scan: Scan;
  close(): Promise<void>;
}

/** What a thread answers. */
export type ScanAnswer = { readonly report: InspectReport } | { readonly error: string };

/**
 * Opens threads for scanning, which is all computing. Where the compiled worker is not beside this file, as when the sources
 * run by themselves, the scans run in this thread one after the other.
 */
export function openScanPool(size: number): ScanPool {
  const file = fileURLToPath(new URL('./scan-worker.js', import.meta.url));
  if (!existsSync(file)) return { scan: scanWithInspect, close: async () => {} };
  // Without the options of this process, which are not about scanning and may not be for threads.
  const workers = Array.from({ length: size }, () => new Worker(file, { execArgv: [] }));
  const idle = [...workers];
  const waiting: ((worker: Worker) => void)[] = [];
  const take = () =>
    new Promise<Worker>((resolve) => {
      const worker = idle.pop();
      if (worker === undefined) waiting.push(resolve);
      else resolve(worker);
    });
  const give = (worker: Worker) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(worker);
    else next(worker);
  };
  return {
    scan: async (directory) => {
      const worker = await take();
      try {
        return await ask(worker, directory);
      } finally {
        give(worker);
      }
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function ask(worker: Worker, directory: string): Promise<InspectReport> {
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
    };
    const onMessage = (answer: ScanAnswer) => {
      end();
      if ('report' in answer) resolve(answer.report);
      else reject(new Error(answer.error));
    };
    const onError = (error: Error) => {
      end();
      reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.postMessage(directory);
  });
}
