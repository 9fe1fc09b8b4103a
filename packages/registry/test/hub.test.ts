import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderReadme } from '../src/hub/readme.ts';
import {
  auditRegistry,
  type BuildRequest,
  buildExitCode,
  buildHub,
  HUB_SCHEMA,
  type HubFile,
} from '../src/index.ts';
import { compile } from '../src/schema/validators.ts';
import { startWorld, type World } from './support/servers.ts';
import { ioIn, soundEntry, TODAY, temporaryFolder } from './support/workbench.ts';

let world: World;
let cwd: string;
beforeEach(async () => {
  world = await startWorld();
  cwd = temporaryFolder();
});
afterEach(() => world.stop());

const git = (name: string, more: object = {}) =>
  soundEntry(name, { source: `ada/${name}`, npm: undefined, ...more });

async function build(
  mods: readonly (object | null)[],
  request: Partial<BuildRequest> = {},
  hidden: readonly string[] = [],
  now = TODAY,
) {
  writeFileSync(join(cwd, 'registry.json'), `${JSON.stringify({ mods, hidden }, null, 2)}\n`);
  const io = { ...ioIn(cwd, world.env), now: () => now };
  return buildHub({ file: 'registry.json', out: 'site', ...request }, io);
}
const read = (path: string) => readFileSync(join(cwd, 'site', path), 'utf8');
const hub = (): HubFile => JSON.parse(read('mods.json'));
const allFiles = () =>
  readdirSync(join(cwd, 'site'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(cwd, 'site', file)).isFile(),
  );

describe('mods.json', () => {
  it('has every entry with its live values, and fits its schema', async () => {
    world.packages.set('a-guard', { version: '2.1.0', downloads: 1234 });
    world.repositories.set('ada/a-guard', { stargazers_count: 7 });
    world.repositories.set('ada/b-roast', {
      stargazers_count: 3,
      default_branch: 'main',
      pushed_at: '2026-09-01T00:00:00Z',
    });
    await build([
      soundEntry('a-guard', { repo: 'ada/a-guard' }),
      git('b-roast'),
      git('c-note', { source: 'ada/b-roast@v1', name: 'c-note' }),
    ]);
    const { mods, schemaVersion, generatedAt } = hub();
    expect({ schemaVersion, generatedAt }).toEqual({ schemaVersion: 1, generatedAt: TODAY.toISOString() });
    expect(mods.map(({ name, live }) => ({ name, ...live }))).toEqual([
      {
        name: 'a-guard',
        version: '2.1.0',
        publishedAt: '2026-10-01T12:00:00.000Z',
        downloads: 1234,
        stars: 7,
        fetchedAt: TODAY.toISOString(),
      },
      {
        name: 'b-roast',
        version: 'main',
        publishedAt: '2026-09-01T00:00:00.000Z',
        stars: 3,
        fetchedAt: TODAY.toISOString(),
      },
    ]);
    expect((await compile(HUB_SCHEMA))(hub())).toEqual([]);
  });

  it('reports a bad entry, leaves it out, and builds the rest; --strict fails then', async () => {
    const report = await build([git('a-guard'), { name: 'B' }, null, git('c-note')]);
    expect(hub().mods.map(({ name }) => name)).toEqual(['a-guard', 'c-note']);
    expect(report.findings.map(({ rule, path }) => `${rule} ${path}`)).toContain('name-charset /mods/1/name');
    expect([buildExitCode(report), buildExitCode(report, true)]).toEqual([0, 1]);
  });

  it('keeps the last good values when servers are away, and says so', async () => {
    world.packages.set('a-guard', { downloads: 10 });
    await build([soundEntry('a-guard'), git('b-roast')]);
    world.intercept = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    const later = new Date('2026-12-24T00:00:00Z');
    const report = await build([soundEntry('a-guard'), git('b-roast')], {}, [], later);
    const [mod, other] = hub().mods;
    expect(mod?.live).toEqual({
      version: '1.0.0',
      publishedAt: '2026-10-01T12:00:00.000Z',
      downloads: 10,
      fetchedAt: TODAY.toISOString(),
      stale: true,
    });
    expect(other).toMatchObject({ name: 'b-roast' });
    expect(other).not.toHaveProperty('live');
    expect(report.diagnostics.map(({ code, mod: name }) => `${code} ${name}`)).toEqual([
      'REGISTRY_STALE a-guard',
      'REGISTRY_STALE b-roast',
    ]);
    expect(read('mods/a-guard/index.html')).toContain(
      'These figures could not be renewed; they are of 2026-11-30.',
    );
  });

  it('gives values of another source no home under the same name', async () => {
    world.packages.set('a-guard', { downloads: 10 });
    await build([soundEntry('a-guard')]);
    await build([git('a-guard')]);
    expect(hub().mods[0]).not.toHaveProperty('live');
  });

  it.each([
    [100, 5, 'built'],
    [100, 6, 'refused'],
    [10, 1, 'refused'],
    [10, 0, 'built'],
  ])('of %i mods, losing %i is %s', async (total, lost, state) => {
    const mods = Array.from({ length: total }, (_, at) => ({ name: `mod-${at}x` }));
    mkdirSync(join(cwd, 'site'));
    const before = JSON.stringify({ schemaVersion: 1, mods });
    writeFileSync(join(cwd, 'site/mods.json'), before);
    const words = 'ash birch cedar elm fir hazel larch maple oak pine'.split(' ');
    const kept = mods.slice(lost).map(({ name }, at) => git(name, { source: `${words[at % 10]}/r${at}` }));
    const report = await build(kept, { concurrency: 50 });
    expect(report.state).toBe(state);
    expect(buildExitCode(report)).toBe(state === 'built' ? 0 : 1);
    if (state === 'refused') {
      expect(read('mods.json')).toBe(before);
      expect(allFiles()).toEqual(['mods.json']);
      expect((await build(kept, { allowLoss: true, concurrency: 50 })).state).toBe('built');
    }
  });

  it.each([
    ['no JSON', 'oops'],
    ['no list', '{}'],
  ])('is not guessed at when the last one is %s', async (_, text) => {
    mkdirSync(join(cwd, 'site'));
    writeFileSync(join(cwd, 'site/mods.json'), text);
    await expect(build([git('a-guard')])).rejects.toMatchObject({
      diagnostic: { code: 'REGISTRY_OUTPUT_BROKEN' },
    });
  });

  it('takes what a mod reaches from the audit, and keeps it when the next build has none', async () => {
    world.packages.set('a-guard', {
      files: {
        'index.ts': "export default (cmd) => cmd.hooks({ onStop: () => fetch('https://example.com') });\n",
      },
    });
    const mods = [soundEntry('a-guard'), git('b-roast')];
    writeFileSync(join(cwd, 'registry.json'), JSON.stringify({ mods }));
    await auditRegistry({ file: 'registry.json', out: 'audit.json', jobs: 1 }, { ...ioIn(cwd, world.env) });
    await build(mods, { audit: 'audit.json' });
    await build(mods);
    const [mod] = hub().mods;
    expect(mod?.reach).toMatchObject({
      version: '1.0.0',
      scannedAt: '2026-11-30',
      hooks: ['onStop'],
      lexical: true,
    });
    expect(mod?.reach?.states).toMatchObject({ network: 'yes', process: 'no' });
    expect(mod?.reach?.hosts).toEqual(['example.com']);
    const page = read('mods/a-guard/index.html');
    expect(page).toMatch(/Scanned <time datetime="2026-11-30">2026-11-30<\/time>, version 1\.0\.0/);
    expect(page).toContain('This is a lexical scan');
    expect(page).toMatch(/<li class="yes"><span class="state">yes<\/span> Uses the network/);
    expect((await compile(HUB_SCHEMA))(hub())).toEqual([]);
  });
});

