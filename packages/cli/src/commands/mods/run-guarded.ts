import { ModError } from '@cmd-mods/mod-api';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { diagnosticJson } from '../../render/diagnostic-text.ts';
import { printJson } from '../../render/print-json.ts';
import { showDiagnostics } from '../../render/show-diagnostics.ts';
import { requireFolder } from '../../require-folder.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs a command of `cmd mods`. What it throws as a `ModError` is explained on stderr, and with `--json` it is the object that is
 * printed; but wrong usage prints nothing, since no result was asked for. Everything else goes on to the top.
 *
 * @returns the command's exit code, 1 for what failed, 2 for wrong usage or a folder that is not there.
 */
export async function runGuarded(io: Io, json: boolean, run: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    requireFolder(io);
  } catch (error) {
    return explain(error, io, false, EXIT.usage);
  }
  try {
    return await run();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    return explain(error, io, json && !isUsage, isUsage ? EXIT.usage : EXIT.failed);
  }
}

function explain(error: unknown, io: Io, json: boolean, code: ExitCode): ExitCode {
  if (!ModError.isInstance(error)) throw error;
  showDiagnostics([error.diagnostic], io);
  if (json) printJson({ error: diagnosticJson(error.diagnostic) }, io);
  return code;
}
