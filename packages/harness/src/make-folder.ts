import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder, and all above it, where they are missing. Throws the system's error.
 *
 * Node's own way of doing so never comes back, in Node 20 at least, where the system answers that a folder "does not exist" instead
 * of making it, as in `/proc`: Node then makes the folder above, finds that it is there, and tries again.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else was faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
