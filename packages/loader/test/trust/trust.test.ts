import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { isTrusted, trustFileOf, trustProject, untrustProject } from '../../src/trust/trust-store.ts';
import { folderOf, temporaryFolder } from '../support/fixture.ts';
import { codesIn, dropsIn, namesIn, QUIET, scene } from '../support/scene.ts';

describe('a project that is not trusted', () => {
  it('its drop-in mods do not load and are listed as not trusted with the command that trusts them', async () => {
    const { find } = scene({
      project: { 'mods/guard.ts': QUIET, 'mods/pack/package.json': '{ broken' },
      trusted: false,
    });
    const found = await find();
    expect(namesIn(found)).toEqual([]);
    expect(dropsIn(found)).toEqual(['guard.ts: not-trusted', 'pack: not-trusted']);
    expect(found.diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
      ['PROJECT_NOT_TRUSTED', 'If you trust everyone who can write to this project, run cmd mods trust'],
    ]);
  });

  it('its sources and paths are not read', async () => {
    const { find } = scene({
      project: {
        '@/a.ts': QUIET,
        '@/pack/index.ts': QUIET,
        'settings.json': { mods: { sources: ['./pack', 'ext::broken'], paths: ['a.ts'] } },
        'settings.local.json': '{ not even json',
      },
      trusted: false,
    });
    const found = await find();
    expect(found).toMatchObject({ mods: [], sources: [], dropped: [] });
    expect(codesIn(found)).toEqual(['PROJECT_NOT_TRUSTED']);
  });

  it("its `disabled` and `disableAll` cannot switch off a user's mod", async () => {
    const { find } = scene({
      home: { 'mods/guard.ts': QUIET },
      project: { 'settings.json': { mods: { disabled: ['guard'], disableAll: true } } },
      trusted: false,
    });
    expect(namesIn(await find())).toEqual(['guard']);
  });

  it('user-scope mods and `--mod` load whether or not the project is trusted', async () => {
    for (const trusted of [true, false]) {
      const { find } = scene({ home: { 'mods/user.ts': QUIET }, project: { '@/given.ts': QUIET }, trusted });
      expect(namesIn(await find({ modPaths: ['given.ts'] }))).toEqual(['given', 'user']);
    }
  });

  it('a project with no mods or settings of its own draws no trust notice', async () => {
    const { find } = scene({
      home: { 'mods/user.ts': QUIET },
      project: { '@/readme.md': '' },
      trusted: false,
    });
    expect(codesIn(await find())).toEqual([]);
  });

  it("no setting trusts projects wholesale, in the user's file or the project's", async () => {
    const settings = {
      mods: { trust: true, trustAll: true },
      trust: 'always',
      defaultProjectTrust: 'always',
    };
    const { find } = scene({
      home: { 'settings.json': settings },
      project: { 'mods/a.ts': QUIET, 'settings.json': settings },
      trusted: false,
    });
    expect(namesIn(await find())).toEqual([]);
  });

  it('a project cannot bring its own trust', async () => {
    const { find, project } = scene({ project: { 'mods/a.ts': QUIET }, trusted: false });
    writeFileSync(trustFileOf(project), JSON.stringify({ projects: [project] }));
    expect(namesIn(await find())).toEqual([]);
  });
});

