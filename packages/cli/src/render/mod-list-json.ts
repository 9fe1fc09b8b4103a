import type { ModList } from '@cmd-mods/loader/load';
import { diagnosticJson } from './diagnostic-text.ts';

/** A list of mods as JSON: the same, without the thrown values behind diagnostics. */
export function modListJson({ mods, sources, dropped, warnings }: ModList): object {
  return {
    mods: mods.map((mod) => (mod.error === undefined ? mod : { ...mod, error: diagnosticJson(mod.error) })),
    sources,
    dropped,
    warnings: warnings.map(diagnosticJson),
  };
}
