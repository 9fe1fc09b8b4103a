import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModHost } from '@cmd-mods/harness';
import { describe, expect, it } from 'vitest';
import { listMods } from '../../src/pipeline/list-mods.ts';
import { findLocations } from '../../src/pipeline/locations.ts';
import { folderOf, temporaryFolder } from '../support/fixture.ts';
import { codesIn, dropsIn, namesIn, QUIET, scene } from '../support/scene.ts';

describe('a mods folder', () => {
  it('a `.ts`, `.mts`, `.js` or `.mjs` file directly in a mods folder is a mod named after the file', async () => {
    const { find } = scene({
      home: { 'mods/a.ts': QUIET, 'mods/b.mts': QUIET, 'mods/c.js': QUIET, 'mods/d.mjs': QUIET },
    });
    expect(namesIn(await find())).toEqual(['a', 'b', 'c', 'd']);
  });

  it("a folder with `index.ts`, or failing that `index.js`, is one mod that takes the folder's name", async () => {
    const { find } = scene({ home: { 'mods/one/index.ts': QUIET, 'mods/two/index.js': QUIET } });
    expect(namesIn(await find())).toEqual(['one', 'two']);
  });

  it('loose files, index folders and manifest folders in one mods folder all load, by name in order', async () => {
    const { find } = scene({
      home: {
        'mods/zeta.ts': QUIET,
        'mods/alpha.ts': QUIET,
        'mods/pack/package.json': { name: 'pack', commandcode: { mods: ['src/*.ts'] } },
        'mods/pack/src/from-pack.ts': QUIET,
        'mods/folder/index.ts': QUIET,
      },
    });
    expect(namesIn(await find())).toEqual(['alpha', 'folder', 'from-pack', 'zeta']);
  });

  it('discovery goes one level deep and no further', async () => {
    const { find } = scene({ home: { 'mods/outer/inner/index.ts': QUIET, 'mods/outer/x.ts': QUIET } });
    const found = await find();
    expect(namesIn(found)).toEqual([]);
    expect(dropsIn(found)).toEqual(['outer: no-mods']);
    expect(codesIn(found)).toEqual([]);
  });

  it("helper files beside a folder's index are not mods", async () => {
    const { find } = scene({ home: { 'mods/one/index.ts': QUIET, 'mods/one/helper.ts': QUIET } });
    expect(namesIn(await find())).toEqual(['one']);
  });

  it('a folder with neither manifest, `mods/` nor index gives no mod and is listed as dropped with the reason', async () => {
    const { find } = scene({ home: { 'mods/lib/helper.ts': QUIET } });
    expect(dropsIn(await find())).toEqual(['lib: no-mods']);
  });

  it('dot-entries and node_modules are never scanned, declarations and tests are passed over', async () => {
    const { find } = scene({
      home: {
        'mods/.hidden.ts': QUIET,
        'mods/.registry/npm/pack/index.ts': QUIET,
        'mods/node_modules/dep/index.ts': QUIET,
        'mods/types.d.ts': '',
        'mods/guard.test.ts': '',
        'mods/guard.spec.mts': '',
        'mods/readme.md': '',
        'mods/guard.ts': QUIET,
      },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['guard']);
    expect(dropsIn(found)).toEqual([
      'guard.spec.mts: not-a-mod',
      'guard.test.ts: not-a-mod',
      'types.d.ts: not-a-mod',
    ]);
  });

  it('ignore files inside a mods folder or above it are not consulted', async () => {
    const { find } = scene({
      project: {
        '@/.gitignore': '.commandcode\n',
        'mods/.gitignore': '*\n',
        'mods/.ignore': '*\n',
        'mods/a.ts': QUIET,
      },
    });
    expect(namesIn(await find())).toEqual(['a']);
  });

  it('a link to a file or folder is followed', async () => {
    const { find, home } = scene({
      home: { '@/elsewhere/a.ts': QUIET, '@/elsewhere/pack/index.ts': QUIET, 'mods/.keep': '' },
    });
    symlinkSync(join(home, 'elsewhere/a.ts'), join(home, '.commandcode/mods/linked.ts'));
    symlinkSync(join(home, 'elsewhere/pack'), join(home, '.commandcode/mods/linked-folder'));
    expect(namesIn(await find())).toEqual(['linked-folder', 'linked']);
  });

  it('a link that leads nowhere, or in a circle, is dropped and stops nothing', async () => {
    const { find, home } = scene({ home: { 'mods/a.ts': QUIET } });
    symlinkSync('nowhere.ts', join(home, '.commandcode/mods/broken.ts'));
    symlinkSync('circle.ts', join(home, '.commandcode/mods/circle.ts'));
    const found = await find();
    expect(namesIn(found)).toEqual(['a']);
    expect(dropsIn(found)).toEqual(['broken.ts: not-a-mod', 'circle.ts: not-a-mod']);
  });

  it('a mod reached through two links, or from user and project alike, loads once and shows the origin that comes first', async () => {
    const { find, home, project } = scene({ home: { 'mods/real.ts': QUIET }, project: { 'mods/.keep': '' } });
    const real = join(home, '.commandcode/mods/real.ts');
    symlinkSync(real, join(project, '.commandcode/mods/first.ts'));
    symlinkSync(real, join(project, '.commandcode/mods/second.ts'));
    const found = await find();
    expect(found.mods.map(({ file }) => file)).toEqual([join(project, '.commandcode/mods/first.ts')]);
    expect(dropsIn(found)).toEqual(['second: duplicate', 'real: duplicate']);
    expect(found.dropped[0]?.by).toBe(join(project, '.commandcode/mods/first.ts'));
  });

  it('a mods folder that is a file is as none', async () => {
    const { find } = scene({ home: { mods: 'a file' } });
    expect(await find()).toMatchObject({ mods: [], diagnostics: [] });
  });
});

describe('mods.paths', () => {
  it('a file named in `mods.paths` is one mod', async () => {
    const { find } = scene({ home: { '@/x/a.ts': QUIET, 'settings.json': { mods: { paths: ['x/a.ts'] } } } });
    expect(namesIn(await find())).toEqual(['a']);
  });

  it('a folder named in `mods.paths` follows package rules, so only what its manifest offers loads', async () => {
    const { find } = scene({
      home: {
        '@/pack/package.json': { commandcode: { mods: ['a.ts'] } },
        '@/pack/a.ts': QUIET,
        '@/pack/b.ts': QUIET,
        '@/plain/index.ts': QUIET,
        'settings.json': { mods: { paths: ['./pack', './plain'] } },
      },
    });
    expect(namesIn(await find())).toEqual(['a', 'plain']);
  });

  it("relative paths start at the scope's root, `~/` is home, and an absolute path is used as written", async () => {
    const elsewhere = folderOf({ 'absolute.ts': QUIET });
    const { find } = scene({
      home: {
        '@/at-home.ts': QUIET,
        '@/tilde.ts': QUIET,
        'settings.json': { mods: { paths: ['at-home.ts'] } },
      },
      project: {
        '@/at-project.ts': QUIET,
        'settings.json': { mods: { paths: ['at-project.ts', '~/tilde.ts', join(elsewhere, 'absolute.ts')] } },
      },
    });
    expect(namesIn(await find())).toEqual(['at-project', 'tilde', 'absolute', 'at-home']);
  });

  it('an entry that leads nowhere is a warning that names it, and the others load', async () => {
    const { find } = scene({
      home: { '@/a.ts': QUIET, 'settings.json': { mods: { paths: ['gone.ts', 'a.ts'] } } },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['a']);
    expect(found.diagnostics.map(({ message }) => message.split(':')[0])).toEqual(['gone.ts in mods.paths']);
    expect(dropsIn(found)).toEqual(['gone.ts: missing']);
  });

  it('a folder without mods is a warning that says where it looked', async () => {
    const { find } = scene({
      home: { '@/empty/readme.md': '', 'settings.json': { mods: { paths: ['empty'] } } },
    });
    const { diagnostics } = await find();
    expect(diagnostics[0]?.message).toMatch(
      /empty in mods.paths: .* no commandcode.mods .* no mods\/ folder .* no index/,
    );
  });
});

describe('sources', () => {
  const installed = {
    'mods/.registry/npm/pack/package.json': { name: 'pack', version: '1.2.0' },
    'mods/.registry/npm/pack/index.ts': QUIET,
  };

  it('an installed source loads from its folder, and its mods are named as coming from it', async () => {
    const { load } = scene({ home: { ...installed, 'settings.json': { mods: { sources: ['npm:pack'] } } } });
    const { mods, found } = await load();
    expect(mods.map(({ entry, error }) => [entry.name, entry.origin, error])).toEqual([
      ['pack', { kind: 'source', scope: 'user', source: 'npm:pack', identity: 'npm:pack' }, undefined],
    ]);
    expect(found.sources).toEqual([
      { source: 'npm:pack', scope: 'user', state: 'installed', mods: ['pack'] },
    ]);
  });

  it('a configured but missing source is a warning that names `cmd mods update`; a start never installs', async () => {
    const { find } = scene({ home: { 'settings.json': { mods: { sources: ['npm:pack', 'owner/repo'] } } } });
    const found = await find();
    expect(found.sources.map(({ source, state }) => `${source} ${state}`)).toEqual([
      'npm:pack missing',
      'owner/repo missing',
    ]);
    expect(found.diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
      ['SOURCE_NOT_INSTALLED', 'Run cmd mods update npm:pack'],
      ['SOURCE_NOT_INSTALLED', 'Run cmd mods update owner/repo'],
    ]);
  });

  it('a source that holds no mods needs attention', async () => {
    const { find } = scene({
      home: { 'mods/.registry/npm/pack/readme.md': '', 'settings.json': { mods: { sources: ['pack'] } } },
    });
    const found = await find();
    expect(found.sources[0]?.state).toBe('empty');
    expect(codesIn(found)).toEqual(['SOURCE_EMPTY_PACKAGE']);
  });

  it('a local source is loaded in place, may be a single file, and is told apart from one that is missing', async () => {
    const { find } = scene({
      home: {
        '@/x/pack/index.ts': QUIET,
        '@/x/one.ts': QUIET,
        'settings.json': { mods: { sources: ['./x/pack', './x/one.ts', './gone'] } },
      },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['pack', 'one']);
    expect(found.diagnostics.map(({ hint }) => hint)).toEqual([
      'Bring the folder back, or run cmd mods remove ./gone',
    ]);
  });

  it('a source that cannot be understood is an error, and the others load', async () => {
    const { find } = scene({
      home: { ...installed, 'settings.json': { mods: { sources: ['ext::sh -c x', 'pack'] } } },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['pack']);
    expect(codesIn(found)).toEqual(['SOURCE_TRANSPORT']);
  });

  it('what is installed loads although another version is asked for, with a warning that names both and the command', async () => {
    const ask = (source: string) =>
      scene({ home: { ...installed, 'settings.json': { mods: { sources: [source] } } } });
    const exact = await ask('npm:pack@1.3.0').find();
    expect(namesIn(exact)).toEqual(['pack']);
    expect(exact.diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'pack 1.2.0 is installed, and the settings ask for npm:pack@1.3.0. What is installed loads.',
        'Run cmd mods update npm:pack@1.3.0',
      ],
    ]);
    expect(codesIn(await ask('npm:pack@^2').find())).toEqual(['INSTALLED_DIFFERS']);
    for (const fitting of ['npm:pack@1.2.0', 'npm:pack@^1', 'npm:pack@next', 'npm:pack']) {
      expect(codesIn(await ask(fitting).find())).toEqual([]);
    }
  });

  it('a git source whose ref was edited by hand says what is installed', async () => {
    const { find } = scene({
      home: {
        'mods/.registry/git/github.com/owner/repo/index.ts': QUIET,
        'settings.json': { mods: { sources: ['owner/repo@v2'] } },
        'mods.lock.json': {
          lockVersion: 1,
          sources: {
            'git:github.com/owner/repo': {
              source: 'owner/repo@v1',
              integrity: 'sha256-x',
              commit: 'c'.repeat(40),
              refKind: 'tag',
            },
          },
        },
      },
    });
    const found = await find();
    expect(namesIn(found)).toEqual(['repo']);
    expect(found.diagnostics[0]?.message).toMatch(
      /^owner\/repo@v1 is installed, and the settings ask for owner\/repo@v2/,
    );
  });

  it('`--verify` keeps a source out whose files differ from the lock, or that no lock records', async () => {
    const lock = {
      lockVersion: 1,
      sources: { 'npm:pack': { source: 'npm:pack', integrity: 'sha256-other', version: '1.2.0' } },
    };
    const settings = { mods: { sources: ['npm:pack'] } };
    const changed = scene({ home: { ...installed, 'settings.json': settings, 'mods.lock.json': lock } });
    expect(codesIn(await changed.find())).toEqual([]);
    const found = await changed.find({ verify: true });
    expect([namesIn(found), dropsIn(found), codesIn(found)]).toEqual([
      [],
      ['pack: changed'],
      ['TREE_CHANGED'],
    ]);
    const unlocked = scene({ home: { ...installed, 'settings.json': settings } });
    expect(codesIn(await unlocked.find({ verify: true }))).toEqual(['SOURCE_NOT_LOCKED']);
  });

  it('a lock that cannot be read is reported, and the source loads unless it has to be verified', async () => {
    const { find } = scene({
      home: { ...installed, 'settings.json': { mods: { sources: ['pack'] } }, 'mods.lock.json': '{' },
    });
    expect([namesIn(await find()), codesIn(await find())]).toEqual([['pack'], ['LOCK_UNREADABLE']]);
    expect(namesIn(await find({ verify: true }))).toEqual([]);
  });
});

describe('what is empty', () => {
  it('no settings, no folders: no mods, no warning', async () => {
    const folder = temporaryFolder();
    const home = join(folder, 'home');
    mkdirSync(home);
    const { find } = scene({});
    expect(await find({ cwd: folder, home })).toMatchObject({
      mods: [],
      sources: [],
      dropped: [],
      diagnostics: [],
    });
  });

  it('a new mod host, or one loaded from empty origins, holds no mod and no diagnostic', async () => {
    const { load } = scene({});
    const { host, diagnostics, conflicts } = await load();
    expect([host.mods(), host.diagnostics(), diagnostics, conflicts]).toEqual([[], [], [], []]);
  });

  it('an embedder that never calls `loadMods` reads nothing from disk and has only the mods it passed', async () => {
    const { project } = scene({ project: { 'mods/a.ts': QUIET } });
    const host = createModHost({ cwd: project });
    await host.register({ name: 'passed', factory: () => undefined });
    expect(host.mods().map(({ name }) => name)).toEqual(['passed']);
  });

  it('a start without mods does not ask for a host', async () => {
    const { load } = scene({});
    let asked = false;
    const none = await load({
      host: async () => {
        asked = true;
        throw new Error('not needed');
      },
    });
    expect([asked, none.mods]).toEqual([false, []]);
  });

  it.each([
    ['the list alone is wanted and there are none but built-in mods', {}, true, 0],
    ['the list alone is wanted and there is another mod', { 'mods/a.ts': QUIET }, true, 1],
    ['the host is wanted too', {}, false, 1],
  ])('when %s', async (_when, home, onlyToList, times) => {
    const { load, project } = scene({ home });
    let asked = 0;
    const builtins = [
      { name: 'on', factory: () => undefined },
      { name: 'off', factory: () => undefined, optIn: true },
    ];
    const loaded = await load({
      builtins,
      onlyToList,
      host: async () => {
        asked += 1;
        return createModHost({ cwd: project });
      },
    });
    expect(asked).toBe(times);
    expect(listMods(loaded, { builtin: true }).mods.slice(0, 2)).toMatchObject([
      { name: 'on', enabled: true, loaded: true },
      { name: 'off', enabled: false, loaded: false },
    ]);
  });
});

describe("the project's root", () => {
  it.each<[string, Readonly<Record<string, unknown>>, string, string | undefined]>([
    [
      'is the nearest ancestor that has `.commandcode`',
      { 'p/.commandcode/x': '', 'p/a/b/x': '' },
      'p/a/b',
      'p',
    ],
    ['is the nearest ancestor that has `.git`', { 'p/.git/x': '', 'p/a/x': '' }, 'p/a', 'p'],
    ['is nearest first', { 'p/.git/x': '', 'p/a/.commandcode/x': '', 'p/a/b/x': '' }, 'p/a/b', 'p/a'],
    ['may be marked by a file, as in a worktree', { 'p/.git': 'gitdir: x', 'p/a/x': '' }, 'p/a', 'p'],
    ['is the folder itself when nothing marks one', { 'p/a/x': '' }, 'p/a', 'p/a'],
    ['is never home or above it', { '.commandcode/x': '', '.git/x': '', 'p/x': '' }, 'p', 'p'],
    [
      'is none at home, where there is the user scope alone',
      { '.commandcode/x': '', '.git/x': '' },
      '.',
      undefined,
    ],
  ])('%s', (_, files, cwd, expected) => {
    const home = folderOf(files);
    const { projectRoot } = findLocations({ cwd: join(home, cwd), home });
    expect(projectRoot).toBe(expected === undefined ? undefined : join(home, expected));
  });

  it('outside home may be any ancestor', () => {
    const folder = folderOf({ 'p/.git/x': '', 'p/a/x': '' });
    expect(findLocations({ cwd: join(folder, 'p/a'), home: temporaryFolder() }).projectRoot).toBe(
      join(folder, 'p'),
    );
  });

  it('is none at home when home is reached by another name', () => {
    const home = temporaryFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(home, link);
    expect(findLocations({ cwd: link, home }).projectRoot).toBeUndefined();
  });

  it('HOME is the only place in which user files are looked for', () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'x'), '');
    expect(findLocations({ cwd: '/', env: { HOME: home, XDG_CONFIG_HOME: '/elsewhere' } }).home).toBe(home);
  });
});

