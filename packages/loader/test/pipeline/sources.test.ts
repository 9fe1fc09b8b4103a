import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createModHost } from '@cmd-mods/harness';
import { describe, expect, it } from 'vitest';
import { listMods } from '../../src/pipeline/list-mods.ts';
import { temporaryFolder } from '../support/fixture.ts';
import { codesIn, dropsIn, namesIn, QUIET, scene } from '../support/scene.ts';

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
