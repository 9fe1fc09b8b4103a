/** The thread of `scan-pool.ts`: gets the folder of a package, answers with the report. */

import { parentPort } from 'node:worker_threads';
import { scanWithInspect } from '../scan.ts';
import type { ScanAnswer } from './scan-pool.ts';

parentPort?.on('message', async (directory: string) => {
  const answer: ScanAnswer = await scanWithInspect(directory).then(
    (report) => ({ report }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  parentPort?.postMessage(answer);
});
