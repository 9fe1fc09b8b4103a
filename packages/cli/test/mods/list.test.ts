import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { list } from '../../src/commands/mods/list.ts';
import { modsScene, QUIET, scrubbed } from './support/mods-scene.ts';

const PACKAGE = {
  'mods/.registry/npm/pack/package.json': {
    name: 'pack',
    version: '1.0.0',
    commandcode: { mods: ['./a.ts', './b.ts'] },
  },
  'mods/.registry/npm/pack/a.ts': QUIET,
  'mods/.registry/npm/pack/b.ts': QUIET,
};

describe('cmd mods list prints one line per mod: name, scope, origin', () => {
  it("shows the project's first, then the user's, then those of packages", async () => {
    const at = modsScene({
      home: { 'mods/yours.ts': QUIET, ...PACKAGE, 'settings.json': { mods: { sources: ['npm:pack'] } } },
      project: { 'mods/ours.ts': QUIET },
    });
    expect(await at.mods(['list'])).toEqual({
      code: 0,
      stdout: [
        'ours   project  .commandcode/mods/ours.ts',
        'yours  user     ~/.commandcode/mods/yours.ts',
        'a      package  from npm:pack',
        'b      package  from npm:pack',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('shows a mod that failed as not loaded, with its error and its place', async () => {
    const at = modsScene({ home: { 'mods/good.ts': QUIET, 'mods/bad.ts': 'export default () => {' } });
    const { code, stdout, stderr } = await at.mods(['ls']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'bad   user  ~/.commandcode/mods/bad.ts   not loaded: The file does not parse: Unexpected token. (~/.commandcode/mods/bad.ts:1:23)',
    );
    expect(stderr).toContain('MOD_SYNTAX_ERROR');
  });

  it('says of a source whose mods are disabled only that, and not that it holds none', async () => {
    const settings = { mods: { sources: ['./mine'], disabled: ['mine'] } };
    const at = modsScene({ home: { '@/mine/index.ts': QUIET, 'settings.json': settings } });
    expect((await at.mods(['list'])).stdout).toBe('mine  package  from ./mine  disabled\n');
    expect((await at.json(['list'])).printed.sources).toMatchObject([{ state: 'installed', mods: [] }]);
  });

  it('shows a disabled mod as disabled', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET, 'settings.json': { mods: { disabled: ['a'] } } } });
    expect((await at.mods(['list'])).stdout).toBe('a  user  ~/.commandcode/mods/a.ts  disabled\n');
  });

  it('shows a source only when it needs attention: not installed, or holding no mods', async () => {
    const at = modsScene({
      home: {
        ...PACKAGE,
        'mods/.registry/npm/hollow/package.json': { name: 'hollow', version: '1.0.0' },
        'settings.json': { mods: { sources: ['npm:pack', 'npm:gone', 'npm:hollow'] } },
      },
    });
    const { stdout, stderr } = await at.mods(['list']);
    expect(stdout).toMatch(/^npm:gone +user +source +not installed: cmd mods update npm:gone$/m);
    expect(stdout).toMatch(/^npm:hollow +user +source +holds no mods$/m);
    expect(stdout).not.toMatch(/^npm:pack/m);
    expect(stderr).toContain('Run cmd mods update npm:gone');
  });

  it('shows the mods of an untrusted project as not trusted, with the command that trusts it', async () => {
    const at = modsScene({ project: { 'mods/ours.ts': QUIET }, trusted: false });
    const { code, stdout, stderr } = await at.mods(['list']);
    expect(code).toBe(0);
    expect(stdout).toBe('ours  project  .commandcode/mods/ours.ts  not trusted: cmd mods trust\n');
    expect(stderr).toContain('PROJECT_NOT_TRUSTED');
  });

  it('says how to install one when there are none, and makes no folder', async () => {
    const at = modsScene({});
    expect(await at.mods(['list'])).toEqual({
      code: 0,
      stdout: 'No mods. To install some: cmd mods add <source>\n',
      stderr: '',
    });
    expect(existsSync(join(at.project, '.commandcode'))).toBe(false);
  });

  it('reports a settings file that does not parse, and lists what the other files give', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET }, project: { 'settings.json': '{"mods": ' } });
    const { code, stdout, stderr } = await at.mods(['list']);
    expect(code).toBe(0);
    expect(stdout).toContain('a  user');
    expect(scrubbed(stderr, at)).toContain('{project}/.commandcode/settings.json:1:');
  });
});

