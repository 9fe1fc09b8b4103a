import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { InspectReport } from '@cmd-mods/inspect';
import { registryError } from '../diagnostics.ts';
import { isRecord } from '../document/shape.ts';
import type { RegistryIo } from '../io.ts';

/** What one scan of one version found, small enough for a list of thousands. */
export interface ReachSummary {
  /** An npm version, or a commit. */
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly scannedAt: string;
  /** `yes`, `no` or `unknown` for each kind of reach; unknown is never clean. */
  readonly states: Readonly<Record<string, 'yes' | 'no' | 'unknown'>>;
  readonly hooks: readonly string[];
  readonly adds: readonly { readonly kind: string; readonly name: string | null }[];
  /** Names of environment variables. */
  readonly env: readonly string[];
  readonly hosts: readonly string[];
  /** Install scripts, which never run. */
  readonly scripts: readonly string[];
  /** The scan reads text and runs nothing; code can reach further. */
  readonly lexical: true;
}

/** One mod of an audit: what it can reach, or why nobody could look. */
export type AuditedMod =
  | { readonly name: string; readonly source: string; readonly reach: ReachSummary }
  | { readonly name: string; readonly source: string; readonly error: string };

/** What `audit --out` writes. */
export interface AuditFile {
  readonly schemaVersion: 1;
  /** A checksum of what was audited: shards of different registries do not go together. */
  readonly registry: string;
  /** Present in a part: the first of four is `{index: 1, count: 4}`. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** By name. */
  readonly mods: readonly AuditedMod[];
}

/** Sums a report up for a list. Names are sorted and stand once, so that equal code has equal summaries. */
export function summarizeReport(report: InspectReport, version: string, scannedAt: string): ReachSummary {
  const adds = new Map(report.adds.map(({ kind, name }) => [`${kind} ${name ?? ''}`, { kind, name }]));
  return {
    version,
    scannedAt,
    states: Object.fromEntries(Object.entries(report.reach).map(([kind, { state }]) => [kind, state])),
    hooks: sorted(report.hooks.map(({ name }) => name)),
    adds: sorted([...adds.keys()]).flatMap((key) => adds.get(key) ?? []),
    env: sorted(report.env),
    hosts: sorted(report.hosts),
    scripts: sorted(report.scripts.map(({ name }) => name)),
    lexical: true,
  };
}

/** Orders the mods of an audit, so that how they were shared out does not show. */
export function sortMods(mods: readonly AuditedMod[]): AuditedMod[] {
  const key = ({ name, source }: AuditedMod) => `${name}\n${source}`;
  return mods.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
}

/** Reads an audit file. Throws `ModError` when it is none. */
export async function readAuditFile(file: string, io: RegistryIo): Promise<AuditFile> {
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch((cause: unknown) => {
    throw registryError('REGISTRY_FILE_UNREADABLE', {
      message: `${file} cannot be read.`,
      where: { file },
      cause,
    });
  });
  const data = parse(text);
  const isAudit =
    isRecord(data) &&
    data.schemaVersion === 1 &&
    typeof data.registry === 'string' &&
    Array.isArray(data.mods);
  if (isAudit && (data.mods as unknown[]).every(isAuditedMod)) return data as unknown as AuditFile;
  throw registryError('REGISTRY_AUDIT_MALFORMED', { message: `${file} is no audit.`, where: { file } });
}

function isAuditedMod(mod: unknown): boolean {
  if (!isRecord(mod) || typeof mod.name !== 'string' || typeof mod.source !== 'string') return false;
  return typeof mod.error === 'string' || (isRecord(mod.reach) && isRecord(mod.reach.states));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
