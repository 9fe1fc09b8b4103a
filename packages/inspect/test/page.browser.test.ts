import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, renderHtml } from '@cmd-mods/inspect';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const browserPath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
if (!browserPath) process.stdout.write('The page is not tested in a browser: there is no Chromium here.\n');

const report = inspect(
  new Map([
    [
      'index.ts',
      "import './<img src=x onerror=document.title=1>.ts';\nimport x from '</td><script>document.title=1</script>';\nx(process.env['<b>']);",
    ],
    ['<img src=x onerror=document.title=1>.ts', `${'fetch("https://a.example");\n'.repeat(30)}`],
  ]),
);

describe.skipIf(!browserPath)('the page in Chromium', () => {
  let folder: string;
  let page: Page;
  const problems: string[] = [];
  const requests: string[] = [];
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inspect-page-'));
    writeFileSync(join(folder, 'page.html'), renderHtml([report]));
    const browser = await chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });
    closing.push(() => browser.close());
    page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`file://${join(folder, 'page.html')}`);
  }, 60_000);

  afterAll(async () => {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows the sections of the report', async () => {
    expect(await page.locator('h2').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Reaches',
        'Cannot be told',
        'Environment variables',
        'Imports from outside',
        'Notes',
      ]),
    );
  });

  it('shows what a mod wrote as text, and runs none of it', async () => {
    expect(await page.locator('img, script, b').count()).toBe(0);
    expect(await page.title()).toBe('What . can reach');
    expect(await page.locator('body').textContent()).toContain('<img src=x onerror=document.title=1>.ts');
  });

  it('asks for nothing, and has nothing to complain about', () => {
    expect(requests).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('fits a narrow screen', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it.each(['light', 'dark'] as const)('has enough contrast in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const [text, back] = (await page.evaluate(
      '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
    )) as [string, string];

    expect(contrast(text, back)).toBeGreaterThan(7);
  });
});

/** The contrast of two colours, by WCAG 2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
