import type { CompiledFile } from './compile.ts';

/** One file of the mod, evaluated or being evaluated. */
export interface ModuleRecord {
  readonly file: string;
  readonly module: { exports: unknown };
  readonly imports: Set<ModuleRecord>;
  /** Which files it waits for right now; two that wait for each other are a circle. */
  readonly waitsFor: Set<ModuleRecord>;
  compiled: CompiledFile | undefined;
  isDone: boolean;
  done: Promise<void>;
}

/** A record of a file that is about to be evaluated. */
export function createRecord(file: string): ModuleRecord {
  return {
    file,
    module: { exports: {} },
    imports: new Set(),
    waitsFor: new Set(),
    compiled: undefined,
    isDone: false,
    done: Promise.resolve(),
  };
}

/** Whether a file waits for another one, itself or through those it waits for. */
export function waitsFor(
  from: ModuleRecord,
  target: ModuleRecord,
  seen: Set<ModuleRecord> = new Set(),
): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return [...from.waitsFor].some((next) => next === target || waitsFor(next, target, seen));
}

/** A circle of imports that can be reached from a file, its first file repeated at the end. */
export function findCycle(
  record: ModuleRecord,
  path: readonly string[] = [],
  seen: Set<ModuleRecord> = new Set(),
): readonly string[] | undefined {
  const at = path.indexOf(record.file);
  if (at !== -1) return [...path.slice(at), record.file];
  if (seen.has(record)) return undefined;
  seen.add(record);
  for (const next of record.imports) {
    const cycle = findCycle(next, [...path, record.file], seen);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
