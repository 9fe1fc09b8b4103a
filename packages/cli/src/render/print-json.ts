import type { Io } from '../io.ts';

/** Prints the one object of `--json`, its schema's version first. */
export function printJson(result: object, io: Pick<Io, 'stdout'>): void {
  io.stdout(`${JSON.stringify({ schemaVersion: 1, ...result }, null, 2)}\n`);
}
