import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: a script of the repository, without types.
import { linesOf } from '../../scripts/terminal-picture.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

it('the picture of the scaffold shows what the program prints; "npm run scaffold-picture" draws it anew', () => {
  const script = resolve(ROOT, 'scripts/scaffold-picture.mjs');
  const drawn: readonly string[] = linesOf(
    execFileSync(process.execPath, [script, '--stdout'], { encoding: 'utf8' }),
  );
  expect(drawn.length).toBeGreaterThan(10);
  const shown: readonly string[] = linesOf(readFileSync(resolve(ROOT, 'docs/images/scaffold.svg'), 'utf8'));
  expect(shown).toEqual(drawn);
}, 60_000);
