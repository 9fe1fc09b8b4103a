import { inspect } from './inspect.ts';
import type { InspectReport } from './report.ts';
import { type ReadTargetOptions, readTarget } from './target/read-target.ts';

/**
 * Reads a target and inspects it. What was fetched for it is released.
 *
 * @throws ModError as `readTarget` does, and what `fetchSource` throws
 */
export async function inspectTarget(target: string, options: ReadTargetOptions): Promise<InspectReport> {
  const read = await readTarget(target, options);
  try {
    return inspect(read.files, {
      target,
      ...(read.entries ? { entries: read.entries } : {}),
      deep: options.deep ?? false,
    });
  } finally {
    await read.dispose?.();
  }
}
