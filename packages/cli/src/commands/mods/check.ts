import { join } from 'node:path';
import { type CheckCommandOptions, runCheck } from '@cmd-mods/check';
import type { ExitCode, Io } from '../../io.ts';
import { diagnosticText } from '../../render/diagnostic-text.ts';
import { version } from '../../version.ts';

/** `cmd mods check`: everything an author wants to know before publishing. */
export function check(options: CheckCommandOptions, io: Io): Promise<ExitCode> {
  const { cwd, home, env } = io;
  return runCheck(options, {
    cwd,
    home,
    env,
    version: version(),
    color: io.coloured?.stdout ?? false,
    cacheFolder: join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'cmd-mods'),
    out: io.stdout,
    report: (found) => io.stderr(diagnosticText(found, io.coloured?.stderr)),
  });
}