describe('the site', () => {
  it('has a list, a page for each mod, feeds, a sitemap and headers that open mods.json to everybody', async () => {
    await build([git('a-guard', { addedAt: '2026-01-02' }), git('b-roast')], {
      siteUrl: 'https://example.com/hub',
    });
    expect(allFiles().toSorted()).toEqual([
      '.build.json',
      '_headers',
      'assets/site.css',
      'assets/site.js',
      'feed.xml',
      'index.html',
      'mods.json',
      'mods/a-guard/index.html',
      'mods/b-roast/index.html',
      'search.json',
      'sitemap.xml',
    ]);
    expect(read('_headers')).toMatch(/^\/mods\.json\n {2}Access-Control-Allow-Origin: \*\n/);
    expect(read('feed.xml')).toContain('<link>https://example.com/hub/mods/a-guard/</link>');
    expect(read('feed.xml')).toContain('<pubDate>Fri, 02 Jan 2026 00:00:00 GMT</pubDate>');
    expect(read('sitemap.xml')).toContain('<loc>https://example.com/hub/mods/b-roast/</loc>');
    expect(read('mods/a-guard/index.html')).toContain('<code>cmd mods add ada/a-guard</code>');
  });

  it('without --site-url has no feed and no sitemap, and no link to them', async () => {
    await build([git('a-guard')]);
    expect(allFiles().filter((file) => file.endsWith('.xml'))).toEqual([]);
    expect(read('index.html')).not.toContain('feed.xml');
  });

  it('shows hidden names nowhere, even if an earlier build showed them', async () => {
    world.packages.set('@spam/secret-ware', {});
    const entry = soundEntry('zz-ware', { source: 'npm:@spam/secret-ware', npm: '@spam/secret-ware' });
    const mods = [git('a-guard'), soundEntry('zz-imposter'), entry];
    await build(mods, { siteUrl: 'https://example.com' });
    expect(allFiles()).toContain('mods/zz-imposter/index.html');
    const report = await build(mods, { siteUrl: 'https://example.com', allowLoss: true }, [
      'ZZ-Imposter',
      '@spam/secret-ware',
    ]);
    expect(report.pages.removed).toBe(2);
    for (const file of allFiles()) {
      expect(file).not.toMatch(/zz-/);
      expect([file, /zz-|secret-ware/i.test(read(file))]).toEqual([file, false]);
    }
    expect(existsSync(join(cwd, 'site/mods/zz-ware'))).toBe(false);
  });

  it('escapes what comes from entries', async () => {
    await build([
      git('a-guard', {
        author: { name: '<script>alert(1)</script>', url: "https://x.example/?a='b'&c" },
        description: 'A < B & "C".',
      }),
    ]);
    for (const page of ['index.html', 'mods/a-guard/index.html']) {
      expect(read(page)).not.toContain('<script>alert');
      expect(read(page)).not.toContain("?a='b'&c");
      expect(read(page)).toContain('A &lt; B &amp; &quot;C&quot;.');
    }
  });

  it('goes on on further pages, where links lead to the same mods', async () => {
    const words = 'ash birch cedar elm fir hazel larch maple oak pine'.split(' ');
    const mods = words.flatMap((one) => words.map((other) => git(`${one}-with-${other}`))).slice(0, 61);
    await build(mods, { concurrency: 50 });
    expect(read('index.html')).toContain('href="page/2/index.html"');
    const last = read('page/2/index.html');
    const [, target = ''] = /href="(\.\.\/\.\.\/mods\/[^"]+)"/.exec(last) ?? [];
    expect(existsSync(join(cwd, 'site/page/2', target))).toBe(true);
    expect(read('index.html').match(/<li class="card">/g)).toHaveLength(61);
  });
});

