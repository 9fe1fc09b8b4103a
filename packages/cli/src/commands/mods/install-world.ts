import {
  findLocations,
  findMods,
  type InstallIo,
  installScopes,
  type Locations,
  offersMods,
  type ReleaseAge,
} from '@cmd-mods/loader';
import { type Diagnostic, ModError } from '@cmd-mods/mod-api';
import type { Io } from '../../io.ts';
import { createProgress, type Progress } from '../../render/progress.ts';
import { whereIn } from '../../run/load-run-mods.ts';
import { reachReader } from '../../run/reach-reader.ts';

/** What installing is given, made of what a command may touch. */
export interface InstallWorld {
  readonly locations: Locations;
  readonly installIo: InstallIo;
  readonly progress: Progress;
  /** What was said that belongs to no one source, in order. */
  readonly notices: readonly Diagnostic[];
}

/** Makes the world in which the commands install. */
export async function installWorld(io: Io): Promise<InstallWorld> {
  const { env, home } = whereIn(io);
  const locations = findLocations(whereIn(io));
  const progress = createProgress(io);
  const notices: Diagnostic[] = [];
  const installIo: InstallIo = {
    env,
    home,
    scopes: await installScopes(locations),
    offersMods,
    reach: reachReader,
    onProgress: progress.show,
    onNotice: (notice) => notices.push(notice),
    signal: io.signal,
  };
  return { locations, installIo, progress, notices };
}

/**
 * How young a version may be, by the settings that count.
 *
 * @throws ModError for a settings file that does not parse: what it asks for is not known.
 */
export async function releaseAge(io: Io, allowYoung = false): Promise<ReleaseAge> {
  const { settings } = await findMods(whereIn(io));
  const broken = settings.diagnostics.find(({ code }) => code === 'SETTINGS_BROKEN');
  if (broken !== undefined) throw new ModError(broken);
  const { minimumReleaseAge } = settings;
  return { allowYoung, ...(minimumReleaseAge !== undefined && { minimumReleaseAge }) };
}
