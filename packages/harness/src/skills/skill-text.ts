import type { Skill } from './skill.ts';

/** A skill as the model reads it, whoever loaded it. */
export function skillText({ name, folder, body }: Skill): string {
  return `The skill "${name}". Its folder is ${folder}; paths in it are relative to that folder.\n\n${body}`;
}
