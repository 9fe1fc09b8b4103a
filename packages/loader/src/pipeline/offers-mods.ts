import { ModError } from '@cmd-mods/mod-api';
import { resolveModPath } from '../import/resolve-mod-path.ts';
import type { OfferedMods } from '../install/types.ts';

/** Where package rules look for mods, in order, as a message lists them. */
const LOOKED_FOR = [
  'commandcode.mods in package.json',
  'mods/',
  'index.ts, index.mts, index.js or index.mjs',
];

/**
 * What a package folder, or a single file, offers, for a command that installs it.
 *
 * @throws ModError when its manifest is there and cannot be used: such a package is not installed.
 */
export async function offersMods(path: string): Promise<OfferedMods> {
  const found = await resolveModPath(path);
  if (found.kind === 'mods') return { names: found.mods.map(({ name }) => name), lookedFor: LOOKED_FOR };
  const broken =
    found.kind === 'unusable' && found.diagnostics.find(({ code }) => code === 'MANIFEST_BROKEN');
  if (broken) throw new ModError({ ...broken, severity: 'error' });
  return { names: [], lookedFor: LOOKED_FOR };
}
