import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import type { Io } from '../../io.ts';
import { diagnosticText } from '../../render/diagnostic-text.ts';

/** What a library that runs a whole command asks of the program. */
interface CommandWorld {
  readonly cwd: string;
  readonly home: string;
  readonly env: Io['env'];
  /** Whether what goes to stdout may be coloured. */
  readonly color: boolean;
  /** Takes what goes to stdout. */
  out(text: string): void;
  /** Explains on stderr why the command could not be done. */
  report(found: Diagnostic): void;
}

/** The program as such a library sees it. */
export function commandWorld(io: Io): CommandWorld {
  const { cwd, home, env } = io;
  return {
    cwd,
    home,
    env,
    color: io.coloured?.stdout ?? false,
    out: io.stdout,
    report: (found) => io.stderr(diagnosticText(found, io.coloured?.stderr)),
  };
}

/** Where the program keeps what it would otherwise work out again. */
export function cacheFolder({ home, env }: Io): string {
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'cmd-mods');
}
