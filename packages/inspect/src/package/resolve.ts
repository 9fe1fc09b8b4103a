/** Finds what a specifier stands for, as Node, TypeScript and the loader of mods do between them. */

import { isHostPackage } from '../tables/host.ts';
import { builtinName } from '../tables/modules.ts';
import type { PackageFiles } from './files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { folderOf, isNative, isSource, join } from './paths.ts';
import type { Resolution } from './resolution.ts';
import { type TargetOptions, targetsOf } from './targets.ts';
import type { PathMap } from './tsconfig.ts';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.node', '.wasm'];

/** `./file.js` may be written as `./file.ts`. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx', '.ts'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

const CONDITIONS: TargetOptions = {
  conditions: ['node', 'import', 'module-sync', 'require', 'module', 'default'],
};

/** Makes the resolver of one package. */
export function resolverOf(
  files: PackageFiles,
  manifest: Manifest,
  paths: PathMap | undefined,
  deep: boolean = false,
): (from: string, specifier: string) => Resolution {
  const inPackage = (path: string): Resolution => findFile(files, path) ?? { kind: 'missing', path };
  const firstOf = (targets: readonly string[]): Resolution | undefined => {
    for (const target of targets) {
      if (!target.startsWith('./')) return isHostPackage(target) ? { kind: 'host' } : external(target);
      const path = join('', target);
      const found = path === undefined ? undefined : findFile(files, path);
      if (found) return found;
    }
    return undefined;
  };
  return (from, written) => {
    const specifier = written.startsWith('file:./')
      ? written.slice(5)
      : written.replace(/[?#].*$/, (tail) => (written.startsWith('#') ? tail : ''));
    if (/^(?:data|blob):/i.test(specifier)) return { kind: 'text' };
    const builtin = builtinName(specifier);
    if (builtin !== undefined) return { kind: 'builtin', name: builtin };
    if (specifier === '.' || specifier === '..' || /^\.\.?\//.test(specifier)) {
      const path = join(folderOf(from), specifier);
      return path === undefined ? { kind: 'outside' } : inPackage(path);
    }
    if (/^(?:\/|file:|[a-z]:[\\/])/i.test(specifier)) return { kind: 'outside' };
    if (specifier.startsWith('#')) {
      const targets = targetsOf(manifest.imports ?? {}, specifier, CONDITIONS);
      return firstOf(targets) ?? { kind: 'missing', path: specifier };
    }
    const mapped = paths?.(specifier).flatMap((path) => findFile(files, path) ?? [])[0];
    if (mapped) return mapped;
    if (
      manifest.name !== undefined &&
      (specifier === manifest.name || specifier.startsWith(`${manifest.name}/`))
    ) {
      const own = firstOf(
        targetsOf(asMap(manifest.exports), `.${specifier.slice(manifest.name.length)}`, CONDITIONS),
      );
      if (own) return own;
    }
    if (isHostPackage(specifier)) return { kind: 'host' };
    return (deep ? installed(files, from, specifier) : undefined) ?? external(specifier);
  };
}

/** A file of a package that is installed in a `node_modules` around the importing file. */
function installed(files: PackageFiles, from: string, specifier: string): Resolution | undefined {
  const name = packageName(specifier);
  const subpath = `.${specifier.slice(name.length)}`;
  for (
    let folder: string | undefined = folderOf(from);
    folder !== undefined;
    folder = folder === '' ? undefined : folderOf(folder)
  ) {
    const root = join(folder, `node_modules/${name}`);
    const source = root === undefined ? undefined : files.get(`${root}/package.json`);
    if (root === undefined || source === undefined) continue;
    const { manifest } = readManifest(source);
    const targets =
      manifest.exports === undefined
        ? [subpath === '.' ? (manifest.main ?? './index.js') : subpath]
        : targetsOf(asMap(manifest.exports), subpath, CONDITIONS);
    for (const target of targets) {
      const path = join(root, target);
      const found = path === undefined ? undefined : findFile(files, path);
      if (found) return found;
    }
  }
  return undefined;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function external(specifier: string): Resolution {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(specifier)) return { kind: 'text' };
  return { kind: 'external', name: packageName(specifier) };
}

/** `exports` as a map of subpaths: a single target stands for `.`. */
export function asMap(exports: unknown): Readonly<Record<string, unknown>> {
  if (exports === undefined) return {};
  if (
    typeof exports === 'object' &&
    exports !== null &&
    Object.keys(exports).some((key) => key.startsWith('.'))
  )
    return exports as Record<string, unknown>;
  return { '.': exports };
}

/** The file that a path without certain ending stands for. */
export function findFile(files: PackageFiles, path: string): Resolution | undefined {
  for (const candidate of candidatesOf(path)) if (files.has(candidate)) return asResolution(candidate);
  for (const candidate of candidatesOf(path === '' ? 'index' : `${path}/index`))
    if (files.has(candidate)) return asResolution(candidate);
  return undefined;
}

function* candidatesOf(path: string): Iterable<string> {
  yield path;
  const ending = /\.[cm]?jsx?$/.exec(path)?.[0];
  if (ending) for (const other of WRITTEN_AS[ending] ?? []) yield path.slice(0, -ending.length) + other;
  for (const one of ENDINGS) yield path + one;
}

function asResolution(path: string): Resolution {
  if (isNative(path)) return { kind: 'native', path };
  // Node runs a file without an ending as source.
  const isScript = isSource(path) || !path.slice(path.lastIndexOf('/') + 1).includes('.');
  return { kind: isScript ? 'file' : 'data', path };
}
