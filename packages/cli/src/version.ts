import { createRequire } from 'node:module';

/** The program's version, as its package says. */
export function version(): string {
  const manifest = createRequire(import.meta.url)('../package.json') as { version: string };
  return manifest.version;
}
