// Draws docs/images/trace.png: a run with three of the examples, its trace as a page, and the page in Chromium. Needs a build.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = resolve(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'packages/cli/bin/cmd.js');
const PICTURE = join(ROOT, 'docs/images/trace.png');

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
if (executablePath === undefined)
  throw new Error('There is no Chromium to draw with (apt-get install chromium).');

const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-picture-'));
try {
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  cpSync(join(ROOT, 'examples/house-rules/RULES.md'), join(folder, 'RULES.md'));
  const cmd = (...args) =>
    execFileSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
    });
  const mods = ['redact-secrets', 'turn-counter', 'house-rules'].flatMap((name) => [
    '--mod',
    `examples/${name}`,
  ]);
  cmd(
    '-p',
    'What is in the settings?',
    ...mods,
    '--script',
    'examples/redact-secrets/script.json',
    '--trace',
    'run.jsonl',
  );
  cmd('mods', 'trace', 'run.jsonl', '--html', 'trace.html');

  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 960, height: 1100 }, colorScheme: 'light' });
  await page.goto(`file://${join(folder, 'trace.html')}`);
  // The last round is where the answer was redacted.
  await page.locator('details').evaluateAll((rounds) => {
    for (const [index, round] of rounds.entries()) round.toggleAttribute('open', index === rounds.length - 1);
  });
  mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
  await page.screenshot({ path: PICTURE });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
