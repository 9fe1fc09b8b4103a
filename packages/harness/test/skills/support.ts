import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '../support/run-scripted.ts';

/** A SKILL.md with a description and a body; more fields go into its front matter. */
export function skillFile(description: string, body = 'Do it.', fields = ''): string {
  return `---\ndescription: ${description}\n${fields}---\n\n${body}\n`;
}

/** Writes files into a folder of their own. @returns the folder. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}
