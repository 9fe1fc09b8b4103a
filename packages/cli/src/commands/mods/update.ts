import { rememberUpdates, updateSources } from '@cmd-mods/loader';
import { ModError } from '@cmd-mods/mod-api';
import type { ExitCode, Io } from '../../io.ts';
import { installWorld, releaseAge } from './install-world.ts';
import { offerWidened } from './offer-widened.ts';
import { showOutcomes } from './show-outcomes.ts';
import { understandSource } from './understand-source.ts';

/** The arguments of `cmd mods update`. */
export interface UpdateOptions {
  readonly source?: string;
  readonly global?: boolean;
  readonly accept?: boolean;
  readonly dryRun?: boolean;
  readonly allowYoung?: boolean;
  readonly json?: boolean;
}

/** `cmd mods update`: one source, or all of them, each a change of its own. What reaches further waits for a yes, or for `--accept`. */
export async function update(options: UpdateOptions, io: Io): Promise<ExitCode> {
  const { source, dryRun = false, accept = false, allowYoung = false } = options;
  if (source !== undefined) understandSource(source);
  const { installIo, progress, notices } = await installWorld(io);
  const age = await releaseAge(io, allowYoung);
  const request = {
    cwd: io.cwd,
    dryRun,
    accept,
    ...age,
    ...(source !== undefined && { source }),
    ...(options.global && { scopes: ['user'] as const }),
  };
  try {
    const first = await updateSources(request, installIo);
    progress.clear();
    const outcomes = options.json ? first : await offerWidened(first, request, installIo, io);
    progress.clear();
    // The update-notice tells of them at the next start. A note that cannot be kept is no reason for an update to fail.
    await rememberUpdates(outcomes, installIo).catch((error: unknown) => {
      if (!ModError.isInstance(error)) throw error;
      installIo.onNotice?.(error.diagnostic);
    });
    return showOutcomes(outcomes, notices, { ...options, none: 'No sources are configured.' }, io);
  } finally {
    progress.clear();
  }
}
