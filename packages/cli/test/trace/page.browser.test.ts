import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../../../registry/test/support/browser.ts';
import { tracePage } from '../../src/render/trace-page.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { ROWS, traceFile } from './support.ts';

if (!CHROMIUM)
  process.stdout.write('The page of a trace is not tested in a browser: there is no Chromium here.\n');

const pageOf = async (rows: readonly object[]) => {
  const { report } = await readTrace(
    traceFile(rows),
    { calls: 100, changes: 10_000 },
    new AbortController().signal,
  );
  return tracePage(report, '</title><script>document.title=1</script>.jsonl');
};

describe('the page of a trace', () => {
  it('holds everything in itself, and may load nothing', async () => {
    const text = await pageOf(ROWS);
    expect(text).toContain('default-src &#39;none&#39;');
    expect(text).not.toMatch(/(src|href)=|@import|url\(h/);
  });
});

describe.skipIf(!CHROMIUM)('the page of a trace in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let path: string;
  const complaints: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    path = join(traceFile(ROWS), '..', 'page.html');
    writeFileSync(path, await pageOf(ROWS));
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 400, height: 700 } });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`file://${path}`);
  }, 60_000);
  afterAll(() => browser?.close());

  it('shows the table of hooks without its script too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const bare = await context.newPage();
    await bare.goto(`file://${path}`);
    expect(await bare.locator('tbody th').allInnerTexts()).toEqual(['mod:slow', 'mod:<b>', 'mod:rules']);
    expect(await bare.locator('rect').count()).toBe(4);
    expect(await bare.locator('ins').last().isVisible()).toBe(true);
    await bare.locator('summary').last().click();
    expect(await bare.locator('ins').last().isVisible()).toBe(false);
    await context.close();
  });

  it('tells calls that changed something, changed nothing and failed apart by more than colour', async () => {
    const heights = await page
      .locator('rect')
      .evaluateAll((bars) => bars.map((bar) => [bar.getAttribute('class'), bar.getAttribute('height')]));
    expect(Object.fromEntries(heights)).toEqual({ same: '8', failed: '18', changed: '18' });
  });

  it('is walked along with the arrow keys, and opens the round of a call with Enter', async () => {
    await page.locator('.timeline').focus();
    const said = async (key: string) => {
      await page.keyboard.press(key);
      return page.locator('#call').textContent();
    };
    expect(await said('ArrowRight')).toBe(
      'mod:slow transformMessage, round before, line 2: 4.000 ms, changed nothing',
    );
    expect(await said('ArrowRight')).toContain('line 11: 20.0 ms');
    expect(await said('ArrowDown')).toContain(
      'mod:<b> onTurnStart, round 2, line 10: 2.000 ms, failed with TypeError',
    );
    await page.locator('#round-2').evaluate((round) => round.removeAttribute('open'));
    await page.locator('.timeline').press('Enter');
    expect(await page.locator('#round-2').getAttribute('open')).toBe('');
    expect(await page.evaluate('document.activeElement.closest("details").id')).toBe('round-2');
  });

  it('shows what stands in a trace as text, asks for nothing, and has nothing to complain about', async () => {
    expect(await page.locator('b, img').count()).toBe(0);
    expect(await page.title()).toContain('<script>');
    expect(asked).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('fits a narrow screen', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it.each(['light', 'dark'] as const)('has nothing against it in axe, in %s', async (colorScheme) => {
    // The page's own policy keeps axe out as it does any other script.
    const context = await browser.newContext({ bypassCSP: true, colorScheme });
    const tested = await context.newPage();
    await tested.goto(`file://${path}`);
    await tested.addScriptTag({ content: axe.source });
    const found = await tested.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html].join(": ")))',
    );
    await context.close();
    expect(found).toEqual([]);
  });
});
