import type { Compiler } from '../facts/compiler.ts';
import { type PackageFiles, readText } from './files.ts';
import { isRecord } from './manifest.ts';
import { folderOf, join } from './paths.ts';

/** The paths, from the root of the package, that a bare specifier may stand for. */
export type PathMap = (specifier: string) => readonly string[];

/** Reads `baseUrl` and `paths` of the package's tsconfig.json; `undefined` when it has none. */
export function readPathMap(files: PackageFiles, compiler: () => Compiler): PathMap | undefined {
  const options = compilerOptions(files, 'tsconfig.json', compiler, 0);
  if (!options) return undefined;
  const { folder, paths, baseUrl } = options;
  if (!paths && baseUrl === undefined) return undefined;
  const base = join(folder, baseUrl ?? '.') ?? '';
  return (specifier) => {
    const found: string[] = [];
    for (const [pattern, targets] of Object.entries(paths ?? {})) {
      const star = match(pattern, specifier);
      if (star === undefined || !Array.isArray(targets)) continue;
      for (const target of targets) {
        const path = typeof target === 'string' ? join(base, target.replace('*', star)) : undefined;
        if (path !== undefined) found.push(path);
      }
    }
    if (baseUrl !== undefined) {
      const path = join(base, specifier);
      if (path !== undefined) found.push(path);
    }
    return found;
  };
}

interface PathOptions {
  readonly folder: string;
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly baseUrl?: string;
}

function compilerOptions(
  files: PackageFiles,
  path: string,
  compiler: () => Compiler,
  depth: number,
): PathOptions | undefined {
  const source = files.get(path);
  if (source === undefined || depth > 5) return undefined;
  const file = readText(source);
  if ('unread' in file) return undefined;
  const { config } = compiler().parseConfigFileTextToJson(path, file.text) as { config?: unknown };
  if (!isRecord(config)) return undefined;
  const own = isRecord(config.compilerOptions) ? config.compilerOptions : {};
  const parent =
    typeof config.extends === 'string' && config.extends.startsWith('.')
      ? join(folderOf(path), config.extends)
      : undefined;
  const inherited =
    parent === undefined
      ? undefined
      : compilerOptions(files, parent.endsWith('.json') ? parent : `${parent}.json`, compiler, depth + 1);
  if (!isRecord(own.paths) && typeof own.baseUrl !== 'string') return inherited;
  return {
    folder: folderOf(path),
    ...(isRecord(own.paths) ? { paths: own.paths } : {}),
    ...(typeof own.baseUrl === 'string' ? { baseUrl: own.baseUrl } : {}),
  };
}

function match(pattern: string, specifier: string): string | undefined {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return pattern === specifier ? '' : undefined;
  if (
    !specifier.startsWith(head) ||
    !specifier.endsWith(tail) ||
    specifier.length < head.length + tail.length
  )
    return undefined;
  return specifier.slice(head.length, specifier.length - tail.length);
}
