import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinsOnceTrusted } from '../../src/pipeline/builtin-mods.ts';
import { hasFaults, listMods } from '../../src/pipeline/list-mods.ts';
import { codesIn, QUIET, scene } from '../support/scene.ts';

const COMMAND = (name: string) =>
  `export default (cmd) => { cmd.addCommand({ name: '${name}', description: 'x', handler: () => undefined }); };\n`;

/** One mod of each way to fail, between two good ones. */
const BROKEN = {
  'mods/a-good.ts': COMMAND('good'),
  'mods/missing-import.ts': "import 'not-installed';\nexport default () => {};\n",
  'mods/no-default.ts': 'export function register() {}\n',
  'mods/syntax.ts': 'export default function (cmd) {\n  cmd.on(;\n}\n',
  'mods/throws-at-top.ts': "throw new Error('top');\n",
  'mods/throws-in-factory.ts':
    "export default (cmd) => {\n  cmd.addCommand({ name: 'half', description: 'x', handler: () => undefined });\n  throw new Error('factory');\n};\n",
  'mods/rejects.ts':
    "export default async () => {\n  await Promise.resolve();\n  throw new Error('later');\n};\n",
  'mods/z-good.ts': COMMAND('last'),
};

describe('a mod that fails to load', () => {
  it('becomes a diagnostic with file and line, and the other mods load', async () => {
    const { load } = scene({ home: BROKEN });
    const { mods, host, diagnostics } = await load();
    expect(host.mods().map(({ name }) => name)).toEqual(['a-good', 'z-good']);
    expect(
      mods.map(({ entry, error }) =>
        `${entry.name} ${error?.code ?? 'loaded'} ${error?.where?.line ?? ''}`.trim(),
      ),
    ).toEqual([
      'a-good loaded',
      'missing-import MOD_IMPORT_MISSING 1',
      'no-default MOD_NO_DEFAULT_EXPORT',
      'rejects MOD_FACTORY_THREW 3',
      'syntax MOD_SYNTAX_ERROR 2',
      'throws-at-top MOD_THREW_ON_IMPORT 1',
      'throws-in-factory MOD_FACTORY_THREW 3',
      'z-good loaded',
    ]);
    expect(diagnostics.every(({ mod }) => mod !== undefined)).toBe(true);
    expect(diagnostics).toHaveLength(6);
  });

  it('leaves nothing registered when its factory throws, and is named in the diagnostic', async () => {
    const { load } = scene({ home: BROKEN });
    const { host, diagnostics } = await load();
    expect(host.commands().map(({ name }) => name)).toEqual(['good', 'last']);
    expect(diagnostics.find(({ mod }) => mod === 'throws-in-factory')?.message).toContain('factory');
  });

  it('the next mod loads only once the factory before it is done', async () => {
    const slow =
      'export default async (cmd) => {\n  await new Promise((resolve) => setTimeout(resolve, 20));\n  globalThis.__order = [...(globalThis.__order ?? []), cmd.name];\n};\n';
    const { load } = scene({ home: { 'mods/a.ts': slow, 'mods/b.ts': slow.replace('20', '0') } });
    await load();
    expect((globalThis as { __order?: unknown }).__order).toEqual(['a', 'b']);
  });

  it('whatever a factory returns besides a promise is not looked at', async () => {
    const { load } = scene({
      home: {
        'mods/a.ts': 'export default () => null;\n',
        'mods/b.ts': 'export default () => false;\nexport const extra = 1;\n',
      },
    });
    const { diagnostics, host } = await load();
    expect([diagnostics, host.mods().length]).toEqual([[], 2]);
  });
});

