import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isPassedOver } from './mod-files.ts';
import { kindOf } from './read-folder.ts';
import type { SkillsPath } from './types.ts';

/** One skill: a folder with a SKILL.md. */
export interface FoundSkill {
  /** The folder's name. */
  readonly name: string;
  readonly path: string;
  /** The package that ships it. */
  readonly package: string;
}

/** The skills at the places that packages ship: a folder with its own SKILL.md is one skill; any other is a folder of skills, one level deep. */
export function findSkills(places: readonly SkillsPath[]): readonly FoundSkill[] {
  return places.flatMap((place) => {
    const folders = isSkill(place.path) ? [place.path] : foldersIn(place.path).filter(isSkill);
    return folders.map((path) => ({ name: basename(path), path, package: place.package }));
  });
}

function isSkill(folder: string): boolean {
  return kindOf(join(folder, 'SKILL.md')) === 'file';
}

function foldersIn(folder: string): readonly string[] {
  if (kindOf(folder) !== 'folder') return [];
  return readdirSync(folder)
    .filter((name) => !isPassedOver(name))
    .sort()
    .map((name) => join(folder, name));
}
