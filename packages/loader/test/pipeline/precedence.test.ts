import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPrecedence } from '../../src/pipeline/precedence.ts';
import { writeSelection } from '../../src/pipeline/selection.ts';
import type { ModEntry } from '../../src/pipeline/types.ts';
import { codesIn, dropsIn, namesIn, QUIET, scene } from '../support/scene.ts';

describe('the order in which mods load', () => {
  it('is `--mod` paths in the order given, project and user drop-ins, `mods.paths`, and package sources', async () => {
    const { load } = scene({
      home: {
        'mods/user-drop-in.ts': QUIET,
        '@/user-path.ts': QUIET,
        '@/user-source/index.ts': QUIET,
        'settings.json': { mods: { sources: ['./user-source'], paths: ['user-path.ts'] } },
      },
      project: {
        'mods/project-drop-in.ts': QUIET,
        '@/project-path.ts': QUIET,
        '@/project-source/index.ts': QUIET,
        '@/z.ts': QUIET,
        '@/a.ts': QUIET,
        'settings.json': { mods: { sources: ['./project-source'], paths: ['project-path.ts'] } },
      },
    });
    const { host } = await load({
      modPaths: ['z.ts', 'a.ts'],
      builtins: [{ name: 'titling', factory: () => undefined }],
      mods: [() => undefined, { name: 'named', factory: () => undefined }, () => undefined],
    });
    expect(host.mods().map(({ name }) => name)).toEqual([
      'titling',
      'inline-1',
      'named',
      'inline-2',
      'z',
      'a',
      'project-drop-in',
      'user-drop-in',
      'project-path',
      'user-path',
      'project-source',
      'user-source',
    ]);
  });
});

describe('a name is taken by the first that has it', () => {
  it('a project mod beats a user mod of the same name, and the loser is reported with both origins', async () => {
    const { find, home, project } = scene({
      home: { 'mods/guard.ts': QUIET },
      project: { 'mods/guard.ts': QUIET },
    });
    const found = await find();
    const [winner, loser] = [project, home].map((root) => join(root, '.commandcode/mods/guard.ts'));
    expect(found.mods.map(({ file }) => file)).toEqual([winner]);
    expect(found.dropped).toMatchObject([{ name: 'guard', path: loser, reason: 'name-taken', by: winner }]);
    expect(found.diagnostics[0]?.message).toBe(
      `The name guard is taken by ${winner}; ${loser} does not load.`,
    );
  });

  it('a `--mod` file beats a discovered mod of the same name', async () => {
    const { find, project } = scene({
      home: { 'mods/guard.ts': QUIET },
      project: { '@/new/guard.ts': QUIET },
    });
    const found = await find({ modPaths: ['new/guard.ts'] });
    expect(found.mods.map(({ file }) => file)).toEqual([join(project, 'new/guard.ts')]);
    expect(dropsIn(found)).toEqual(['guard: name-taken']);
  });

  it('built-in mods always win a name collision, with a warning, on or off', async () => {
    const { load } = scene({
      home: { 'mods/titling.ts': QUIET, 'settings.json': { mods: { disabled: ['titling'] } } },
      project: { '@/titling.ts': QUIET },
    });
    const builtins = [{ name: 'titling', factory: () => undefined }];
    const { found, host } = await load({ builtins, modPaths: ['titling.ts'] });
    expect(host.mods()).toEqual([]);
    expect(dropsIn(found)).toEqual(['titling: name-taken', 'titling: disabled']);
    expect(codesIn(found)).toEqual(['MOD_SHADOWED']);
  });

  it('two mods of one package with one name keep the first', async () => {
    const { find } = scene({
      home: {
        '@/pack/package.json': { commandcode: { mods: ['a/x.ts', 'b/x.ts'] } },
        '@/pack/a/x.ts': QUIET,
        '@/pack/b/x.ts': QUIET,
        'settings.json': { mods: { sources: ['./pack'] } },
      },
    });
    const found = await find();
    expect(found.mods.map(({ relativePath }) => relativePath)).toEqual(['a/x.ts']);
    expect(codesIn(found)).toEqual(['MOD_SHADOWED']);
  });

  const entry = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    realFile: fc.constantFrom('/1', '/2', '/3', '/4'),
    kind: fc.constantFrom('flag', 'drop-in'),
  });
  it('of any mods in any order, each name and each file loads at most once, and every other one has its reason', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const mods = entries.map(
          ({ name, realFile, kind }, index): ModEntry => ({
            name,
            realFile,
            file: `${realFile}#${index}`,
            relativePath: realFile,
            origin: kind === 'flag' ? { kind: 'flag' } : { kind: 'drop-in', scope: 'user' },
          }),
        );
        const { kept, dropped } = applyPrecedence(mods, {
          taken: new Map(),
          disabled: new Map([['c', ['/s']]]),
          only: undefined,
        });
        expect(new Set(kept.map(({ name }) => name)).size).toBe(kept.length);
        expect(new Set(kept.map(({ realFile }) => realFile)).size).toBe(kept.length);
        expect(kept.length + dropped.length).toBe(mods.length);
        expect(kept).toEqual(mods.filter((mod) => kept.includes(mod)));
        for (const { reason, by } of dropped) expect([reason, by]).not.toContain(undefined);
      }),
    );
  });
});

