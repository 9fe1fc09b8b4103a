import { resolve } from 'node:path';
import { type ExecParams, type ExecResult, ModError } from '@cmd-mods/mod-api';
import { processDiagnostic } from './diagnostics.ts';
import { runProgram } from './run-program.ts';

/** The most that is collected of both streams together, in UTF-16 units. A string has its limits, and so has memory. */
export const MAX_COLLECTED: number = 64 * 1024 * 1024;

/**
 * Runs a program and collects its output: `cmd.exec`, and `runtime.exec` of tools.
 * Arguments are handed over one by one and no shell reads them. Resolves whatever the exit code is, after the last output.
 * Rejects with an `AbortError` when the signal fires, after the process and its children have ended; with a `ModError`
 * `PROGRAM_NOT_STARTED` when it cannot start; and with `PROGRAM_OUTPUT_TOO_LARGE` beyond `maxCollected`.
 *
 * Source: mods page, "Live methods", `cmd.exec`.
 * @param host.cwd the folder to run in, and what a relative `params.cwd` starts from.
 */
export async function exec(
  params: ExecParams,
  host: { readonly cwd: string; readonly maxCollected?: number },
): Promise<ExecResult> {
  const { maxCollected = MAX_COLLECTED } = host;
  const output = { stdout: [] as string[], stderr: [] as string[] };
  const tooLarge = new AbortController();
  let collected = 0;
  try {
    const { code } = await runProgram({
      command: params.command,
      args: params.args ?? [],
      cwd: resolve(host.cwd, params.cwd ?? '.'),
      signal: params.signal ? AbortSignal.any([params.signal, tooLarge.signal]) : tooLarge.signal,
      onOutput(chunk, stream) {
        collected += chunk.length;
        if (collected > maxCollected) tooLarge.abort();
        else output[stream].push(chunk);
      },
    });
    return { stdout: output.stdout.join(''), stderr: output.stderr.join(''), code };
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
    const message = `\`${params.command}\` was ended: it printed more than ${maxCollected} characters.`;
    throw new ModError(processDiagnostic('PROGRAM_OUTPUT_TOO_LARGE', { message }));
  }
}
