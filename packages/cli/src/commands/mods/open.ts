import { existsSync } from 'node:fs';
import { ensureModsFolder, findLocations, modsFolderFor } from '@cmd-mods/loader';
import { EXIT, type ExitCode, type Io } from '../../io.ts';
import { printJson } from '../../render/print-json.ts';
import { whereIn } from '../../run/load-run-mods.ts';

/** The options of `cmd mods open`. */
export interface OpenOptions {
  readonly user?: boolean;
  readonly path?: boolean;
  readonly json?: boolean;
}

/** `cmd mods open`: shows the folder of drop-in mods, made when it is not there; with `--path` only says where it is. */
export async function open({ user, path: onlyPath, json }: OpenOptions, io: Io): Promise<ExitCode> {
  const locations = findLocations(whereIn(io));
  const scope = user ? 'user' : 'project';
  const path = modsFolderFor(scope, locations);
  const exists = existsSync(path);
  if (!onlyPath) {
    await ensureModsFolder(scope, locations);
    await io.openFolder(path);
  }
  if (json) printJson({ path, created: !onlyPath && !exists, opened: !onlyPath }, io);
  else io.stdout(onlyPath ? `${path}\n` : `Opened ${path}\n`);
  return EXIT.ok;
}
