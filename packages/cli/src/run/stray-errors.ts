import { type ModHost, whereThrown } from '@cmd-mods/harness';
import type { TakeStrayError } from '../io.ts';

/**
 * Makes `mod_error` of what mods throw where nobody catches it, since a promise was not awaited or a callback of Node's own threw, as of
 * what their handlers throw. An error with no mod in its stack is the program's own.
 *
 * Source: mods page, "Verify a mod": a mod that fails is never a crashed session.
 */
export function strayErrorsOf(host: Pick<ModHost, 'mods' | 'reportError'>): TakeStrayError {
  return (kind, error) => {
    const culprit = host.mods().find(({ file }) => whereThrown(error, file)?.line !== undefined);
    if (culprit !== undefined) host.reportError(culprit.id, kind, error);
    return culprit !== undefined;
  };
}
