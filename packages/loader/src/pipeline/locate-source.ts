import { join } from 'node:path';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import { installedDirectory } from '../install/scope-paths.ts';
import type { SourceEntry } from '../settings/settings.ts';
import { installPath } from '../sources/install-path.ts';
import { parseSource } from '../sources/parse-source.ts';
import type { ModSource } from '../sources/source.ts';
import { localPath, sourceIdentity } from '../sources/source-identity.ts';
import { modsFolderOf } from './locations.ts';
import { kindOf } from './read-folder.ts';
import type { Origin, Scope } from './types.ts';

/** A configured source, understood, and where it is or would be. */
export interface LocatedSource {
  readonly origin: Extract<Origin, { kind: 'source' }>;
  readonly parsed: ModSource;
  /** The installed folder, the local file or folder, or where the install would be. */
  readonly path: string;
  readonly isThere: boolean;
}

/** A located source, or why its text cannot be understood. */
export type LocateResult =
  | { readonly ok: true; readonly located: LocatedSource }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Finds a configured source on disk. Never fetches anything.
 *
 * @param context whose entry it is, where its relative paths start, and the settings file for the diagnostic.
 */
export function locateSource(
  entry: SourceEntry,
  context: { readonly scope: Scope; readonly root: string; readonly home: string; readonly file: string },
): LocateResult {
  const { scope, root, home, file } = context;
  let parsed: ModSource;
  try {
    parsed = parseSource(entry.source);
  } catch (error) {
    if (!ModError.isInstance(error)) throw error;
    return { ok: false, diagnostic: { ...error.diagnostic, where: { file } } };
  }
  const origin = {
    kind: 'source',
    scope,
    source: entry.source,
    identity: sourceIdentity(parsed, { root, home }),
    ...(entry.mods && { filter: entry.mods }),
  } as const;
  if (parsed.kind === 'local') {
    const path = localPath(parsed.path, { root, home });
    return { ok: true, located: { origin, parsed, path, isThere: kindOf(path) !== undefined } };
  }
  const installed = installedDirectory(root, parsed);
  const path = installed ?? join(modsFolderOf(root), '.registry', installPath(parsed));
  return { ok: true, located: { origin, parsed, path, isThere: installed !== undefined } };
}
