import { type Locations, settingsFileOf } from '../pipeline/locations.ts';
import { nearest } from '../pipeline/nearest.ts';
import type { Scope } from '../pipeline/types.ts';
import { isTrusted } from '../trust/trust-store.ts';
import { readSettings } from './read-settings.ts';
import type { SettingsLayer } from './settings.ts';
import { addToModsArray, removeFromModsArray } from './settings-writer.ts';

/** Which mod to switch on or off, and in which file. */
export interface SetEnabledRequest {
  readonly name: string;
  /** `user` is `-g`. At home, where there is no project, both are the user's file. */
  readonly scope: Scope;
  readonly locations: Locations;
  /** Names of built-in mods that are off until enabled. */
  readonly optIn?: readonly string[];
  /** Every name there is, to say when this one is none of them. */
  readonly knownNames?: readonly string[];
}

/** Another settings file that keeps a mod off. */
export interface Blocker {
  readonly file: string;
  readonly key: 'disabled' | 'disableAll';
  /** The one thing to do about it. */
  readonly fix: string;
}

/** What switching a mod on or off did. Plain data. */
export interface EnabledChange {
  readonly name: string;
  readonly file: string;
  /** False when the file said so already. */
  readonly changed: boolean;
  /** For an enable: what keeps the mod off all the same. Then it is not enabled, and a command exits 1. */
  readonly blockedBy: readonly Blocker[];
  /** False in a project that is not trusted yet: what was written counts once it is. */
  readonly counts: boolean;
  /** Set when no mod has this name: the nearest that has one, or `null`. */
  readonly unknown?: string | null;
}

/**
 * Disables a mod: its name goes into `mods.disabled` of one file, where it wins over what any other file says.
 *
 * @throws ModError when the file does not parse or cannot be written.
 */
export async function disableMod(request: SetEnabledRequest): Promise<EnabledChange> {
  const file = fileOf(request);
  const changed = await addToModsArray(file, 'disabled', request.name);
  return { ...(await describe(request, file)), changed, blockedBy: [] };
}

/**
 * Enables a mod: its name leaves `mods.disabled` of one file, and an opt-in built-in mod enters `mods.enabled` there. Looks then
 * whether another file keeps it off; that file is never written, least of all `settings.local.json`.
 *
 * @throws ModError when the file does not parse or cannot be written.
 */
export async function enableMod(request: SetEnabledRequest): Promise<EnabledChange> {
  const { name, optIn = [] } = request;
  const file = fileOf(request);
  const isRemoved = await removeFromModsArray(file, 'disabled', name);
  const isAdded = optIn.includes(name) && (await addToModsArray(file, 'enabled', name));
  const blockedBy = await findBlockers(request);
  return { ...(await describe(request, file)), changed: isRemoved || isAdded, blockedBy };
}

/** Every file counts here, that of an untrusted project too when the change is made in it: it will count once trusted. */
async function findBlockers({ name, scope, locations }: SetEnabledRequest): Promise<readonly Blocker[]> {
  const trusted =
    locations.projectRoot === undefined || (await isTrusted(locations.projectRoot, locations.home));
  const files = await readSettings({ locations, withProject: trusted || scope === 'project' });
  return files.flatMap(({ layer, content }): readonly Blocker[] => {
    if (content.state !== 'read') return [];
    const { file, mods } = content;
    if (mods.disabled.includes(name)) return [{ file, key: 'disabled', fix: fixFor(layer, name, file) }];
    if (mods.disableAll === true)
      return [{ file, key: 'disableAll', fix: `Take "disableAll" out of ${file}` }];
    return [];
  });
}

function fixFor(layer: SettingsLayer, name: string, file: string): string {
  if (layer === 'user') return `Run cmd mods enable ${name} -g`;
  if (layer === 'project') return `Run cmd mods enable ${name}`;
  return `Take "${name}" out of mods.disabled in ${file} by hand: no command writes to that file`;
}

function fileOf({ scope, locations }: SetEnabledRequest): string {
  const layer = scope === 'project' && locations.projectRoot !== undefined ? 'project' : 'user';
  return settingsFileOf(layer, locations) ?? '';
}

async function describe(
  { name, scope, locations: { projectRoot, home }, knownNames }: SetEnabledRequest,
  file: string,
): Promise<Pick<EnabledChange, 'name' | 'file' | 'counts' | 'unknown'>> {
  const isProject = scope === 'project' && projectRoot !== undefined;
  const counts = !isProject || (await isTrusted(projectRoot, home));
  const isUnknown = knownNames !== undefined && !knownNames.includes(name);
  return { name, file, counts, ...(isUnknown && { unknown: nearest(name, knownNames) ?? null }) };
}
