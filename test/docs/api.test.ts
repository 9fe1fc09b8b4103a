import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from './support/pages.ts';

/** The files below a folder, text by path. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

it('the API reference says what the comments say, and none is missing; "npm run api-docs" writes it', {
  timeout: 60_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-api-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(ROOT, 'scripts/api-docs.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect({ status, warnings: stdout + stderr }).toEqual({ status: 0, warnings: '' });
  expect(filesIn(join(ROOT, 'docs/api'))).toEqual(filesIn(folder));
});
