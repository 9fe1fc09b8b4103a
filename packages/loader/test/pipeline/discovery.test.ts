import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
