import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRegistry, buildHub, KINDS } from '../src/index.ts';
import { CHROMIUM, openBrowser, serveFolder } from './support/browser.ts';
import { startWorld } from './support/servers.ts';
import { soundEntry, TODAY } from './support/workbench.ts';

const WORDS = 'ash birch cedar elm fir hazel larch maple oak pine rowan willow'.split(' ');
const TEXTS = [
  'Asks before a command deletes files.',
  'Greets you with a word of doubt when you say hello.',
  'Shows how full the context window is, and warns in time.',
];

/** 144 mods, so that there are three pages; those of Grace are official. */
const MODS = WORDS.flatMap((one, row) =>
  WORDS.map((other, column) =>
    soundEntry(`${one}-${other}`, {
      source: `npm:${one}-${other}`,
      npm: `${one}-${other}`,
      description: TEXTS[(row + column) % 3],
      author: { name: column === 0 ? 'Grace Hopper' : 'Ada Lovelace', url: 'https://example.com/people' },
      kinds: KINDS.filter((_, at) => (row + column + at) % 4 === 0),
      tags: column === 5 ? ['safety', 'shell'] : ['greeting'],
      addedAt: `2026-${String(1 + (column % 11)).padStart(2, '0')}-${String(1 + row).padStart(2, '0')}`,
      ...(column === 0 && row < 3 ? { official: true } : {}),
    }),
  ),
);
const README =
  '# Guard\n\nAsks **first**.\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [docs](docs/x.md)\n';

if (CHROMIUM === undefined) {
  // biome-ignore lint/suspicious/noConsole: says why these tests do not run
  console.warn(
    'The tests of the hub in a browser are skipped: there is no Chromium (apt-get install chromium).',
  );
}

