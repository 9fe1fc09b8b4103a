import { join } from 'node:path';
import { type InspectCommandOptions, runInspect } from '@cmd-mods/inspect';
import { fetchSource } from '@cmd-mods/loader';
import type { ExitCode, Io } from '../../io.ts';
import { diagnosticText } from '../../render/diagnostic-text.ts';
import { version } from '../../version.ts';

/** The arguments of `cmd mods inspect`. */
export type InspectOptions = InspectCommandOptions;

/** `cmd mods inspect`: what mods can reach, from their text alone. Sources are fetched and looked at; nothing of them runs. */
export function inspect(options: InspectOptions, io: Io): Promise<ExitCode> {
  const { home, env, signal } = io;
  return runInspect(options, {
    cwd: io.cwd,
    version: version(),
    color: io.coloured?.stdout ?? false,
    cacheFolder: join(io.env.XDG_CACHE_HOME ?? join(home, '.cache'), 'cmd-mods', 'inspect'),
    out: io.stdout,
    report: (found) => io.stderr(diagnosticText(found, io.coloured?.stderr)),
    fetchSource: (source) => fetchSource(source, { home, env, signal }),
  });
}
