import { type ModHost, whereThrown } from '@cmd-mods/harness';
import type { Diagnostic, ModErrorEvent } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';

/** A `mod_error` as a diagnostic: which hook of which mod, and the line of the mod's own file where it is known. */
export function modFailure({ modId, hook, error }: ModErrorEvent, host: ModHost): Diagnostic {
  const mod = host.mods().find(({ id }) => id === modId);
  const name = mod?.name ?? modId;
  const where = whereThrown(error, mod?.file);
  const text = error instanceof Error ? error.message : String(error);
  return diagnostic('MOD_FAILED', {
    message: `${hook} of the mod "${name}" failed: ${text}`,
    mod: name,
    ...(where === undefined ? {} : { where }),
    cause: error,
  });
}
