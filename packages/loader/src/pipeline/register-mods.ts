import type { Diagnostic, ModFactory } from '@cmd-mods/mod-api';
import { type ImportOptions, importMod } from '../import/import-mod.ts';
import type { ModHost } from './mod-host.ts';
import { originText } from './origin.ts';
import type { ModEntry } from './types.ts';

/** A mod after the attempt to load it. */
export interface AttemptedMod {
  readonly entry: ModEntry;
  /** Why it did not load; `undefined` when it did. */
  readonly error: Diagnostic | undefined;
  /** Its own files by real path, for a watcher; a dynamic import may add to it later. */
  readonly files: ReadonlySet<string>;
}

/**
 * Imports one mod and registers it on the host. Whatever the mod does, this answers: a mod that cannot be imported, exports no
 * factory, or throws in it is an error of that mod, and nothing of it stays registered.
 */
export async function registerMod(
  entry: ModEntry,
  host: ModHost,
  options: ImportOptions = {},
): Promise<AttemptedMod> {
  const { name, file, origin } = entry;
  const imported = await importMod({ file }, { ...options, name });
  const { files } = imported;
  if (!imported.ok) return { entry, error: imported.diagnostic, files };
  const registration = await host.register({
    name,
    factory: imported.factory,
    file: imported.file,
    origin: originText(origin, file),
  });
  return { entry, error: registration.ok ? undefined : registration.diagnostic, files };
}

/** A mod that a program brings itself, in place of a file. */
export type InlineMod = ModFactory | { readonly name: string; readonly factory: ModFactory };

/** Gives each inline mod a name: its own, or `inline-1`, `inline-2` for bare factories in the order given. */
export function nameInlineMods(
  mods: readonly InlineMod[],
): readonly { readonly name: string; readonly factory: ModFactory }[] {
  let bare = 0;
  return mods.map((mod) => {
    if (typeof mod !== 'function') return mod;
    bare += 1;
    return { name: `inline-${bare}`, factory: mod };
  });
}
