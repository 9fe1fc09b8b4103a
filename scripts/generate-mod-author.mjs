// Writes the skill skills/mod-author and llms.txt: what a coding agent has to read to write a mod that passes `cmd mods check`. The
// words are in scripts/mod-author, and slots.mjs there fills in what the code says. `npm run mod-author` writes them; a test compares.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SLOTS } from './mod-author/slots.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const WORDS = join(ROOT, 'scripts/mod-author');
const SKILL = 'skills/mod-author';

function filled(page) {
  const words = readFileSync(join(WORDS, page), 'utf8');
  return words.replace(/\{\{([\w-]+)(?: ([^}]+))?\}\}/g, (slot, name, argument) => {
    const make = SLOTS[name];
    if (make === undefined) throw new Error(`${page}: nothing fills ${slot}.`);
    return make(argument);
  });
}

/** Every file that this writes: its text by its path from the root of the repository. */
export function modAuthorFiles() {
  const all = readdirSync(WORDS, { recursive: true, encoding: 'utf8' });
  const pages = all.filter((page) => page.endsWith('.md')).toSorted();
  const skill = pages.map((page) => [`${SKILL}/${page}`, filled(page)]);
  return Object.fromEntries([...skill, ['llms.txt', filled('llms.txt')]]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  rmSync(join(ROOT, SKILL), { recursive: true, force: true });
  for (const [path, text] of Object.entries(modAuthorFiles())) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}
