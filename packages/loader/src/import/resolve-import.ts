import { realpathSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kindOf } from '../pipeline/read-folder.ts';

/** The extensions that an import may leave out, in the order tried. */
const TRIED = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/** TypeScript's way: an import names the compiled file, and the source stands beside where that would be. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Whether a specifier names a file (`./x`, `/x`, `file:…`) and not a package. */
export function isFileSpecifier(specifier: string): boolean {
  return /^\.{1,2}($|\/)/.test(specifier) || specifier.startsWith('file:') || isAbsolute(specifier);
}

/**
 * The file that a file specifier means: as written; else the source of a compiled name (`./x.js` for `x.ts`); else with an
 * extension added; else the folder's index.
 *
 * @returns the real path, or `undefined` when nothing is there.
 */
export function resolveFileImport(specifier: string, importer: string): string | undefined {
  const found = candidatesFor(specifier, importer).find((candidate) => kindOf(candidate) === 'file');
  return found === undefined ? undefined : realpathSync(found);
}

/** Every file that a file specifier could mean, in the order tried: a watcher waits for them when none is there. */
export function candidatesFor(specifier: string, importer: string): readonly string[] {
  const path = specifier.startsWith('file:')
    ? fileURLToPath(specifier)
    : resolve(dirname(importer), specifier.replace(/[?#].*$/, ''));
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  return [
    path,
    ...(SOURCES_OF[extension] ?? []).map((source) => stem + source),
    ...TRIED.map((added) => path + added),
    ...TRIED.map((added) => join(path, `index${added}`)),
  ];
}
