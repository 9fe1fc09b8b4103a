import { join } from 'node:path';
import { type InspectCommandOptions, runInspect } from '@cmd-mods/inspect';
import { fetchSource } from '@cmd-mods/loader';
import type { ExitCode, Io } from '../../io.ts';
import { version } from '../../version.ts';
import { cacheFolder, commandWorld } from './command-world.ts';

/** The arguments of `cmd mods inspect`. */
export type InspectOptions = InspectCommandOptions;

/** `cmd mods inspect`: what mods can reach, from their text alone. Sources are fetched and looked at; nothing of them runs. */
export function inspect(options: InspectOptions, io: Io): Promise<ExitCode> {
  const { home, env, signal } = io;
  return runInspect(options, {
    ...commandWorld(io),
    version: version(),
    cacheFolder: join(cacheFolder(io), 'inspect'),
    fetchSource: (source) => fetchSource(source, { home, env, signal }),
  });
}
