/** The entry of a thread that turns files into facts, one after the other, in the order in which they come. */

import { parentPort, workerData } from 'node:worker_threads';
import { loadCompiler } from '../facts/compiler.ts';
import { readSource, type SourceReading } from '../facts/read-source.ts';
import type { FileSource } from '../package/files.ts';

const { cacheFolder } = workerData as { readonly cacheFolder?: string };
loadCompiler(cacheFolder);

parentPort?.on('message', ({ path, source }: { readonly path: string; readonly source: FileSource }) => {
  const reading: SourceReading = readSource(path, source);
  parentPort?.postMessage(
    reading,
    'facts' in reading
      ? [reading.facts.code.buffer as ArrayBuffer, reading.facts.lineStarts.buffer as ArrayBuffer]
      : [],
  );
});