describe('cmd mods list', () => {
  it('shows a mod that failed as not loaded with its error; `list --strict` exits 1', async () => {
    const { load } = scene({ home: BROKEN });
    const list = listMods(await load());
    expect(
      list.mods.map(({ name, enabled, loaded, error }) =>
        `${name} ${enabled} ${loaded} ${error?.code ?? ''}`.trim(),
      ),
    ).toContain('syntax true false MOD_SYNTAX_ERROR');
    expect(hasFaults(list)).toBe(true);
    expect(hasFaults(listMods(await scene({ home: { 'mods/a.ts': QUIET } }).load()))).toBe(false);
  });

  it('has one line a mod: name, scope, origin; project mods first, then user, then package-provided', async () => {
    const { load, home, project } = scene({
      home: {
        'mods/user.ts': QUIET,
        '@/pack/index.ts': QUIET,
        'settings.json': { mods: { sources: ['./pack'], disabled: ['off'] } },
        'mods/off.ts': QUIET,
      },
      project: { 'mods/project.ts': QUIET, '@/given.ts': QUIET },
    });
    const list = listMods(await load({ modPaths: ['given.ts'] }));
    const mods = (root: string, name: string) => join(root, '.commandcode/mods', `${name}.ts`);
    expect(list.mods).toEqual([
      {
        name: 'given',
        scope: 'flag',
        origin: join(project, 'given.ts'),
        path: join(project, 'given.ts'),
        enabled: true,
        loaded: true,
      },
      {
        name: 'project',
        scope: 'project',
        origin: mods(project, 'project'),
        path: mods(project, 'project'),
        enabled: true,
        loaded: true,
      },
      {
        name: 'user',
        scope: 'user',
        origin: mods(home, 'user'),
        path: mods(home, 'user'),
        enabled: true,
        loaded: true,
      },
      {
        name: 'off',
        scope: 'user',
        origin: mods(home, 'off'),
        path: mods(home, 'off'),
        enabled: false,
        loaded: false,
      },
      {
        name: 'pack',
        scope: 'package',
        origin: 'from ./pack',
        path: join(home, 'pack/index.ts'),
        source: './pack',
        enabled: true,
        loaded: true,
      },
    ]);
    expect(list.sources).toEqual([{ source: './pack', scope: 'user', state: 'installed', mods: ['pack'] }]);
  });

  it('names built-in mods only when asked, and marks those that are disabled by default', async () => {
    const builtins = [
      { name: 'titling', factory: () => undefined },
      { name: 'todos', factory: () => undefined, optIn: true },
    ];
    const loaded = await scene({}).load({ builtins });
    expect(listMods(loaded).mods).toEqual([]);
    expect(
      listMods(loaded, { builtin: true }).mods.map(({ name, scope, enabled, optIn }) => [
        name,
        scope,
        enabled,
        optIn,
      ]),
    ).toEqual([
      ['titling', 'builtin', true, undefined],
      ['todos', 'builtin', false, true],
    ]);
  });

  it('marks a built-in whose state changes once the project is trusted', async () => {
    const { load, locations } = scene({
      project: { 'settings.json': { mods: { disabled: ['titling'] } } },
      trusted: false,
    });
    const builtins = [{ name: 'titling', factory: () => undefined }];
    const loaded = await load({ builtins });
    const onceTrusted = await builtinsOnceTrusted(builtins, locations);
    expect(listMods(loaded, { builtin: true, onceTrusted }).mods).toMatchObject([
      { name: 'titling', enabled: true, enabledOnceTrusted: false },
    ]);
  });

  it('has everything that was dropped, why and by what', async () => {
    const { load } = scene({
      home: { 'mods/a.ts': QUIET, 'mods/types.d.ts': '' },
      project: { 'mods/a.ts': QUIET },
    });
    const { dropped } = listMods(await load());
    expect(dropped.map(({ name, reason }) => `${name ?? ''} ${reason}`)).toEqual([
      ' not-a-mod',
      'a name-taken',
    ]);
  });

  it('is plain data that JSON carries whole, but for causes', async () => {
    const list = listMods(await scene({ home: { 'mods/a.ts': QUIET } }).load());
    expect(JSON.parse(JSON.stringify(list))).toEqual(list);
  });
});