describe('disabled, enabled, disableAll, safe mode', () => {
  it.each([
    ['the user', { home: { 'settings.json': { mods: { disabled: ['guard'] } } } }],
    ['the project', { project: { 'settings.json': { mods: { disabled: ['guard'] } } } }],
    ['the project-local', { project: { 'settings.local.json': { mods: { disabled: ['guard'] } } } }],
  ])(
    'a name in `mods.disabled` of %s file keeps that mod off',
    async (_, layout: { home?: Record<string, unknown>; project?: Record<string, unknown> }) => {
      const { find } = scene({ ...layout, home: { 'mods/guard.ts': QUIET, ...layout.home } });
      const found = await find();
      expect(dropsIn(found)).toEqual(['guard: disabled']);
      expect(found.dropped[0]?.by).toMatch(/settings(\.local)?\.json$/);
    },
  );

  it('a disable in any file wins, even when another file enables it', async () => {
    const { load } = scene({
      home: { 'settings.json': { mods: { disabled: ['todos'] } } },
      project: { 'settings.json': { mods: { enabled: ['todos'] } } },
    });
    const { host } = await load({ builtins: [{ name: 'todos', factory: () => undefined, optIn: true }] });
    expect(host.mods()).toEqual([]);
  });

  it('a name in `mods.disabled` does not stop `--mod`; a notice says so', async () => {
    const { find } = scene({
      home: { 'settings.json': { mods: { disabled: ['guard'], disableAll: true } } },
      project: { '@/guard.ts': QUIET },
    });
    const found = await find({ modPaths: ['guard.ts'] });
    expect(namesIn(found)).toEqual(['guard']);
    expect(found.diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'MOD_DISABLED_BUT_GIVEN info',
    ]);
  });

  it.each([
    ['home', 'settings.json'],
    ['project', 'settings.json'],
    ['project', 'settings.local.json'],
  ] as const)(
    '`disableAll` in any settings file (%s, %s) turns off what is installed or dropped in; `--mod` and built-in mods load',
    async (where, file) => {
      const layout = {
        home: { 'mods/user.ts': QUIET },
        project: { 'mods/project.ts': QUIET, '@/given.ts': QUIET },
      };
      const { load } = scene({
        ...layout,
        [where]: { ...layout[where], [file]: { mods: { disableAll: true } } },
      });
      const { host, found } = await load({
        modPaths: ['given.ts'],
        builtins: [{ name: 'titling', factory: () => undefined }],
      });
      expect(host.mods().map(({ name }) => name)).toEqual(['titling', 'given']);
      expect(dropsIn(found)).toEqual(['project.ts: disable-all', 'user.ts: disable-all']);
    },
  );

  it('`disableAll: false` in a nearer file does not take a disable back', async () => {
    const { find } = scene({
      home: { 'mods/a.ts': QUIET, 'settings.json': { mods: { disableAll: true } } },
      project: { 'settings.local.json': { mods: { disableAll: false } } },
    });
    expect(namesIn(await find())).toEqual([]);
  });

  it('safe mode loads built-in mods only: no installed mods, no `--mod`, no mods that the program brings', async () => {
    const { load } = scene({
      home: { 'mods/user.ts': QUIET },
      project: { 'mods/project.ts': QUIET, '@/given.ts': QUIET },
    });
    const builtins = [{ name: 'titling', factory: () => undefined }];
    const { host, found } = await load({
      safeMode: true,
      modPaths: ['given.ts'],
      builtins,
      mods: [() => undefined],
    });
    expect(host.mods().map(({ name }) => name)).toEqual(['titling']);
    expect(dropsIn(found)).toEqual(['given.ts: safe-mode', 'project.ts: safe-mode', 'user.ts: safe-mode']);
  });

  it('an opt-in built-in mod is off until a settings file enables it, and others honour the disable key', async () => {
    const builtins = [
      { name: 'todos', factory: () => undefined, optIn: true },
      { name: 'titling', factory: () => undefined },
    ];
    const off = await scene({ home: { 'settings.json': { mods: { disabled: ['titling'] } } } }).load({
      builtins,
    });
    expect(off.host.mods()).toEqual([]);
    const on = await scene({ home: { 'settings.json': { mods: { enabled: ['todos'] } } } }).load({
      builtins,
    });
    expect(on.host.mods().map(({ name, id }) => [name, id])).toEqual([
      ['todos', 'builtin:todos'],
      ['titling', 'builtin:titling'],
    ]);
  });

  it('`CMD_MODS_ONLY=a,b` loads only these of the discovered mods; built-in ones and `--mod` stay', async () => {
    const { load } = scene({
      home: { 'mods/a.ts': QUIET, 'mods/b.ts': QUIET, 'mods/c.ts': QUIET },
      project: { '@/given.ts': QUIET },
    });
    const builtins = [{ name: 'titling', factory: () => undefined }];
    const { host, found } = await load({ env: { CMD_MODS_ONLY: 'a, b' }, builtins, modPaths: ['given.ts'] });
    expect(host.mods().map(({ name }) => name)).toEqual(['titling', 'given', 'a', 'b']);
    expect(dropsIn(found)).toEqual(['c: not-selected']);
  });

  it('a comma alone selects none; a blank `CMD_MODS_ONLY` makes no choice', async () => {
    const { find } = scene({ home: { 'mods/a.ts': QUIET, 'mods/b.ts': QUIET } });
    const named = async (only: string) =>
      (await find({ env: { CMD_MODS_ONLY: only } })).mods.map(({ name }) => name);
    expect(await named(',')).toEqual([]);
    expect(await named(' ')).toEqual(['a', 'b']);
  });

  it('names of any spelling are selected as `writeSelection` writes them', async () => {
    const odd = ['a,b', ' edges ', '100%', '%2C', 'ä "x" $(y)'];
    const { find } = scene({ home: Object.fromEntries(odd.map((name) => [`mods/${name}.ts`, QUIET])) });
    for (const name of odd) {
      const { mods } = await find({ env: { CMD_MODS_ONLY: writeSelection([name]) } });
      expect(mods.map((mod) => mod.name)).toEqual([name]);
    }
  });
});

