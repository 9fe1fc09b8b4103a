import type { ExecParams, ExecResult } from '@cmd-mods/mod-api';

/** Runs a program in the project; the module behind it is loaded when the first one runs. */
export async function execIn(cwd: string, params: ExecParams): Promise<ExecResult> {
  const { exec } = await import('../process/exec.ts');
  return exec(params, { cwd });
}
