import { loadCompiler } from '../facts/compiler.ts';
import { entriesOf } from './entries.ts';
import type { PackageFiles } from './files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import type { Resolution } from './resolution.ts';
import { resolverOf } from './resolve.ts';
import { readPathMap } from './tsconfig.ts';

/** Where the reading of a package starts, and how it goes on. */
export interface OpenedPackage {
  readonly manifest: Manifest;
  /** What is wrong with the manifest. */
  readonly problem?: string;
  readonly entries: { readonly paths: readonly string[]; readonly notes: readonly string[] };
  resolve(from: string, specifier: string): Resolution;
}

/** How a package is opened: which mods, where it is not to be asked, and whether `node_modules` is read too. */
export interface OpenOptions {
  readonly entries?: readonly string[];
  readonly deep?: boolean;
}

/** Reads the manifest and the path map of a package, and none of its sources. */
export function openPackage(files: PackageFiles, options: OpenOptions): OpenedPackage {
  const { manifest, problem } = readManifest(files.get('package.json'));
  return {
    manifest,
    ...(problem === undefined ? {} : { problem }),
    entries: options.entries ? { paths: options.entries, notes: [] } : entriesOf(files, manifest),
    resolve: resolverOf(files, manifest, readPathMap(files, loadCompiler), options.deep ?? false),
  };
}