describe('sources of project and user', () => {
  it("the same local folder as a source of project and user loads once, as the project's, and the user's entry stands in `dropped` as shadowed", async () => {
    const { find } = scene({
      home: { '@/pack/index.ts': QUIET, 'settings.json': { mods: { sources: ['./pack'] } } },
      project: { 'settings.json': { mods: { sources: ['~/pack'] } } },
    });
    const found = await find();
    expect(found.mods.map(({ origin }) => origin)).toMatchObject([{ kind: 'source', scope: 'project' }]);
    expect(found.dropped).toMatchObject([
      { reason: 'shadowed', by: '~/pack (project)', origin: { scope: 'user' } },
    ]);
    expect(found.sources.map(({ source, scope }) => `${source} ${scope}`)).toEqual(['~/pack project']);
  });

  it('an entry of another version or spelling is the same identity', async () => {
    const { find } = scene({
      home: { 'settings.json': { mods: { sources: ['https://github.com/Owner/Repo', 'npm:pack@1.0.0'] } } },
      project: { 'settings.json': { mods: { sources: ['owner/repo@v1', 'pack'] } } },
    });
    expect(dropsIn(await find()).filter((drop) => drop.endsWith('shadowed'))).toHaveLength(2);
  });

  it('different sources in project and user both load', async () => {
    const { find } = scene({
      home: { '@/one/index.ts': QUIET, 'settings.json': { mods: { sources: ['./one'] } } },
      project: { '@/two/index.ts': QUIET, 'settings.json': { mods: { sources: ['./two'] } } },
    });
    expect(namesIn(await find())).toEqual(['two', 'one']);
  });

  it("a project's entry that stays out of the run does not shadow the user's", async () => {
    const { find } = scene({
      home: { '@/pack/index.ts': QUIET, 'settings.json': { mods: { sources: ['./pack'] } } },
      project: { 'settings.json': { mods: { sources: ['~/pack'] } } },
    });
    expect(namesIn(await find({ headless: true }))).toEqual(['pack']);
  });

  it('string and object entries may stand side by side in `mods.sources`', async () => {
    const { find } = scene({
      home: {
        '@/one/index.ts': QUIET,
        '@/two/index.ts': QUIET,
        'settings.json': { mods: { sources: ['./one', { source: './two' }] } },
      },
    });
    expect(namesIn(await find())).toEqual(['one', 'two']);
  });
});

