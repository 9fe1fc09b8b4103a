import { addSource } from '@cmd-mods/loader';
import type { ExitCode, Io } from '../../io.ts';
import { installWorld, releaseAge } from './install-world.ts';
import { showOutcomes } from './show-outcomes.ts';
import { understandSource } from './understand-source.ts';

/** The arguments of `cmd mods add`. */
export interface AddOptions {
  readonly source: string;
  readonly global?: boolean;
  readonly dryRun?: boolean;
  readonly allowYoung?: boolean;
  readonly accept?: boolean;
  readonly json?: boolean;
}

/** `cmd mods add`: installs a source and records it. Never asks. At home, where there is no project, it is the user's. */
export async function add(options: AddOptions, io: Io): Promise<ExitCode> {
  const { source, global: isGlobal = false, dryRun = false, allowYoung = false, accept = false } = options;
  understandSource(source);
  const { locations, installIo, progress, notices } = await installWorld(io);
  const age = await releaseAge(io, allowYoung);
  const scope = isGlobal || locations.projectRoot === undefined ? 'user' : 'project';
  try {
    const outcome = await addSource({ source, scope, cwd: io.cwd, dryRun, accept, ...age }, installIo);
    progress.clear();
    return showOutcomes([outcome], notices, { ...options, none: '' }, io);
  } finally {
    progress.clear();
  }
}
