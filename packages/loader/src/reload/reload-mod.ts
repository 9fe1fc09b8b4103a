import type { Diagnostic } from '@cmd-mods/mod-api';
import { type ImportOptions, importMod } from '../import/import-mod.ts';
import type { ModHost } from '../pipeline/mod-host.ts';
import { registerMod } from '../pipeline/register-mods.ts';
import type { ModEntry } from '../pipeline/types.ts';

/** What a reload did. When it failed, the old code runs on, if there is any. */
export interface ReloadResult {
  readonly name: string;
  readonly ok: boolean;
  readonly diagnostic?: Diagnostic;
  /** The own files that the new code consists of, or that were reached before it failed. */
  readonly files: ReadonlySet<string>;
}

/**
 * Reloads one mod: evaluates its own files anew, with its dependencies as they are, and swaps it in its place. The new code is
 * imported whole before the old one is touched, so a save that does not import keeps the old code running. A mod that never
 * loaded has no place to be swapped in: it loads behind the others.
 */
export async function reloadMod(
  mod: { readonly entry: ModEntry; readonly isLoaded: boolean },
  host: ModHost,
  importing: Omit<ImportOptions, 'name'> = {},
): Promise<ReloadResult> {
  const { name, file } = mod.entry;
  if (!mod.isLoaded) {
    const { error, files } = await registerMod(mod.entry, host, importing);
    return error === undefined ? { name, ok: true, files } : { name, ok: false, diagnostic: error, files };
  }
  const imported = await importMod({ file }, { ...importing, name });
  const { files } = imported;
  if (!imported.ok) return { name, ok: false, diagnostic: imported.diagnostic, files };
  const replaced = await host.replace(name, imported.factory);
  return replaced.ok
    ? { name, ok: true, files }
    : { name, ok: false, diagnostic: replaced.diagnostic, files };
}
