import { inspect } from 'node:util';
import { type ModHost, messageOf, whereThrown } from '@cmd-mods/harness';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import type { StrayKind, TakeStrayError } from '../io.ts';

/**
 * Makes `mod_error` of what mods throw where nobody catches it, since a promise was not awaited or a callback of Node's own threw, as of
 * what their handlers throw. An error with no mod in its stack may be anybody's: what still works cannot be told, so it ends the program.
 *
 * Source: mods page, "Verify a mod": a mod that fails is never a crashed session.
 */
export function strayErrorsOf(host: Pick<ModHost, 'mods' | 'reportError'>): TakeStrayError {
  return (kind, error) => {
    const culprit = host.mods().find(({ file }) => whereThrown(error, file)?.line !== undefined);
    if (culprit === undefined) return nobodysError(kind, error);
    host.reportError(culprit.id, kind, error);
    return undefined;
  };
}

const HAPPENED: Readonly<Record<StrayKind, string>> = {
  unhandledRejection: 'A promise was rejected that nobody awaited',
  uncaughtException: 'A callback threw, and nobody caught it',
};

function nobodysError(kind: StrayKind, error: unknown): Diagnostic {
  const whose = 'Its stack holds no line of a mod, so it cannot be told whose it is, and the run ends here.';
  const message = `${HAPPENED[kind]}: ${messageOf(error)}. ${whose}\n${inspect(error)}`;
  return diagnostic('ERROR_UNCAUGHT', { message, cause: error });
}
