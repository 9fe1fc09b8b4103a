import type { Context } from 'node:vm';

let context: Context | undefined;

/**
 * Runs synchronous work and stops it when it takes too long. A regular expression can backtrack for longer than the sun
 * will shine, and nothing else on this thread, an abort neither, would be heard meanwhile; the engine's own watchdog can.
 * @returns false when the work was stopped. What the work throws is thrown.
 */
export async function runBounded(work: () => void, timeoutMs: number): Promise<boolean> {
  const { createContext, runInContext } = await import('node:vm');
  context ??= createContext({});
  context.work = work;
  try {
    runInContext('work()', context, { timeout: timeoutMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    context.work = undefined;
  }
}
