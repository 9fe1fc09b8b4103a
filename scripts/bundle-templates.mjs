// Puts templates/ into the package that ships them, as one file: npm leaves .gitignore and the like out of packages.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const root = new URL('../', import.meta.url);
const templates = new URL('templates/', root).pathname;

/** The files below a folder, text by path. */
function filesBelow(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.split(sep).includes('node_modules'))
    .toSorted();
  return Object.fromEntries(
    files.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
  );
}

// The same in every mod, so it stands once, beside them.
const shared = { 'AGENTS.md': readFileSync(join(templates, 'AGENTS.md'), 'utf8') };
const names = readdirSync(templates, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const all = Object.fromEntries(
  names.map(({ name }) => [name, { ...shared, ...filesBelow(join(templates, name)) }]),
);
writeFileSync(new URL('packages/create-cmd-mod/templates.json', root), `${JSON.stringify(all)}\n`);
