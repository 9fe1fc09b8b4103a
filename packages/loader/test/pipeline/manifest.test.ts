import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/pipeline/read-manifest.ts';
import { folderOf, temporaryFolder } from '../support/fixture.ts';
import { QUIET } from '../support/scene.ts';

type Files = Readonly<Record<string, unknown>>;

/** What a package of these files offers: `by rule: name=path …`, with the codes of its warnings. */
async function offers(
  files: Files,
  folder = folderOf(files),
): Promise<{ offer: string; codes: readonly string[] }> {
  const { by, mods, diagnostics } = await readManifest(folder);
  const list = mods.map(({ name, relativePath }) => `${name}=${relativePath}`).join(' ');
  return { offer: `${by}: ${list}`, codes: diagnostics.map(({ code }) => code) };
}

/** A package whose manifest lists these. */
function packageOf(mods: unknown, files: Files, name = '@team/pack'): Files {
  return { 'package.json': { name, commandcode: { mods } }, ...files };
}

describe('package rules', () => {
  it.each<[string, Files, string]>([
    [
      'a folder whose package.json has `commandcode.mods` loads those entries',
      packageOf(['./src/review.ts'], { 'src/review.ts': QUIET, 'src/other.ts': QUIET }),
      'manifest: review=src/review.ts',
    ],
    [
      'one manifest may offer several mods',
      packageOf(['a.ts', 'b.mjs'], { 'a.ts': QUIET, 'b.mjs': QUIET }),
      'manifest: a=a.ts b=b.mjs',
    ],
    [
      "a manifest beats the folder's `index.ts` and `mods/`",
      packageOf(['a.ts'], { 'a.ts': QUIET, 'index.ts': QUIET, 'mods/b.ts': QUIET }),
      'manifest: a=a.ts',
    ],
    [
      'a package.json without `commandcode.mods` falls back to `mods/`',
      { 'package.json': { name: 'pack' }, 'mods/a.ts': QUIET, 'mods/b.js': QUIET, 'index.ts': QUIET },
      'mods-folder: a=mods/a.ts b=mods/b.js',
    ],
    [
      'and then to the root `index.ts`',
      { 'package.json': { name: 'pack', commandcode: {} }, 'index.ts': QUIET },
      'index: pack=index.ts',
    ],
    [
      'a package without a manifest offers the files of its `mods/` folder',
      { 'mods/a.ts': QUIET, 'mods/deep/index.ts': QUIET, 'mods/deep/helper.ts': QUIET },
      'mods-folder: a=mods/a.ts deep=mods/deep/index.ts',
    ],
    [
      'a `mods/` folder without mods is as none',
      { 'mods/readme.md': '', 'index.ts': QUIET },
      'index: FOLDER=index.ts',
    ],
    ['`"mods": []` in a manifest is none', packageOf([], { 'index.ts': QUIET }), 'manifest: '],
    ['a folder with neither manifest, `mods/` nor index gives no mod', { 'readme.md': '' }, 'nothing: '],
    [
      'a folder with both `index.ts` and `index.js` never loads the second',
      { 'index.js': QUIET, 'index.ts': QUIET },
      'index: FOLDER=index.ts',
    ],
    [
      '`index.ts`, `.mts`, `.js`, `.mjs` in that order',
      { 'index.mjs': QUIET, 'index.mts': QUIET },
      'index: FOLDER=index.mts',
    ],
    [
      "a package's only mod takes the package's name without its scope when it is an index",
      packageOf(['src/index.ts'], { 'src/index.ts': QUIET }),
      'manifest: pack=src/index.ts',
    ],
    [
      'one index among several takes the name of its folder',
      packageOf(['a.ts', 'src/index.ts'], { 'a.ts': QUIET, 'src/index.ts': QUIET }),
      'manifest: a=a.ts src=src/index.ts',
    ],
    [
      'a manifest glob is expanded against the package root, in order of path',
      packageOf(['src/**/*.ts'], { 'src/b.ts': QUIET, 'src/a/c.ts': QUIET, 'node_modules/src/x.ts': QUIET }),
      'manifest: c=src/a/c.ts b=src/b.ts',
    ],
    [
      'a glob passes declarations, tests and dot-entries over',
      packageOf(['*.ts'], {
        'a.ts': QUIET,
        'a.test.ts': '',
        'a.spec.ts': '',
        'types.d.ts': '',
        '.b.ts': QUIET,
      }),
      'manifest: a=a.ts',
    ],
    [
      'a manifest entry that names a folder offers the mods one level inside it',
      packageOf(['./src'], { 'src/a.ts': QUIET, 'src/b/index.ts': QUIET, 'src/b/c/index.ts': QUIET }),
      'manifest: a=src/a.ts b=src/b/index.ts',
    ],
    [
      "helper files beside a folder's index are not mods",
      packageOf(['./src'], { 'src/index.ts': QUIET, 'src/helper.ts': QUIET }),
      'manifest: pack=src/index.ts',
    ],
    [
      'a manifest that lists the file of the convention offers it once',
      packageOf(['mods/a.ts', './mods/*.ts'], { 'mods/a.ts': QUIET }),
      'manifest: a=mods/a.ts',
    ],
    [
      'a manifest entry that begins with `~` is looked for inside the package, never in the home folder',
      packageOf(['~/a.ts'], { '~/a.ts': QUIET }),
      'manifest: a=~/a.ts',
    ],
    [
      'an entry may name a file with a bracket in its name',
      packageOf(['[a].ts'], { '[a].ts': QUIET }),
      'manifest: [a]=[a].ts',
    ],
    [
      'a byte order mark in package.json does no harm',
      { 'package.json': '\uFEFF{"name": "pack"}', 'index.ts': QUIET },
      'index: pack=index.ts',
    ],
  ])('%s', async (_, files, expected) => {
    const folder = folderOf(files);
    const offer = expected.replace('FOLDER', folder.split('/').at(-1) ?? '');
    expect(await offers(files, folder)).toEqual({ offer, codes: [] });
  });
});