describe('a run without a screen', () => {
  const layout = {
    home: { 'mods/user.ts': QUIET },
    project: {
      'mods/drop-in.ts': QUIET,
      '@/path.ts': QUIET,
      '@/pack/index.ts': QUIET,
      'settings.json': { mods: { sources: ['./pack'], paths: ['path.ts'] } },
    },
  };

  it("leaves a trusted project's mods out too", async () => {
    const found = await scene(layout).find({ headless: true });
    expect(namesIn(found)).toEqual(['user']);
    expect(dropsIn(found)).toEqual(['drop-in.ts: headless', 'path.ts: headless', 'pack: headless']);
    expect(found.diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'PROJECT_LEFT_OUT info',
    ]);
  });

  it('counts them', async () => {
    const one = { project: { 'mods/one.ts': QUIET } };
    for (const [given, words] of [
      [one, 'A mod of the project stays out'],
      [layout, '3 mods or sources of the project stay out'],
    ] as const)
      expect((await scene(given).find({ headless: true })).diagnostics[0]?.message).toContain(words);
  });

  it('an untrusted project is told of the option that lets it in, not of trust, which would not', async () => {
    const { diagnostics } = await scene({ ...layout, trusted: false }).find({ headless: true });
    expect(diagnostics.map(({ code, severity, hint }) => [code, severity, hint])).toEqual([
      ['PROJECT_LEFT_OUT', 'info', expect.stringContaining('--dangerously-skip-permissions')],
    ]);
  });

  it('lets them in with `--dangerously-skip-permissions`, trusted or not', async () => {
    for (const trusted of [true, false]) {
      const found = await scene({ ...layout, trusted }).find({ headless: true, allowProject: true });
      expect([namesIn(found), codesIn(found)]).toEqual([['drop-in', 'user', 'path', 'pack'], []]);
    }
  });

  it("keeps off what a trusted project's settings disable", async () => {
    const project = { 'settings.json': { mods: { disabled: ['user'] } } };
    expect(namesIn(await scene({ home: layout.home, project }).find({ headless: true }))).toEqual([]);
  });
});

describe('trusting a project', () => {
  it("the first load after `cmd mods trust` reads the project's settings afresh, and later ones do not ask again", async () => {
    const { find, home, project } = scene({
      project: { 'mods/a.ts': QUIET, '@/b.ts': QUIET, 'settings.json': { mods: { paths: ['b.ts'] } } },
      trusted: false,
    });
    expect(namesIn(await find())).toEqual([]);
    expect(await trustProject(project, home)).toEqual({ project, file: trustFileOf(home), changed: true });
    expect(namesIn(await find())).toEqual(['a', 'b']);
    expect(namesIn(await find())).toEqual(['a', 'b']);
    expect(await untrustProject(project, home)).toMatchObject({ changed: true });
    expect(namesIn(await find())).toEqual([]);
  });

  it('twice changes nothing, and neither does distrusting what was not trusted', async () => {
    const home = temporaryFolder();
    expect(await untrustProject('/somewhere', home)).toMatchObject({ changed: false });
    expect(existsSync(trustFileOf(home))).toBe(false);
    await trustProject('/somewhere', home);
    const before = readFileSync(trustFileOf(home), 'utf8');
    expect(await trustProject('/somewhere', home)).toMatchObject({ changed: false });
    expect(readFileSync(trustFileOf(home), 'utf8')).toBe(before);
  });

  it('is kept per real path, and not inherited from parent folders', async () => {
    const home = temporaryFolder();
    const parent = folderOf({ 'child/.git/x': '' });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(parent, link);
    await trustProject(link, home);
    expect(await isTrusted(parent, home)).toBe(true);
    expect(await isTrusted(join(parent, 'child'), home)).toBe(false);
  });

  it.each([
    ['does not parse', '{ "projects": ["/x", }'],
    ['has no list of projects', '{ "projects": "/x" }'],
  ])('a list that %s trusts nothing, is reported, and is never rewritten', async (_, text) => {
    const { find, home, project } = scene({ project: { 'mods/a.ts': QUIET }, trusted: false });
    writeFileSync(trustFileOf(home), text);
    const found = await find();
    expect(namesIn(found)).toEqual([]);
    expect(codesIn(found)).toEqual(['TRUST_FILE_BROKEN', 'PROJECT_NOT_TRUSTED']);
    await expect(trustProject(project, home)).rejects.toSatisfy((error) => ModError.isInstance(error));
    expect(readFileSync(trustFileOf(home), 'utf8')).toBe(text);
  });

  it('fails with the name of the file when it cannot be written', async () => {
    const home = folderOf({ '.commandcode': 'a file where the folder should be' });
    await expect(trustProject('/x', home)).rejects.toMatchObject({
      diagnostic: { code: 'SETTINGS_NOT_WRITABLE', where: { file: trustFileOf(home) } },
    });
  });
});