describe.skipIf(CHROMIUM === undefined)('the hub in a browser', () => {
  let folder: string;
  let site: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cmd-mods-page-'));
    const world = await startWorld();
    for (const [at, { name }] of MODS.entries()) {
      world.packages.set(name, {
        version: `1.${at}.0`,
        downloads: at * 31,
        packument: { time: { [`1.${at}.0`]: `2026-0${1 + (at % 9)}-15T10:00:00.000Z` }, readme: README },
        files: {
          'index.ts':
            "import { spawn } from 'node:child_process';\nexport default (cmd) => { cmd.hooks({ onStop: () => { spawn('x'); } }); cmd.addFlag('a.b', { type: 'boolean' }); };\n",
        },
      });
    }
    const io = { cwd: folder, home: join(folder, 'home'), env: world.env, now: () => TODAY };
    writeFileSync(join(folder, 'few.json'), JSON.stringify({ mods: MODS.slice(0, 1) }));
    writeFileSync(join(folder, 'registry.json'), JSON.stringify({ mods: MODS }));
    await auditRegistry({ file: 'few.json', out: 'audit.json', jobs: 1 }, io);
    await buildHub(
      {
        file: 'registry.json',
        out: 'site',
        audit: 'audit.json',
        siteUrl: 'https://example.com',
        concurrency: 30,
      },
      io,
    );
    await world.stop();
    [site, browser] = await Promise.all([serveFolder(join(folder, 'site')), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(path: string, options: object = {}): Promise<Page> {
    context = await browser.newContext({
      baseURL: site.url,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    await page.goto(path);
    return page;
  }

  beforeEach(() => {
    complaints = [];
  });

  afterEach(async () => {
    await context?.close();
    expect(complaints).toEqual([]);
  });

  const names = () => page.locator('#cards [data-slot=name]').allTextContents();
  const settled = (text: string | RegExp) => page.locator('#count').filter({ hasText: text }).waitFor();

  it('searches names, descriptions, tags and authors as one types, and keeps the search in the address', async () => {
    await open('index.html');
    expect(await names()).toHaveLength(60);
    await page.getByLabel(/^Search/).fill('HOPPER doubt');
    await settled('4 mods');
    expect(new URL(page.url()).search).toBe('?q=HOPPER+doubt');
    await page.getByLabel(/^Search/).fill('safety elm');
    await settled(/^\d+ mods?$/);
    expect((await names()).every((name) => name.includes('elm') || name.endsWith('hazel'))).toBe(true);
    await page.getByLabel(/^Search/).fill('nothing like it');
    await settled('0 mods');
    expect(await names()).toEqual([]);
    await page.getByLabel(/^Search/).fill('');
    await settled('144 mods');
    expect(new URL(page.url()).search).toBe('');
  });

  it('filters by kind and official, and an address with filters shows the same', async () => {
    await open('index.html');
    await page.getByLabel('hook').check();
    await page.getByLabel('the team').check();
    await settled('1 mod');
    const shown = await names();
    const { search } = new URL(page.url());
    expect(search).toBe('?kind=hook&official=1');
    await context.close();
    await open(`index.html${search}`);
    await settled('1 mod');
    expect(await names()).toEqual(shown);
    expect(await page.getByLabel('hook').isChecked()).toBe(true);
  });

  it('sorts by downloads, updated and added', async () => {
    await open('index.html');
    expect((await names())[0]).toBe('willow-willow');
    await page.getByLabel('Sort by').selectOption('added');
    await settled('144 mods');
    expect((await names())[0]).toBe('willow-rowan');
    expect(new URL(page.url()).search).toBe('?sort=added');
    await page.getByLabel('Sort by').selectOption('updated');
    await expect.poll(async () => (await names())[1]).toBe('willow-cedar');
  });

  it('shows more, and goes on with the keyboard where it was', async () => {
    await open('index.html?q=ada');
    await settled('132 mods');
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    expect(await names()).toHaveLength(120);
    expect(await page.evaluate('document.activeElement.textContent')).toBe((await names())[60]);
  });

  it('fills the same card as the page has without scripts', async () => {
    await open('index.html');
    const cards = () =>
      page
        .locator('#cards > li')
        .evaluateAll((all) => all.map((card) => card.outerHTML.replaceAll('\n', '')));
    const before = await cards();
    await page.getByLabel('Sort by').focus();
    await page.getByLabel(/^Search/).fill(' ');
    await settled('144 mods');
    expect(await cards()).toEqual(before);
  });

  it('copies the line that adds a mod', async () => {
    await open('mods/ash-ash/index.html');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('cmd mods add npm:ash-ash');
  });

  it('says what a scanned mod reaches, and that the scan is lexical', async () => {
    await open('mods/ash-ash/index.html');
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('Scanned 2026-11-30, version 1.0.0');
    expect(text).toMatch(/yes\s+Starts or signals processes/);
    expect(text).toContain('lexical scan');
  });

  // Dark differs from light in its colours alone.
  it.each([
    { colorScheme: 'light', options: { resultTypes: ['violations'] } },
    { colorScheme: 'dark', options: { resultTypes: ['violations'], runOnly: ['color-contrast'] } },
  ] as const)(
    'has nothing serious against it in axe, in $colorScheme',
    async ({ colorScheme, options }) => {
      for (const path of [
        'index.html',
        'index.html?q=birch',
        'page/2/index.html',
        'mods/ash-ash/index.html',
        'mods/elm-elm/index.html',
      ]) {
        await open(path, { colorScheme, bypassCSP: true });
        await page.addScriptTag({ content: axe.source });
        const found = await page.evaluate(
          `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, impact, nodes }) => [impact, id, nodes[0].html].join()))`,
        );
        expect([path, found]).toEqual([path, []]);
        await context.close();
      }
    },
    60_000,
  );

  it('fits a telephone: nothing is wider than the screen', async () => {
    for (const path of ['index.html', 'mods/ash-ash/index.html']) {
      await open(path, { viewport: { width: 320, height: 640 } });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect([path, width]).toEqual([path, 320]);
      await context.close();
    }
  });

  it('works without scripts: every mod is reached by links', async () => {
    await open('index.html', { javaScriptEnabled: false });
    const seen = new Set<string>();
    for (;;) {
      for (const name of await names()) seen.add(name);
      const next = page.getByRole('link', { name: 'Next page' });
      if ((await next.count()) === 0) break;
      await next.click();
    }
    expect(seen.size).toBe(MODS.length);
    await page.locator('#cards a').first().click();
    expect(await page.locator('h1').textContent()).toMatch(/^[a-z]+-[a-z]+/);
    expect(await page.locator('form.search').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('gives feeds that parse', async () => {
    await open('index.html');
    for (const [file, tag, count] of [
      ['feed.xml', 'item', 50],
      ['sitemap.xml', 'url', 145],
    ] as const) {
      const text = readFileSync(join(folder, 'site', file), 'utf8');
      const found = await page.evaluate<number[]>(
        `(() => {
          const parsed = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
          return ['parsererror', '${tag}'].map((name) => parsed.querySelectorAll(name).length);
        })()`,
      );
      expect([file, ...found]).toEqual([file, 0, count]);
    }
  });
});
