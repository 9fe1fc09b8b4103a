import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The program's version, as its package says. */
export function version(): string {
  const manifest = createRequire(import.meta.url)('../package.json') as { version: string };
  return manifest.version;
}

/** A file of the program's package. The sources and the bundle both stand one folder below it. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
