import { installFromLock } from '@cmd-mods/loader';
import type { ExitCode, Io } from '../../io.ts';
import { installWorld } from './install-world.ts';
import { showOutcomes } from './show-outcomes.ts';

/** `cmd mods ci`: exactly what the lock of each scope says, or exit code 1. */
export async function ci(options: { readonly json?: boolean }, io: Io): Promise<ExitCode> {
  const { installIo, progress, notices } = await installWorld(io);
  try {
    const outcomes = await installFromLock({}, installIo);
    progress.clear();
    return showOutcomes(outcomes, notices, { ...options, none: 'The lock records no sources.' }, io);
  } finally {
    progress.clear();
  }
}
