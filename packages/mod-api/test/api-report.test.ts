import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = resolve(import.meta.dirname, '../../../scripts/api-report.mjs');
const REPORT = 'mod-api.api.md';

it('the API report says what the package exports; "npm run api-report" writes it anew', {
  timeout: 60_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [SCRIPT, folder], { stdio: 'pipe' });
  const committed = readFileSync(resolve(import.meta.dirname, '..', REPORT), 'utf8');
  expect(readFileSync(join(folder, REPORT), 'utf8')).toBe(committed);
});
