import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { isInside } from '../tools/paths.ts';

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md';

/** The skills of one place, and what is wrong with it. */
export interface FoundSkills {
  /** Folders with a SKILL.md, absolute, in the order of their names. */
  readonly folders: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the skills at a place: a folder with its own SKILL.md is one skill; any other is a folder of skills, one level deep.
 * Dot-entries and node_modules are passed over. A SKILL.md that a link leads out of the place is left out.
 *
 * @param owner - Who named the place, for messages: `the mod "a"`.
 */
export async function findSkillFolders(path: string, owner: string): Promise<FoundSkills> {
  const nothing = (why: string): FoundSkills => {
    const message = `${owner} names the skills folder ${path}, and ${why}.`;
    const where = { file: path };
    return {
      folders: [],
      diagnostics: [diagnostic('SKILLS_PATH_EMPTY', { message: upper(message), where })],
    };
  };
  const kind = await kindOf(path);
  if (kind === undefined) return nothing('it is not there');
  if (kind === 'file') return nothing('it is a file; name the folder that it is in');
  const folders = await skillFolders(path);
  if (folders.length === 0) return nothing(`there is no ${SKILL_FILE} in it or one level below`);

  const root = await realpath(path);
  const kept: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const folder of folders) {
    const file = join(folder, SKILL_FILE);
    if (isInside(root, await realpath(file))) {
      kept.push(folder);
    } else {
      const message = `The skill ${file} of ${owner} is left out: a link leads out of ${path}.`;
      diagnostics.push(diagnostic('SKILL_OUTSIDE', { message, where: { file } }));
    }
  }
  return { folders: kept, diagnostics };
}

async function skillFolders(path: string): Promise<readonly string[]> {
  const isSkill = async (folder: string) => (await kindOf(join(folder, SKILL_FILE))) === 'file';
  if (await isSkill(path)) return [path];
  const names = (await readdir(path)).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  const folders = names.sort().map((name) => join(path, name));
  const areSkills = await Promise.all(folders.map(isSkill));
  return folders.filter((_, index) => areSkills[index]);
}

/** What a path is once links are followed; `undefined` when nothing is there, or nothing that can be reached. */
async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : undefined;
  } catch {
    return undefined; // Missing, behind a file, in a circle of links, or in a folder that is closed to us.
  }
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
