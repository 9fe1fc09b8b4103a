import { resolve } from 'node:path';
import type { SpawnParams } from '@cmd-mods/mod-api';
import { runProgram } from './run-program.ts';

/** What {@link spawn} needs of its host. */
export interface SpawnHost {
  /** The folder to run in, and what a relative `params.cwd` starts from. */
  readonly cwd: string;
  /** Hears what `onOutput` threw, or rejected with; the process goes on and later chunks are delivered. */
  onOutputError(error: unknown): void;
}

/**
 * Runs a program and hands over each chunk of its output as it comes: `cmd.process.spawn`.
 * Resolves after the last chunk; rejects as `exec` does when it cannot start or is aborted.
 *
 * Source: mods page, "Live methods", `cmd.process.spawn`.
 */
export async function spawn(params: SpawnParams, host: SpawnHost): Promise<{ readonly code: number | null }> {
  const { code } = await runProgram({
    command: params.command,
    args: params.args ?? [],
    cwd: resolve(host.cwd, params.cwd ?? '.'),
    signal: params.signal,
    onOutput(chunk, stream) {
      try {
        // Typed as void, yet an async function fits that type.
        const returned: unknown = params.onOutput?.(chunk, stream);
        if (isThenable(returned)) returned.then(undefined, host.onOutputError);
      } catch (error) {
        host.onOutputError(error);
      }
    },
  });
  return { code };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
