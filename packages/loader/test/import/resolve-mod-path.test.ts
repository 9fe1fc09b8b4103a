import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveModPath } from '../../src/import/resolve-mod-path.ts';
import { folderOf } from '../support/fixture.ts';

describe('a path given to --mod', () => {
  it('may be a file, relative to the folder in which the program runs', async () => {
    const cwd = folderOf({ 'mods/guard.ts': '' });
    const file = join(cwd, 'mods/guard.ts');
    expect(await resolveModPath('./mods/guard.ts', cwd)).toMatchObject({
      kind: 'mods',
      mods: [{ name: 'guard', file, realFile: file, relativePath: 'guard.ts' }],
    });
  });

  it('may be a folder, which follows package rules', async () => {
    const cwd = folderOf({
      'pack/package.json': { name: '@team/pack', commandcode: { mods: ['./src/*.ts'] } },
      'pack/src/one.ts': '',
      'pack/src/two.ts': '',
      'pack/index.ts': '',
    });
    const resolved = await resolveModPath('pack', cwd);
    expect(resolved.kind === 'mods' && resolved.mods.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('that leads nowhere is told apart from one that cannot be a mod', async () => {
    const cwd = folderOf({ 'types.d.ts': '', 'notes.md': '', 'empty/readme.md': '' });
    const kinds = await Promise.all(
      ['nowhere.ts', 'types.d.ts', 'notes.md', 'empty'].map(
        async (path) => (await resolveModPath(path, cwd)).kind,
      ),
    );
    expect(kinds).toEqual(['missing', 'unusable', 'unusable', 'unusable']);
  });

  it.each(['npm:some-mod', 'git:github.com/owner/repo', 'https://github.com/owner/repo', '@scope/some-mod'])(
    'that is the source %s is missing, with the command that installs it',
    async (path) => {
      const resolved = await resolveModPath(path, folderOf({}));
      expect(resolved).toMatchObject({
        kind: 'missing',
        diagnostic: { code: 'MOD_PATH_MISSING', hint: `To install a package, run cmd mods add ${path}` },
      });
    },
  );

  it('of a folder with a broken package.json is unusable, with the place', async () => {
    const cwd = folderOf({ 'pack/package.json': '{\n  "name": "pack",\n}', 'pack/index.ts': '' });
    expect(await resolveModPath('pack', cwd)).toMatchObject({
      kind: 'unusable',
      diagnostics: [
        { code: 'MANIFEST_BROKEN', where: { file: join(cwd, 'pack/package.json'), line: 3, column: 1 } },
      ],
    });
  });
});
