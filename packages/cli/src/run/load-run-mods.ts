import type { ModHost } from '@cmd-mods/harness';
import { importMod, resolveModPath } from '@cmd-mods/loader';
import type { Diagnostic } from '@cmd-mods/mod-api';

/** What became of the mods that a run was given. */
export interface LoadedMods {
  /** What was wrong with mods that are there; the others are loaded. */
  readonly diagnostics: readonly Diagnostic[];
  /** Paths at which nothing is: wrong usage. */
  readonly missing: readonly Diagnostic[];
}

/** Loads the mods at the paths of `--mod` into a host, one after the other. */
export async function loadRunMods(paths: readonly string[], host: ModHost): Promise<LoadedMods> {
  const diagnostics: Diagnostic[] = [];
  const missing: Diagnostic[] = [];
  for (const path of paths) {
    const found = await resolveModPath(path, host.cwd);
    if (found.kind === 'missing') {
      missing.push(found.diagnostic);
      continue;
    }
    diagnostics.push(...found.diagnostics);
    if (found.kind === 'unusable') {
      diagnostics.push(found.diagnostic);
      continue;
    }
    for (const { name, file } of found.mods) {
      const imported = await importMod({ file }, { name });
      if (!imported.ok) {
        diagnostics.push(imported.diagnostic);
        continue;
      }
      const { factory, file: realFile } = imported;
      const result = await host.register({ name, factory, file: realFile, origin: path });
      if (!result.ok) diagnostics.push(result.diagnostic);
    }
  }
  return { diagnostics, missing };
}
