// Real sources to scan: TypeScript and JavaScript that npm packages ship, each package in a folder of its own, with one mod
// that imports them all.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Sizes between which a thousand files come to about 12 MB, as sources of large projects do.
const SMALLEST = 3_000;
const LARGEST = 100_000;

const modules = new URL('../../node_modules/', import.meta.url).pathname;

/** Writes `count` files into a folder; where there are fewer, they come again as copies. The answer is their size in bytes. */
export function corpus(folder, count) {
  const sources = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(modules.length))
    .filter(
      (path) => !path.startsWith('typescript/') && !path.startsWith('@cmd-mods/') && !path.includes('/test/'),
    )
    // TypeScript first: it is what mods are written in.
    .sort(
      (one, other) => Number(other.endsWith('.ts')) - Number(one.endsWith('.ts')) || (one < other ? -1 : 1),
    );
  let size = 0;
  const written = [];
  for (let index = 0; written.length < count; index += 1) {
    const path = sources[index % sources.length];
    const text = readFileSync(join(modules, path));
    if (text.length < SMALLEST || text.length > LARGEST) continue;
    const copy = `copy${Math.floor(index / sources.length)}/${path.replaceAll('node_modules', 'nested')}`;
    mkdirSync(dirname(join(folder, copy)), { recursive: true });
    writeFileSync(join(folder, copy), text);
    written.push(copy);
    size += text.length;
  }
  writeFileSync(join(folder, 'index.ts'), written.map((path) => `import './${path}';\n`).join(''));
  return size;
}
