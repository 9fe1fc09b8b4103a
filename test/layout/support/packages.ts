import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT: string = resolve(import.meta.dirname, '../../..');

/** What these tests read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly engines?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package of this workspace. */
export interface Package {
  /** Its folder's name below packages/. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package, in alphabetical order. */
export const PACKAGES: readonly Package[] = readdirSync(join(ROOT, 'packages'))
  .toSorted()
  .map((name) => {
    const folder = join(ROOT, 'packages', name);
    return { name, folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
  });
