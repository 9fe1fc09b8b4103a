import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder, and all above it, where they are missing. Throws the system's error.
 *
 * Node's own way of doing so never comes back, in Node 20 at least, where the system answers that a folder "does not exist" instead
 * of making it, as in `/proc`: Node then makes the folder above, finds that it is there, and tries again.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
