import { mkdir } from 'node:fs/promises';
import { type Locations, modsFolderOf } from './locations.ts';
import type { Scope } from './types.ts';

/** The folder of drop-in mods of a scope, made when it is not there. At home, both scopes are the user's. */
export async function ensureModsFolder(scope: Scope, locations: Locations): Promise<string> {
  const folder = modsFolderFor(scope, locations);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** The same without making it, for `--path`. */
export function modsFolderFor(scope: Scope, { home, projectRoot = home }: Locations): string {
  return modsFolderOf(scope === 'user' ? home : projectRoot);
}