describe('cmd mods list --why', () => {
  it('names what was dropped, and by which rule', async () => {
    const at = modsScene({
      home: {
        'mods/same.ts': QUIET,
        ...PACKAGE,
        'settings.json': { mods: { sources: [{ source: 'npm:pack', mods: ['!b'] }] } },
      },
      project: { 'mods/same.ts': QUIET },
    });
    const { stdout } = await at.mods(['list', '--why']);
    expect(stdout).toMatch(
      /same +~\/.*same\.ts +the mod that comes first keeps the name \(\.commandcode\/mods\/same\.ts\)/,
    );
    expect(stdout).toMatch(/b +~\/.*\/b\.ts +a pattern in the source's filter left it out \(!b\)/);
  });

  it('says so when nothing was', async () => {
    expect((await modsScene({}).mods(['list', '--why'])).stdout).toContain('Nothing was dropped.');
  });
});

describe('cmd mods list --strict', () => {
  it.each([
    ['0 when all is well', { 'mods/a.ts': QUIET }, 0],
    ['1 when a mod did not load', { 'mods/a.ts': 'throw new Error("no");' }, 1],
    ['1 when a source is missing', { 'settings.json': { mods: { sources: ['npm:gone'] } } }, 1],
    ['1 when a settings file does not parse', { 'settings.json': '{' }, 1],
  ])('exits %s', async (_what, home, code) => {
    expect((await modsScene({ home }).mods(['list', '--strict'])).code).toBe(code);
  });
});

describe('cmd mods list --verify', () => {
  it('does not load a package that no lock records, and says so', async () => {
    const at = modsScene({ home: { ...PACKAGE, 'settings.json': { mods: { sources: ['npm:pack'] } } } });
    const { code, stdout, stderr } = await at.mods(['list', '--verify', '--strict']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('a  package');
    expect(stderr).toContain('SOURCE_NOT_LOCKED');
  });
});

describe('cmd mods list --builtin', () => {
  const builtins = [
    { name: 'always', factory: () => {} },
    { name: 'todos', factory: () => {}, optIn: true },
  ];

  async function listed(project: Record<string, unknown>, trusted: boolean): Promise<string> {
    const at = modsScene({ project, trusted });
    let stdout = '';
    const io = { cwd: at.project, home: at.home, env: {}, isTerminal: false, columns: 80 };
    const code = await list(
      { builtin: true },
      {
        ...io,
        stdout: (text) => {
          stdout += text;
        },
        stderr: () => {},
        openFolder: async () => {},
        readSecret: async () => '',
        signal: new AbortController().signal,
      },
      builtins,
    );
    expect(code).toBe(0);
    return stdout;
  }

  it('marks one that is off until it is enabled', async () => {
    expect(await listed({}, true)).toBe(
      'always  builtin  builtin\ntodos   builtin  builtin  disabled by default\n',
    );
  });

  it('marks one whose state changes once the project is trusted', async () => {
    const settings = { 'settings.json': { mods: { disabled: ['always'], enabled: ['todos'] } } };
    expect(await listed(settings, false)).toBe(
      [
        'always  builtin  builtin  enabled · disabled once the project is trusted',
        'todos   builtin  builtin  disabled by default · enabled once the project is trusted',
        '',
      ].join('\n'),
    );
  });
});

describe('cmd mods list --json', () => {
  it('prints one object and nothing else', async () => {
    const at = modsScene({
      home: {
        'mods/good.ts': QUIET,
        'mods/bad.ts': 'export const x = 1;',
        'settings.json': { mods: { sources: ['npm:gone'] } },
      },
      project: { 'mods/good.ts': QUIET },
    });
    const { stdout, code } = await at.mods(['list', '--json']);
    expect(code).toBe(0);
    const text = scrubbed(stdout, at);
    expect(text.startsWith('{\n  "schemaVersion": 1,\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({
      schemaVersion: 1,
      mods: [
        {
          name: 'good',
          scope: 'project',
          origin: '{project}/.commandcode/mods/good.ts',
          path: '{project}/.commandcode/mods/good.ts',
          enabled: true,
          loaded: true,
        },
        {
          name: 'bad',
          scope: 'user',
          origin: '{home}/.commandcode/mods/bad.ts',
          path: '{home}/.commandcode/mods/bad.ts',
          enabled: true,
          loaded: false,
          error: expect.objectContaining({ code: 'MOD_NO_DEFAULT_EXPORT', severity: 'error', mod: 'bad' }),
        },
      ],
      sources: [{ source: 'npm:gone', scope: 'user', state: 'missing', mods: [] }],
      dropped: [
        { path: '{home}/.commandcode/mods/.registry/npm/gone', reason: 'missing' },
        {
          name: 'good',
          path: '{home}/.commandcode/mods/good.ts',
          reason: 'name-taken',
          by: '{project}/.commandcode/mods/good.ts',
        },
      ],
      warnings: expect.arrayContaining([
        expect.objectContaining({ code: 'SOURCE_NOT_INSTALLED' }),
        expect.objectContaining({ code: 'MOD_SHADOWED' }),
        expect.objectContaining({ code: 'MOD_NO_DEFAULT_EXPORT' }),
      ]),
    });
  });
});

describe('cmd mods list, interrupted', () => {
  it('does not wait for a factory that never ends, and exits 130', async () => {
    const stop = new AbortController();
    const at = modsScene({ home: { 'mods/slow.ts': 'export default () => new Promise(() => {});' } });
    const running = at.mods(['list'], { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    expect((await running).code).toBe(130);
  });
});
