import { rm } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { combineSettings } from '../settings/combine-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import { removeFromModsArray } from '../settings/settings-writer.ts';
import { pipelineDiagnostic } from './diagnostics.ts';
import { discover } from './discover.ts';
import { type Locations, modsFolderOf, realPathOf } from './locations.ts';
import { openCandidate } from './open-candidate.ts';
import { ownerOf } from './origin.ts';
import type { Candidate, Origin, Scope } from './types.ts';

/** What stands behind a mod's name: removing it removes all of its mods. */
export interface Backing {
  readonly origin: Exclude<Origin, { kind: 'flag' }>;
  readonly scope: Scope;
  /** The drop-in's file or folder, the file or folder of a path, or the source's folder. */
  readonly path: string;
  /** Names of the mods that go with it. */
  readonly mods: readonly string[];
}

/**
 * Finds what backs a mod's name: a drop-in, an entry of `mods.paths`, or a source, in every scope that is asked for. Disabled,
 * filtered and shadowed ones count, and so do those of a project that is not trusted: they can be removed all the same.
 *
 * @returns in the order in which names are taken. More than one means that the name is ambiguous.
 * @throws ModError when a settings file does not parse: what it names is not known.
 */
export async function findBacking(
  name: string,
  locations: Locations,
  scopes: readonly Scope[] = ['project', 'user'],
): Promise<readonly Backing[]> {
  const settings = combineSettings(await readSettings({ locations, withProject: true }));
  const broken = settings.diagnostics.find(({ code }) => code === 'SETTINGS_BROKEN');
  if (broken !== undefined) throw new ModError(broken);
  const { candidates } = await discover(locations, settings, []);
  const backings = await Promise.all(candidates.map(backingOf));
  return backings.flat().filter(({ mods, scope }) => mods.includes(name) && scopes.includes(scope));
}

/**
 * Removes a drop-in from its mods folder, or an entry from the settings file that has it. A link is removed, not what it leads
 * to. A source is removed with `removeSource`, which knows its lock and its folder.
 *
 * @throws ModError for an entry of `settings.local.json`, which no command writes, and when a file cannot be removed or written.
 */
export async function removeBacking({ origin, scope, path }: Backing): Promise<void> {
  if (origin.kind === 'source') throw new TypeError('A source is removed with removeSource.');
  if (origin.kind === 'path') return removePath(origin);
  if (scope === 'project') refuseLinkedFolder(dirname(path));
  try {
    await rm(path, { recursive: true });
  } catch (cause) {
    const message = `${path} cannot be removed: ${(cause as Error).message}.`;
    throw new ModError(pipelineDiagnostic('MOD_NOT_REMOVABLE', { message, where: { file: path }, cause }));
  }
}

/** A project that somebody sent could have a mods folder that is a link to anywhere. The user's own may be one. */
function refuseLinkedFolder(folder: string): void {
  const root = dirname(dirname(folder));
  if (realPathOf(folder) === modsFolderOf(realPathOf(root))) return;
  const message = `${folder} leads elsewhere through a link, so nothing in it is deleted.`;
  const hint = 'Delete the link, or the file itself, by hand.';
  throw new ModError(pipelineDiagnostic('MOD_NOT_REMOVABLE', { message, where: { file: folder }, hint }));
}

async function removePath({
  written,
  settingsFile,
}: Extract<Origin, { readonly kind: 'path' }>): Promise<void> {
  if (basename(settingsFile) === 'settings.local.json') {
    const message = `${written} stands in mods.paths of ${settingsFile}, and no command writes to that file.`;
    const hint = 'Take the entry out by hand.';
    const where = { file: settingsFile };
    throw new ModError(pipelineDiagnostic('MOD_NOT_REMOVABLE', { message, where, hint }));
  }
  await removeFromModsArray(settingsFile, 'paths', written);
}

/** A drop-in that offers nothing, as a broken package, can be removed by the name that it has in the folder. */
async function backingOf(candidate: Candidate): Promise<readonly Backing[]> {
  const { origin, path } = candidate;
  const scope = ownerOf(origin);
  if (origin.kind === 'flag' || scope === undefined) return [];
  const { kept } = await openCandidate(candidate);
  const names = kept.map(({ name }) => name);
  const fallback = origin.kind === 'drop-in' && names.length === 0 ? [basename(path, extname(path))] : [];
  return [{ origin, scope, path, mods: [...names, ...fallback] }];
}
