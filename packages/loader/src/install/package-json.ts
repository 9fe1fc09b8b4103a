import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceError } from '../sources/diagnostics.ts';
import { codeOf } from '../sources/failures.ts';

/** What installing reads of a package.json. */
export interface PackageJson {
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly optionalDependencies?: Readonly<Record<string, unknown>>;
  readonly bundleDependencies?: unknown;
  readonly bundledDependencies?: unknown;
  readonly overrides?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
}

/** Reads the package.json of a folder; undefined when there is none. Throws `ModError` for one that is not an object in JSON. */
export async function readPackageJson(directory: string, what: string): Promise<PackageJson | undefined> {
  const file = join(directory, 'package.json');
  try {
    const data: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
    throw new SyntaxError('it holds no object');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw sourceError('PACKAGE_UNREADABLE', {
      message: `The package.json of ${what} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
      cause: thrown,
    });
  }
}

/** Scripts that npm would run when it installs the package, of which none is run here. */
export function installScripts(manifest: PackageJson | undefined, fromGit: boolean): string[] {
  const names = ['preinstall', 'install', 'postinstall', ...(fromGit ? ['prepare', 'prepublish'] : [])];
  return names.filter((name) => typeof manifest?.scripts?.[name] === 'string');
}
