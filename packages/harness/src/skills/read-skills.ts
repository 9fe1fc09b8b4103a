import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { diagnostic } from '../diagnostics.ts';
import { messageOf } from '../host/explain-error.ts';
import type { SkillsPath } from '../host/host-state.ts';
import { decodeUtf8 } from '../tools/text-bytes.ts';
import { findSkillFolders, SKILL_FILE } from './find-skill-folders.ts';
import { parseSkill } from './parse-skill.ts';
import type { Skill } from './skill.ts';

/** A SKILL.md larger than this is no text for a model, in bytes. */
export const MAX_SKILL_BYTES = 262_144;

/** The skills that were read, and what is wrong with the others. */
export interface SkillsReading {
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the skills at several places, in their order. Of two with one name the first keeps it. Never throws for a bad one. */
export async function readSkills(places: readonly SkillsPath[]): Promise<SkillsReading> {
  const readings = await Promise.all(places.map(readPlace));
  const diagnostics = readings.flatMap((reading) => reading.diagnostics);
  const byName = new Map<string, Skill>();
  for (const skill of readings.flatMap(({ skills }) => skills)) {
    const holder = byName.get(skill.name);
    if (holder === undefined) byName.set(skill.name, skill);
    else if (holder.file !== skill.file) diagnostics.push(taken(skill, holder));
  }
  return { skills: [...byName.values()], diagnostics };
}

async function readPlace(place: SkillsPath): Promise<SkillsReading> {
  const owner = place.mod === undefined ? `the package "${place.package}"` : `the mod "${place.mod}"`;
  const skills: Skill[] = [];
  try {
    const found = await findSkillFolders(place.path, owner);
    const diagnostics = [...found.diagnostics];
    for (const folder of found.folders) {
      const read = await readSkill(folder, owner);
      if ('code' in read) diagnostics.push(read);
      else skills.push(read);
    }
    return { skills, diagnostics };
  } catch (error) {
    // A folder that may not be read, or that went away meanwhile.
    return { skills, diagnostics: [unreadable(place.path, owner, messageOf(error))] };
  }
}

async function readSkill(folder: string, owner: string): Promise<Skill | Diagnostic> {
  const file = join(folder, SKILL_FILE);
  const text = await readText(file);
  if ('problem' in text) return unreadable(file, owner, text.problem);
  const reading = parseSkill(text.text, basename(folder));
  if (!reading.ok) {
    const { problem, line } = reading;
    const message = `The skill ${file}:${line} of ${owner} is left out: ${problem}.`;
    return diagnostic('SKILL_INVALID', { message, where: { file, line } });
  }
  const { ok: _ok, ...fields } = reading;
  return { ...fields, folder, file, owner };
}

async function readText(file: string): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const { size } = await stat(file);
    if (size > MAX_SKILL_BYTES) {
      const most = MAX_SKILL_BYTES.toLocaleString('en');
      return { problem: `it has ${size.toLocaleString('en')} bytes, and ${most} are the most` };
    }
    return decodeUtf8(await readFile(file)) ?? { problem: 'it is not UTF-8 text' };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function unreadable(file: string, owner: string, problem: string): Diagnostic {
  const message = `The skill ${file} of ${owner} is left out: ${problem}.`;
  return diagnostic('SKILL_UNREADABLE', { message, where: { file } });
}

function taken(skill: Skill, holder: Skill): Diagnostic {
  const message =
    `The skill "${skill.name}" of ${skill.owner} (${skill.file}) is left out: ` +
    `${holder.owner} has it (${holder.file}).`;
  return diagnostic('NAME_TAKEN', { message, where: { file: skill.file } });
}
