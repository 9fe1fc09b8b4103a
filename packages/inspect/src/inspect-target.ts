import { inspect } from './inspect.ts';
import type { InspectReport } from './report.ts';
import { readAhead } from './target/read-ahead.ts';
import { type ReadTargetOptions, readTarget } from './target/read-target.ts';

/**
 * Reads a target and inspects it, a large one on several cores. What was fetched for it is released.
 *
 * @throws ModError as `readTarget` does, and what `fetchSource` throws
 */
export async function inspectTarget(target: string, options: ReadTargetOptions): Promise<InspectReport> {
  const read = await readTarget(target, options);
  try {
    const how = { ...(read.entries ? { entries: read.entries } : {}), deep: options.deep ?? false };
    const ahead = await readAhead(read.files, how);
    const report = inspect(read.files, { target, ...how, read: ahead.read });
    return { ...report, notes: [...(read.notes ?? []), ...ahead.notes, ...report.notes] };
  } finally {
    await read.dispose?.();
  }
}
