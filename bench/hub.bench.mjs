// What it costs to build the hub: whether it grows with the number of mods and no faster, what a second build spares, and how
// long the page takes to answer a key press with ten thousand mods in it (the last needs Chromium).
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchRows } from '../packages/registry/dist/hub/search.js';
import { buildHub } from '../packages/registry/dist/index.js';
import { finish } from './support/measure.mjs';
import { makeEntries, print } from './support/registry-data.mjs';

const README = `# A mod\n\n${'Some words on what it **does**, with `code` and [a link](docs/x.md).\n\n'.repeat(40)}`;
const FRAME_NS = 1e9 / 60;
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);

const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-hub-bench-'));
const server = createServer((request, response) => {
  const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
  const etag = `"${name}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const [, service] = (request.url ?? '').split('/');
  const body =
    service === 'npm'
      ? {
          name,
          'dist-tags': { latest: '1.0.0' },
          versions: { '1.0.0': {} },
          time: { '1.0.0': '2026-01-01T00:00:00Z' },
          readme: README,
        }
      : service === 'counts'
        ? { downloads: name.length }
        : { full_name: name, stargazers_count: 1, pushed_at: '2026-01-01T00:00:00Z', default_branch: 'main' };
  response.writeHead(200, { 'content-type': 'application/json', etag }).end(JSON.stringify(body));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;

// The first build compiles what the others run.
await buildTwice(60);
const small = await buildTwice(250);
const large = await buildTwice(1000);
const results = [
  result('build the hub, for each of 1000 mods', large.first / 1000, 'each of 250', small.first / 250, 1.5),
  result('build 1000 mods again, nothing changed', large.second, 'first build', large.first, 1),
];
server.closeAllConnections();
server.close();
if (CHROMIUM === undefined)
  process.stderr.write('There is no Chromium, so the search of the page is not measured.\n');
else results.push(await measureSearch());
rmSync(folder, { recursive: true, force: true });
finish(results);

async function buildTwice(count) {
  const file = join(folder, `${count}.json`);
  writeFileSync(file, print(makeEntries(count)));
  const env = {
    npm_config_registry: `${url}/npm/`,
    CMD_MODS_DOWNLOADS_URL: `${url}/counts`,
    GITHUB_API_URL: `${url}/github`,
  };
  const io = { cwd: folder, home: join(folder, `home-${count}`), env };
  const times = [];
  for (let round = 0; round < 2; round += 1) {
    const start = process.hrtime.bigint();
    await buildHub({ file, out: `site-${count}` }, io);
    times.push(Number(process.hrtime.bigint() - start));
  }
  return { first: times[0], second: times[1] };
}

/** The page of the small build, with the rows of ten thousand mods. */
async function measureSearch() {
  const { chromium } = await import('playwright-core');
  const rows = JSON.stringify(searchRows(makeEntries(10_000)));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage();
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/search.json') return route.fulfill({ body: rows, contentType: 'application/json' });
    return route.fulfill({ path: join(folder, 'site-250', pathname), contentType: typeOf(pathname) });
  });
  await page.goto('http://hub.test/index.html?q=a');
  await page.locator('#count').filter({ hasText: 'mods' }).waitFor();
  // From the key press to the new list laid out, for each letter of some words.
  const times = await page.evaluate(`(async () => {
    const input = document.getElementById('q');
    const times = [];
    for (const word of ['guard shell', 'roast', 'author 7', 'zzz', 'what it context']) {
      for (let length = 1; length <= word.length; length += 1) {
        input.value = word.slice(0, length);
        const start = performance.now();
        input.dispatchEvent(new Event('input', { bubbles: true }));
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        document.body.offsetHeight;
        times.push(performance.now() - start);
      }
    }
    return times.sort((a, b) => a - b);
  })()`);
  await browser.close();
  const median = times[times.length >> 1] * 1e6;
  return result('answer a key press among 10000 mods', median, 'a frame', FRAME_NS, 1);
}

function typeOf(path) {
  return path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
}

function result(name, subjectNs, against, againstNs, limit) {
  const ratio = subjectNs / againstNs;
  return { name, against, subjectNs, againstNs, ratio, limit, limitNs: null, ok: ratio <= limit };
}
