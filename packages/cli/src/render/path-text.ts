import { isAbsolute, relative } from 'node:path';
import type { Io } from '../io.ts';

/** A path as people read it: relative when it lies below the folder they work in, `~/…` below home, whole elsewhere. Other texts stay as they are. */
export function pathText(path: string, { cwd, home }: Pick<Io, 'cwd' | 'home'>): string {
  if (!isAbsolute(path)) return path;
  const here = below(cwd, path);
  if (here !== undefined) return here;
  const there = below(home, path);
  return there === undefined ? path : `~/${there}`;
}

function below(folder: string, path: string): string | undefined {
  const inside = relative(folder, path).replaceAll('\\', '/');
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : inside;
}
