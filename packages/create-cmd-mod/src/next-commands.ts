import { isAbsolute, relative, sep } from 'node:path';
import { devCommandOf } from './fill-template.ts';
import type { Files } from './templates.ts';

/** A command to go on with. */
export interface NextCommand {
  readonly what: 'try it' | 'test it' | 'publish it';
  /** For a shell in the folder where the mod was asked for. */
  readonly command: string;
}

/** The three commands that every author needs: try, test, publish. */
export function nextCommands(files: Files, folder: string, cwd: string): readonly NextCommand[] {
  const place = quoted(placeIn(cwd, folder));
  const inside = (command: string) => (place === '.' ? command : `cd ${place} && ${command}`);
  return [
    { what: 'try it', command: devCommandOf(files).replace('--mod .', `--mod ${place}`) },
    { what: 'test it', command: `cmd mods test ${place}` },
    { what: 'publish it', command: inside('npm publish') },
  ];
}

/** A folder as one writes it in another: `.`, `./guard`, `../guard`. */
export function placeIn(cwd: string, folder: string): string {
  const way = relative(cwd, folder).split(sep).join('/');
  if (way === '') return '.';
  return way.startsWith('../') || isAbsolute(way) ? way : `./${way}`;
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