describe('a manifest that is not right', () => {
  it.each<[string, Files, string, string[]]>([
    [
      'a package.json that does not parse gives no mods and does not fall back',
      { 'package.json': '{ "name": }', 'index.ts': QUIET },
      'broken: ',
      ['MANIFEST_BROKEN'],
    ],
    [
      'a package.json that is no object is broken too',
      { 'package.json': '[]', 'index.ts': QUIET },
      'broken: ',
      ['MANIFEST_BROKEN'],
    ],
    [
      '`commandcode.mods` of the wrong type gives no mods and does not fall back',
      packageOf('./index.ts', { 'index.ts': QUIET }),
      'broken: ',
      ['MANIFEST_BROKEN'],
    ],
    [
      '`commandcode` of the wrong type is broken too',
      { 'package.json': { commandcode: ['index.ts'] }, 'index.ts': QUIET },
      'broken: ',
      ['MANIFEST_BROKEN'],
    ],
    [
      'a manifest entry that does not exist is a warning that names it, and the other entries load',
      packageOf(['gone.ts', 'a.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_MISSING'],
    ],
    [
      'a glob without a match is a warning',
      packageOf(['src/*.ts', 'a.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_MISSING'],
    ],
    [
      'a folder without mods is a warning',
      packageOf(['src', 'a.ts'], { 'a.ts': QUIET, 'src/x.md': '' }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_MISSING'],
    ],
    [
      'an entry that leaves the root is a warning',
      packageOf(['../x.ts', 'a.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_ESCAPES'],
    ],
    [
      'an absolute entry is a warning',
      packageOf(['/etc/x.ts', 'a.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_ESCAPES'],
    ],
    [
      'a glob that leaves the root is a warning',
      packageOf(['../*.ts', 'a.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_ESCAPES'],
    ],
    [
      'an entry that is no text is a warning',
      packageOf([7, 'a.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_WRONG'],
    ],
    [
      'an entry of another extension is a warning',
      packageOf(['a.md', 'a.ts'], { 'a.ts': QUIET, 'a.md': '' }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_WRONG'],
    ],
    [
      'a declaration is a warning',
      packageOf(['a.d.ts', 'a.ts'], { 'a.ts': QUIET, 'a.d.ts': '' }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_WRONG'],
    ],
    [
      'a manifest lists what it ships: `!`, `+`, `-` in it are a warning',
      packageOf(['a.ts', '!b.ts', '+c.ts', '-d.ts'], { 'a.ts': QUIET }),
      'manifest: a=a.ts',
      ['MANIFEST_ENTRY_WRONG', 'MANIFEST_ENTRY_WRONG', 'MANIFEST_ENTRY_WRONG'],
    ],
  ])('%s', async (_, files, offer, codes) => {
    expect(await offers(files)).toEqual({ offer, codes });
  });

  it('a package.json that does not parse is reported with line and column', async () => {
    const folder = folderOf({ 'package.json': '{\n  "name": "pack",\n  "commandcode": {mods: []}\n}\n' });
    const { diagnostics } = await readManifest(folder);
    expect(diagnostics[0]).toMatchObject({
      where: { file: join(folder, 'package.json'), line: 3, column: 19 },
    });
  });

  it('an entry that leaves the root by a link is a warning, and so is one inside a folder or a glob', async () => {
    const outside = folderOf({ 'secret.ts': QUIET, 'folder/x.ts': QUIET });
    const folder = folderOf(packageOf(['link.ts', 'src', 'src/*.ts', 'out'], { 'src/a.ts': QUIET }));
    symlinkSync(join(outside, 'secret.ts'), join(folder, 'link.ts'));
    symlinkSync(join(outside, 'secret.ts'), join(folder, 'src/link.ts'));
    symlinkSync(join(outside, 'folder'), join(folder, 'out'));
    const { offer, codes } = await offers({}, folder);
    expect(offer).toBe('manifest: a=src/a.ts');
    expect(codes).toEqual(Array(4).fill('MANIFEST_ENTRY_ESCAPES'));
  });

  it('an entry that is a link inside the package is followed', async () => {
    const folder = folderOf(packageOf(['link.ts'], { 'src/a.ts': QUIET }));
    symlinkSync(join(folder, 'src/a.ts'), join(folder, 'link.ts'));
    expect(await offers({}, folder)).toEqual({ offer: 'manifest: link=link.ts', codes: [] });
  });

  it('a package that is itself reached by a link is not outside of itself', async () => {
    const folder = folderOf(packageOf(['src/*.ts', 'b.ts'], { 'src/a.ts': QUIET, 'b.ts': QUIET }));
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    expect(await offers({}, link)).toEqual({ offer: 'manifest: a=src/a.ts b=b.ts', codes: [] });
  });

  it('a warning names the entry and its place in the list', async () => {
    const { diagnostics } = await readManifest(folderOf(packageOf(['a.ts', 'gone.ts'], { 'a.ts': QUIET })));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'commandcode.mods[1] "gone.ts" does not exist.',
    ]);
  });
});

describe('the skills of a package', () => {
  it('one manifest offers mods and skills, and each kind reaches its own place', async () => {
    const manifest = { mods: ['a.ts'], skills: ['./skills', 'more/*'] };
    const folder = folderOf({
      'package.json': { name: 'pack', commandcode: manifest },
      'a.ts': QUIET,
      'skills/one/SKILL.md': '',
      'more/two/SKILL.md': '',
      'more/three/SKILL.md': '',
    });
    const { mods, skills, diagnostics } = await readManifest(folder);
    expect(mods.map(({ name }) => name)).toEqual(['a']);
    expect(skills.map((path) => path.slice(folder.length + 1))).toEqual(['skills', 'more/three', 'more/two']);
    expect(diagnostics).toEqual([]);
  });

  it('entries that escape, are missing or are files are warnings, and the mods load', async () => {
    const manifest = { mods: ['a.ts'], skills: ['../out', 'gone', 'a.ts'] };
    const root = folderOf({ 'pack/package.json': { commandcode: manifest }, 'pack/a.ts': QUIET });
    const folder = join(root, 'pack');
    mkdirSync(join(root, 'out'));
    const { mods, skills, diagnostics } = await readManifest(folder);
    expect([mods.length, skills.length]).toEqual([1, 0]);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'MANIFEST_ENTRY_ESCAPES',
      'MANIFEST_ENTRY_MISSING',
      'MANIFEST_ENTRY_WRONG',
    ]);
  });

  it('a package of skills alone falls back for its mods as one without a manifest does', async () => {
    const folder = folderOf({
      'package.json': { commandcode: { skills: ['skills'] } },
      'skills/one/SKILL.md': '',
      'index.ts': QUIET,
    });
    const { by, skills } = await readManifest(folder);
    expect([by, skills.length]).toEqual(['index', 1]);
  });
});