describe('a further build', () => {
  it('writes the pages of changed mods again, and no others', async () => {
    world.packages.set('a-guard', { downloads: 1 }).set('b-roast', { downloads: 2 });
    const mods = [soundEntry('a-guard'), soundEntry('b-roast')];
    await build(mods);
    const before = statSync(join(cwd, 'site/mods/a-guard/index.html')).mtimeMs;
    world.packages.set('b-roast', { downloads: 3 });
    const report = await build(mods, {}, [], new Date('2026-12-24T00:00:00Z'));
    expect(statSync(join(cwd, 'site/mods/a-guard/index.html')).mtimeMs).toBe(before);
    // mods.json, search.json, the list, the page of b-roast.
    expect(report.pages).toEqual({ written: 4, kept: 4, removed: 0 });
    expect(read('mods/b-roast/index.html')).toContain('<dd>3</dd>');
  });

  it('makes a page again that somebody deleted', async () => {
    await build([git('a-guard')]);
    const { rmSync } = await import('node:fs');
    rmSync(join(cwd, 'site/mods'), { recursive: true });
    await build([git('a-guard')]);
    expect(existsSync(join(cwd, 'site/mods/a-guard/index.html'))).toBe(true);
  });
});

describe('a README', () => {
  const shown = async (markdown: string, slug?: string) =>
    (await renderReadme(markdown, slug === undefined ? {} : { slug })).text.trim();

  it.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    ['[x](javascript:alert(1))', '<p><a rel="nofollow noopener">x</a></p>'],
    ['[x](JaVaScRiPt:alert(1))', '<p><a rel="nofollow noopener">x</a></p>'],
    ['<a href="//evil.example">x</a>', '<p><a rel="nofollow noopener">x</a></p>'],
    ['<p style="position:fixed" id="main" class="top">x</p>', '<p>x</p>'],
    ['<iframe src="https://evil.example"></iframe><form><input></form>x', 'x'],
    ['<svg><a href="javascript:1"></a></svg>', '<p><a rel="nofollow noopener"></a></p>'],
    ['# Title', '<h3>Title</h3>'],
  ])('%s becomes %s', async (markdown, expected) => {
    expect(await shown(markdown)).toBe(expected);
  });

  it('lets relative links and pictures lead to the repository, or nowhere', async () => {
    expect(await shown('[a](docs/a.md) ![b](/b.png)', 'ada/guard')).toContain(
      'href="https://github.com/ada/guard/blob/HEAD/docs/a.md"',
    );
    expect(await shown('![b](/b.png)', 'ada/guard')).toContain(
      'src="https://raw.githubusercontent.com/ada/guard/HEAD/b.png"',
    );
    expect(await shown('[a](../../../evil)', 'ada/guard')).not.toContain('href');
    expect(await shown('[a](docs/a.md)')).not.toContain('href');
  });

  it('is shown on the page of the mod', async () => {
    world.packages.set('a-guard', { packument: { readme: '# Guard\n\n**Bold** <script>alert(1)</script>' } });
    world.repositories.set('ada/b-roast', { pushed_at: '2026-09-01T00:00:00Z' });
    world.readmes.set('ada/b-roast', 'See `roast`.');
    await build([soundEntry('a-guard'), git('b-roast')]);
    expect(read('mods/a-guard/index.html')).toContain('<strong>Bold</strong>');
    expect(read('mods/a-guard/index.html')).not.toContain('alert(1)');
    expect(read('mods/b-roast/index.html')).toContain('<code>roast</code>');
  });
});
