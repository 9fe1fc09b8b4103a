import { basename, dirname, extname } from 'node:path';

/** The extensions of mods, and so of index files, in the order in which an index is looked for. */
export const MOD_EXTENSIONS: readonly string[] = ['.ts', '.mts', '.js', '.mjs'];

/** Whether a file has a mod's extension and is neither a declaration nor a test. */
export function isModFile(path: string): boolean {
  return MOD_EXTENSIONS.includes(extname(path)) && !/\.(d|test|spec)\.[^.]+$/.test(path);
}

/** Whether a file that someone names outright can be a mod: it may be called a test, but a declaration has no code. */
export function isLoadableFile(path: string): boolean {
  return MOD_EXTENSIONS.includes(extname(path)) && !/\.d\.[^.]+$/.test(path);
}

/** Whether a folder's entry is passed over without a word. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** Whether a file is its folder's index. */
export function isIndex(path: string): boolean {
  return MOD_EXTENSIONS.some((extension) => basename(path) === `index${extension}`);
}

/** A mod's name: its file's stem; an index takes the name of its folder. */
export function modNameOf(path: string): string {
  return isIndex(path) ? basename(dirname(path)) : basename(path, extname(path));
}