describe('fit before running', () => {
  const pack = (manifest: object) => ({
    '@/pack/package.json': { name: 'pack', ...manifest },
    '@/pack/index.ts': 'throw new Error("must not run");',
    'settings.json': { mods: { sources: ['./pack'] } },
  });

  it('a mod that does not fit is dropped before any of its code runs, with the reason and the versions', async () => {
    const { load } = scene({ home: pack({ engines: { commandcode: '>=2' } }) });
    const { found, mods } = await load({ apiVersion: '1.4.0' });
    expect(mods).toEqual([]);
    expect(found.dropped).toMatchObject([
      { name: 'pack', reason: 'does-not-fit', by: 'engines.commandcode >=2' },
    ]);
    expect(found.diagnostics[0]?.message).toBe(
      'pack asks for API >=2 (engines.commandcode); this host speaks 1.4.0.',
    );
  });

  it.each([
    ['engines.commandcode that fits', { engines: { commandcode: '^1.2.0' } }, true],
    [
      'engines.commandcode before the peer range',
      { engines: { commandcode: '^1' }, peerDependencies: { '@cmd-mods/mod-api': '^2' } },
      true,
    ],
    ['the peer range on the API package', { peerDependencies: { '@cmd-mods/mod-api': '^2' } }, false],
    ['any version', { peerDependencies: { '@cmd-mods/mod-api': '*' } }, true],
    ['a pre-release of the range', { engines: { commandcode: '>=1.4.0-beta' } }, true],
    [
      "an older range on the host program's package, whose versions count otherwise",
      { peerDependencies: { '@commandcode/harness': '^0.53.0' } },
      true,
    ],
    [
      "a newer range on the host program's package",
      { peerDependencies: { '@commandcode/harness': '>=99' } },
      false,
    ],
    ['no range at all', {}, true],
  ])('%s decides', async (_, manifest, fits) => {
    const { find } = scene({ home: pack(manifest) });
    expect(namesIn(await find({ apiVersion: '1.4.0' }))).toEqual(fits ? ['pack'] : []);
  });

  it('a range that is no range is a warning, and the mod loads', async () => {
    const { find } = scene({ home: pack({ engines: { commandcode: 'newest' } }) });
    const found = await find();
    expect([namesIn(found), codesIn(found)]).toEqual([['pack'], ['API_RANGE_INVALID']]);
  });

  it('a mod that does not fit does not take the name from one that does', async () => {
    const { find } = scene({
      home: { 'mods/pack.ts': QUIET },
      project: pack({ engines: { commandcode: '^9' } }),
    });
    const found = await find();
    expect(found.mods.map(({ origin }) => origin.kind)).toEqual(['drop-in']);
  });
});
