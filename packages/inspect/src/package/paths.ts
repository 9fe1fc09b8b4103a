/** Paths inside a package: relative to its root, with forward slashes. */

/** Joins a folder and a relative path; `undefined` when the result leaves the root. */
export function join(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** The folder of a path; the root is the empty text. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Endings of files with source text. */
const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Whether a path is one of a source file; type declarations are none, since nothing of them runs. */
export function isSource(path: string): boolean {
  return SOURCE.test(path) && !/\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path);
}

/** Whether a path is one of compiled code. */
export function isNative(path: string): boolean {
  return /\.(?:node|wasm|so|dylib|dll)$/.test(path);
}
