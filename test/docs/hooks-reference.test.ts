import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

it('the reference of hooks and events says what the sources say; "npm run hook-reference" writes it anew', () => {
  const script = resolve(ROOT, 'scripts/generate-hook-reference.mjs');
  const written = execFileSync(process.execPath, [script, '--stdout'], { encoding: 'utf8' });
  expect(readFileSync(resolve(ROOT, 'docs/hooks-reference.md'), 'utf8')).toBe(written);
});