describe('skills of packages', () => {
  const pack = (manifest: object) => ({
    '@/pack/package.json': { name: '@team/pack', commandcode: { mods: [], skills: ['skills'], ...manifest } },
    '@/pack/a.ts': QUIET,
    '@/pack/skills/one/SKILL.md': '',
  });

  it('reach the host, each place with the name of its package', async () => {
    const { load, home } = scene({
      home: { ...pack({}), 'settings.json': { mods: { sources: ['./pack'] } } },
    });
    expect((await load()).host.skillsPaths()).toEqual([{ path: join(home, 'pack/skills'), package: 'pack' }]);
  });

  it("join whatever a source's filter says: it chooses mods only", async () => {
    const sources = [{ source: './pack', mods: ['!**'] }];
    const { load } = scene({
      home: { ...pack({ mods: ['a.ts'] }), 'settings.json': { mods: { sources } } },
    });
    const { found, host } = await load();
    expect([namesIn(found), host.skillsPaths().length]).toEqual([[], 1]);
  });

  it('join with `--mod` and with mods.paths as with a source, and not in safe mode', async () => {
    const { find, project } = scene({
      home: { ...pack({}), 'settings.json': { mods: { paths: ['./pack'] } } },
      project: {
        '@/other/package.json': { name: 'other', commandcode: { skills: ['s'] } },
        '@/other/s/SKILL.md': '',
      },
    });
    const modPaths = [join(project, 'other')];
    expect((await find({ modPaths })).skills.map((skill) => skill.package)).toEqual(['other', 'pack']);
    expect((await find({ modPaths, safeMode: true })).skills).toEqual([]);
  });

  it('of a project stay out of a headless run, as its mods do', async () => {
    const { find } = scene({
      home: {},
      project: {
        '@/p/package.json': { name: 'p', commandcode: { skills: ['s'] } },
        '@/p/s/SKILL.md': '',
        'settings.json': { mods: { sources: ['./p'] } },
      },
    });
    expect((await find({ headless: true })).skills).toEqual([]);
    expect((await find({ headless: true, allowProject: true })).skills).toHaveLength(1);
  });
});