describe('conflicts', () => {
  it('one report names every clash between loaded mods, who won and by which rule; the losers stay loaded', async () => {
    const mod = (extra: string) => `export default (cmd) => {
      cmd.addCommand({ name: 'same', description: 'x', handler: () => undefined });
      cmd.addFlag('same', { type: 'string', default: '' });
      cmd.addRenderer('same', () => []);
      cmd.expose('own', () => 1);
      ${extra}
    };`;
    const { load, home, project } = scene({
      home: { 'mods/one.ts': mod(''), 'mods/two.ts': mod(''), 'mods/dup.ts': QUIET },
      project: { 'mods/dup.ts': QUIET },
    });
    const { conflicts, host } = await load();
    expect(
      conflicts
        .filter(({ kind }) => kind !== 'mod')
        .map(({ kind, name, winner, loser }) => `${kind} ${name}: ${winner} before ${loser}`),
    ).toEqual(['command same: one before two', 'flag same: one before two', 'renderer same: one before two']);
    expect(conflicts.filter(({ kind }) => kind === 'mod')).toEqual([
      {
        kind: 'mod',
        name: 'dup',
        winner: join(project, '.commandcode/mods/dup.ts'),
        loser: join(home, '.commandcode/mods/dup.ts'),
        rule: 'the mod that comes first keeps the name',
      },
    ]);
    expect(host.mods()).toHaveLength(3);
  });

  it("a command of a `--mod` file wins over an installed mod's command of the same name", async () => {
    const { load } = scene({
      home: { 'mods/a.ts': COMMAND('same') },
      project: { '@/given.ts': COMMAND('same') },
    });
    const { conflicts } = await load({ modPaths: ['given.ts'] });
    expect(conflicts).toMatchObject([{ kind: 'command', winner: 'given', loser: 'a' }]);
  });
});

describe('what an embedder gives', () => {
  it('takes bare factories, named factories and file paths in one load', async () => {
    const { load } = scene({ project: { '@/file.ts': QUIET } });
    const { host, inline } = await load({
      mods: [() => undefined, { name: 'named', factory: () => undefined }],
      modPaths: ['file.ts'],
    });
    expect(host.mods().map(({ name }) => name)).toEqual(['inline-1', 'named', 'file']);
    expect(inline).toEqual([
      { name: 'inline-1', error: undefined },
      { name: 'named', error: undefined },
    ]);
  });

  it('a `{name, factory}` mod has that name in ids and diagnostics', async () => {
    const { load } = scene({});
    const broken = {
      name: 'named',
      factory: () => {
        throw new Error('no');
      },
    };
    const { diagnostics } = await load({ mods: [broken] });
    expect(diagnostics.map(({ mod, code }) => [mod, code])).toEqual([['named', 'MOD_FACTORY_THREW']]);
  });

  it('every load evaluates modules anew', async () => {
    const { load } = scene({
      home: {
        'mods/a.ts':
          "let calls = 0;\nexport default (cmd) => { calls += 1; cmd.addCommand({ name: 'c' + calls, description: 'x', handler: () => undefined }); };\n",
      },
    });
    for (const host of [(await load()).host, (await load()).host]) {
      expect(host.commands().map(({ name }) => name)).toEqual(['c1']);
    }
  });

  it('a mod gets the real path of its file, where relative skills and sounds start', async () => {
    const { load, home } = scene({
      home: {
        'mods/pack/index.ts': "export default (cmd) => { cmd.addSkillsPath('./skills'); };\n",
        'mods/pack/skills/one/SKILL.md': '',
      },
    });
    const { host } = await load();
    expect(host.skillsPaths().map(({ path }) => path)).toEqual([join(home, '.commandcode/mods/pack/skills')]);
  });
});

describe('what the codes of a load are', () => {
  it('nothing is wrong with a plain load', async () => {
    expect(codesIn(await scene({ home: { 'mods/a.ts': QUIET } }).load())).toEqual([]);
  });
});
