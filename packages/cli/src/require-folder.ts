import { statSync } from 'node:fs';
import { ModError } from '@cmd-mods/mod-api';
import { diagnostic } from './diagnostics.ts';
import type { Io } from './io.ts';

/** Makes sure that the folder to work in is there. Throws `ModError` with `FOLDER_MISSING`: the command cannot run. */
export function requireFolder({ cwd }: Pick<Io, 'cwd'>): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new ModError(diagnostic('FOLDER_MISSING', { message: `There is no folder ${cwd}.` }));
}
