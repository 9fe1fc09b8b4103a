import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FileSource } from '../package/files.ts';
import { sourceOfFile } from './folder.ts';

/**
 * The files beside a single mod file, looked up when something asks for them. Nothing is listed: a mod can lie in a folder
 * as large as a home.
 */
export class SiblingFiles extends Map<string, FileSource> {
  readonly #folder: string;

  /** @param folder an absolute path without links */
  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  override get(path: string): FileSource | undefined {
    const known = super.get(path);
    if (known !== undefined) return known;
    // The manifest around a loose file is not its own.
    if (path === 'package.json' || path === 'binding.gyp') return undefined;
    const source = this.#find(join(this.#folder, path));
    if (source !== undefined) this.set(path, source);
    return source;
  }

  #find(full: string): FileSource | undefined {
    try {
      if (!statSync(full, { throwIfNoEntry: false })?.isFile()) return undefined;
      const real = realpathSync(full);
      return real.startsWith(this.#folder + sep)
        ? sourceOfFile(real)
        : { unread: 'it is a link that leaves the package' };
    } catch (error) {
      return { unread: `it cannot be opened (${(error as Error).message})` };
    }
  }
}
