#!/usr/bin/env node
import { createRequire } from 'node:module';

// Answered before anything else is loaded: scripts ask for the version often, and only for that.
const [first, ...others] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && others.length === 0) {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import('./main.ts');
  await main();
}
