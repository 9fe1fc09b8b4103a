import { relative, sep } from 'node:path';
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
  const way = relative(cwd, folder).split(sep).join('/');
  const place = way === '' ? '.' : quoted(way.startsWith('../') ? way : `./${way}`);
  const inside = (command: string) => (way === '' ? command : `cd ${place} && ${command}`);
  return [
    { what: 'try it', command: devCommandOf(files).replace('--mod .', `--mod ${place}`) },
    { what: 'test it', command: `cmd mods test ${place}` },
    { what: 'publish it', command: inside('npm publish') },
  ];
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
