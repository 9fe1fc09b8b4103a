import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fetchSource } from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';
import pMap from 'p-map';
import { registryError } from '../diagnostics.ts';
import { currentTime, type RegistryIo, type Scan } from '../io.ts';
import { readRegistryFile } from '../read-file.ts';
import { type EntryView, hiddenNames, viewEntries } from '../rules/entry-view.ts';
import { isHidden } from '../rules/offline/hidden.ts';
import { scanWithInspect } from '../scan.ts';
import { type AuditedMod, type AuditFile, readAuditFile, sortMods, summarizeReport } from './audit-file.ts';
import { openScanPool } from './scan-pool.ts';

/** The options of `cmd mods registry audit`. Paths are relative to `io.cwd`. */
export interface AuditRequest {
  readonly file: string;
  /** Where the audit is written. */
  readonly out: string;
  /** A part of the list: `1/4` is the first of four. */
  readonly shard?: string;
  /** Join these audits of shards, and scan nothing. */
  readonly merge?: readonly string[];
  /** How many scans run at a time; as many as there are cores when left out. One stays in this thread. */
  readonly jobs?: number;
  /** The scanner when left out. */
  readonly scan?: Scan;
}

/** What came of it. */
export interface AuditResult {
  readonly audit: AuditFile;
  /** How many mods nobody could look at. */
  readonly failed: number;
}

/**
 * Scans every listed mod and writes what it can reach. A mod that cannot be fetched or read has its reason instead. Shards
 * that are merged give the same bytes as one run on the same day.
 *
 * @throws ModError when the registry or a shard cannot be read, or shards do not belong together.
 */
export async function auditRegistry(request: AuditRequest, io: RegistryIo): Promise<AuditResult> {
  const audit =
    request.merge === undefined ? await scanAll(request, io) : await mergeAll(request, request.merge, io);
  const { default: writeFileAtomic } = await import('write-file-atomic');
  await writeFileAtomic(resolve(io.cwd, request.out), `${JSON.stringify(audit, null, 2)}\n`).catch(
    (cause: unknown) => {
      throw registryError('REGISTRY_FILE_UNWRITABLE', {
        message: `${request.out} cannot be written.`,
        cause,
      });
    },
  );
  return { audit, failed: audit.mods.filter((mod) => 'error' in mod).length };
}

async function scanAll(request: AuditRequest, io: RegistryIo): Promise<AuditFile> {
  const shard = request.shard === undefined ? undefined : readShard(request.shard);
  const { entries, registry } = await listedEntries(request.file, io);
  const mine = entries.filter((_, at) => shard === undefined || at % shard.count === shard.index - 1);
  const jobs = Math.max(1, Math.min(request.jobs ?? availableParallelism(), Math.ceil(mine.length / 2)));
  const pool = request.scan === undefined && jobs > 1 ? openScanPool(jobs) : undefined;
  const scan = request.scan ?? pool?.scan ?? scanWithInspect;
  let done = 0;
  try {
    const mods = await pMap(
      mine,
      async (entry) => {
        const mod = await auditEntry(entry, scan, io);
        done += 1;
        io.onProgress?.(`scanned ${done} of ${mine.length} mods`);
        return mod;
      },
      // Fetching waits for servers: twice as many keep the cores busy.
      { concurrency: jobs * 2, ...(io.signal === undefined ? {} : { signal: io.signal }) },
    );
    return { schemaVersion: 1, registry, ...(shard === undefined ? {} : { shard }), mods: sortMods(mods) };
  } finally {
    await pool?.close();
  }
}

async function auditEntry(entry: EntryView, scan: Scan, io: RegistryIo): Promise<AuditedMod> {
  const { name = '', source = '' } = entry;
  try {
    const fetched = await fetchSource(source, {
      home: io.home,
      env: io.env,
      ...(io.signal === undefined ? {} : { signal: io.signal }),
    });
    try {
      const report = await scan(fetched.folder);
      const scannedAt = currentTime(io).toISOString().slice(0, 10);
      return { name, source, reach: summarizeReport(report, fetched.revision, scannedAt) };
    } finally {
      await fetched.dispose();
    }
  } catch (error) {
    io.signal?.throwIfAborted();
    // One mod must not end the audit of the others: what went wrong with it is its row.
    const message = ModError.isInstance(error)
      ? error.diagnostic.message
      : `The scan failed: ${String(error)}`;
    return { name, source, error: message };
  }
}

async function mergeAll(
  { file }: AuditRequest,
  files: readonly string[],
  io: RegistryIo,
): Promise<AuditFile> {
  const { registry } = await listedEntries(file, io);
  const shards = await Promise.all(files.map((shard) => readAuditFile(shard, io)));
  const incomplete = (message: string) => registryError('REGISTRY_AUDIT_INCOMPLETE', { message });
  for (const [at, shard] of shards.entries()) {
    if (shard.registry !== registry)
      throw incomplete(`${files[at]} is an audit of another registry than ${file}.`);
    if (shard.shard === undefined) throw incomplete(`${files[at]} is a whole audit, not a shard.`);
  }
  const counts = new Set(shards.map(({ shard }) => shard?.count));
  const [count = 0] = counts;
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !shards.some(({ shard }) => shard?.index === index),
  );
  if (counts.size !== 1) throw incomplete('The shards are not of one division.');
  if (missing.length > 0)
    throw incomplete(`These shards are missing: ${missing.map((index) => `${index}/${count}`).join(', ')}.`);
  if (shards.length !== count) throw incomplete('A shard was given twice.');
  return { schemaVersion: 1, registry, mods: sortMods(shards.flatMap(({ mods }) => mods)) };
}

/** The entries that can be fetched and are not hidden, and a checksum of them. */
async function listedEntries(
  file: string,
  io: RegistryIo,
): Promise<{ entries: EntryView[]; registry: string }> {
  const { document } = await readRegistryFile(file, io);
  const hidden = hiddenNames(document.content);
  const entries = viewEntries(document.content).filter(
    (entry) => entry.name !== undefined && entry.identity !== undefined && !isHidden(entry, hidden),
  );
  const rows = entries.map(({ name, source }) => [name, source]);
  return { entries, registry: createHash('sha256').update(JSON.stringify(rows)).digest('hex') };
}

function readShard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw registryError('REGISTRY_SHARD_MALFORMED', { message: `"${text}" is no shard.` });
}
