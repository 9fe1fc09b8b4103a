import { type CheckCommandOptions, runCheck } from '@cmd-mods/check';
import type { ExitCode, Io } from '../../io.ts';
import { version } from '../../version.ts';
import { cacheFolder, commandWorld } from './command-world.ts';

/** `cmd mods check`: everything an author wants to know before publishing. */
export function check(options: CheckCommandOptions, io: Io): Promise<ExitCode> {
  return runCheck(options, { ...commandWorld(io), version: version(), cacheFolder: cacheFolder(io) });
}
