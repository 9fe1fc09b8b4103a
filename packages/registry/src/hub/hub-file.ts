import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReachSummary } from '../audit/audit-file.ts';
import { registryError } from '../diagnostics.ts';
import { isRecord } from '../document/shape.ts';
import type { Entry } from '../types.ts';

/** What npm and GitHub said of a mod at last. Times are ISO 8601. */
export interface Live {
  /** The latest version on npm; for git the ref, or the default branch. */
  readonly version: string;
  readonly publishedAt: string;
  /** Of the last month; npm only. */
  readonly downloads?: number;
  /** On GitHub. */
  readonly stars?: number;
  readonly fetchedAt: string;
  /** The last attempt failed in part or in whole; what it would have brought is as it was before. */
  readonly stale?: true;
}

/** One mod of the hub. */
export interface HubMod extends Entry {
  readonly live?: Live;
  readonly reach?: ReachSummary;
}

/** What `mods.json` holds. `schemas/hub.schema.json` says the same. */
export interface HubFile {
  readonly schemaVersion: 1;
  readonly generatedAt: string;
  readonly mods: readonly HubMod[];
}

/** The name of the file in the hub's folder. */
export const HUB_FILE = 'mods.json';

/**
 * Reads what the last build left; nothing when there was none. Throws `ModError` when a file is there and cannot be read:
 * without it nobody can tell what a build would lose.
 */
export async function readHubFile(folder: string): Promise<HubFile | undefined> {
  const file = join(folder, HUB_FILE);
  let data: unknown;
  try {
    data = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw broken(file, cause);
  }
  if (!isRecord(data) || !Array.isArray(data.mods) || !data.mods.every(isNamed))
    throw broken(file, undefined);
  return data as unknown as HubFile;
}

function isNamed(mod: unknown): boolean {
  return isRecord(mod) && typeof mod.name === 'string';
}

function broken(file: string, cause: unknown): Error {
  const message = `${file} of the last build cannot be read, so what this build would lose is not known.`;
  return registryError('REGISTRY_OUTPUT_BROKEN', { message, where: { file }, cause });
}
