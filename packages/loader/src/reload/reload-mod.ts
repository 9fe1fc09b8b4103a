import type { Diagnostic } from '@cmd-mods/mod-api';
import { type ImportOptions, importMod } from '../import/import-mod.ts';
import type { ModHost } from '../pipeline/mod-host.ts';

/** A mod that can be reloaded. */
export interface ReloadableMod {
  readonly name: string;
  readonly file: string;
}

/** What a reload did. When it failed, the old code runs on. */
export interface ReloadResult {
  readonly name: string;
  readonly ok: boolean;
  readonly diagnostic?: Diagnostic;
  /** The own files that the new code consists of, or that were reached before it failed. */
  readonly files: ReadonlySet<string>;
}

/**
 * Reloads one mod: evaluates its own files anew, with its dependencies as they are, and swaps it in its place. The new code is
 * imported whole before the old one is touched, so a save that does not import keeps the old code running.
 */
export async function reloadMod(
  mod: ReloadableMod,
  host: ModHost,
  importing: Omit<ImportOptions, 'name'> = {},
): Promise<ReloadResult> {
  const { name, file } = mod;
  const imported = await importMod({ file }, { ...importing, name });
  const { files } = imported;
  if (!imported.ok) return { name, ok: false, diagnostic: imported.diagnostic, files };
  const replaced = await host.replace(name, imported.factory);
  return replaced.ok
    ? { name, ok: true, files }
    : { name, ok: false, diagnostic: replaced.diagnostic, files };
}
