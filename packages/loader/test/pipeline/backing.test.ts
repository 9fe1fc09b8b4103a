import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBacking, removeBacking } from '../../src/pipeline/backing.ts';
import { namesIn, QUIET, type Scene, scene } from '../support/scene.ts';

/** Removes whatever backs a name, as long as it is one thing. */
async function remove({ locations }: Scene, name: string): Promise<void> {
  const [backing, ...others] = await findBacking(name, locations);
  if (backing === undefined || others.length > 0) throw new Error(`${others.length} others`);
  await removeBacking(backing);
}

describe('removing by the name that `cmd mods list` prints', () => {
  it('a drop-in file or directory is deleted from the mods dir', async () => {
    const made = scene({
      home: { 'mods/file.ts': QUIET, 'mods/folder/index.ts': QUIET, 'mods/stays.ts': QUIET },
    });
    await remove(made, 'file');
    await remove(made, 'folder');
    expect(namesIn(await made.find())).toEqual(['stays']);
    expect(existsSync(join(made.home, '.commandcode/mods/folder'))).toBe(false);
  });

  it('a `mods.paths` mod drops its settings entry, and its file stays', async () => {
    const made = scene({
      home: {
        '@/mine.ts': QUIET,
        'settings.json': '{\n  // kept\n  "mods": {"paths": ["./mine.ts", "./other.ts"]}\n}',
      },
    });
    await remove(made, 'mine');
    expect(readFileSync(join(made.home, '.commandcode/settings.json'), 'utf8')).toMatch(
      /kept\n {2}"mods": \{"paths": \["\.\/other\.ts"\]\}/,
    );
    expect(existsSync(join(made.home, 'mine.ts'))).toBe(true);
  });

  it('a package-provided mod names its source and the sibling mods that go with it', async () => {
    const { locations } = scene({
      home: {
        '@/pack/package.json': { commandcode: { mods: ['a.ts', 'b.ts'] } },
        '@/pack/a.ts': QUIET,
        '@/pack/b.ts': QUIET,
        'settings.json': { mods: { sources: [{ source: './pack', mods: ['b'] }] } },
      },
    });
    expect(await findBacking('a', locations)).toMatchObject([
      { origin: { kind: 'source', source: './pack' }, mods: ['a', 'b'] },
    ]);
  });

  it("scope follows where the mod actually lives, and -g limits it to the user's", async () => {
    const { locations } = scene({
      home: { 'mods/user.ts': QUIET, 'mods/both.ts': QUIET },
      project: { 'mods/both.ts': QUIET },
    });
    const scopes = async (name: string, only?: readonly ['user']) =>
      (await findBacking(name, locations, only)).map(({ scope }) => scope);
    expect([await scopes('user'), await scopes('both'), await scopes('both', ['user'])]).toEqual([
      ['user'],
      ['project', 'user'],
      ['user'],
    ]);
  });

  it('a name that several origins provide is ambiguous: all of them are named', async () => {
    const { locations } = scene({
      home: {
        'mods/guard.ts': QUIET,
        '@/pack/guard.ts': QUIET,
        '@/pack/package.json': { commandcode: { mods: ['guard.ts'] } },
        'settings.json': { mods: { sources: ['./pack'] } },
      },
    });
    expect((await findBacking('guard', locations)).map(({ origin }) => origin.kind)).toEqual([
      'drop-in',
      'source',
    ]);
  });

  it.each([
    ['is disabled', { mods: { disabled: ['a'] } }, {}],
    ['is switched off with all others', { mods: { disableAll: true } }, {}],
    ['is of a project that is not trusted', {}, { trusted: false }],
  ])('finds a mod that %s', async (_, settings, more) => {
    const { locations } = scene({ project: { 'mods/a.ts': QUIET, 'settings.json': settings }, ...more });
    expect(await findBacking('a', locations)).toHaveLength(1);
  });

  it('a broken package in the mods folder can be removed by its name there', async () => {
    const made = scene({ home: { 'mods/broken/package.json': '{' } });
    await remove(made, 'broken');
    expect(existsSync(join(made.home, '.commandcode/mods/broken'))).toBe(false);
  });

  it('a link is removed, and not what it leads to', async () => {
    const made = scene({ home: { '@/elsewhere/index.ts': QUIET, 'mods/.keep': '' } });
    symlinkSync(join(made.home, 'elsewhere'), join(made.home, '.commandcode/mods/linked'));
    await remove(made, 'linked');
    expect([
      existsSync(join(made.home, '.commandcode/mods/linked')),
      existsSync(join(made.home, 'elsewhere/index.ts')),
    ]).toEqual([false, true]);
  });

  it('an entry of `settings.local.json` has to be taken out by hand', async () => {
    const made = scene({
      project: { '@/a.ts': QUIET, 'settings.local.json': { mods: { paths: ['a.ts'] } } },
    });
    await expect(remove(made, 'a')).rejects.toMatchObject({ diagnostic: { code: 'MOD_NOT_REMOVABLE' } });
  });

  it('with a settings file that does not parse nothing is known, and nothing is removed', async () => {
    const made = scene({ home: { 'mods/a.ts': QUIET, 'settings.json': '{' } });
    await expect(remove(made, 'a')).rejects.toMatchObject({ diagnostic: { code: 'SETTINGS_BROKEN' } });
    expect(existsSync(join(made.home, '.commandcode/mods/a.ts'))).toBe(true);
  });

  it('a name that nothing has finds nothing', async () => {
    expect(await findBacking('x', scene({}).locations)).toEqual([]);
  });

  it("a project's mods folder that leads elsewhere through a link is left alone", async () => {
    const made = scene({
      home: { '@/elsewhere/precious.ts': QUIET },
      project: { '@/.commandcode/.keep': '' },
    });
    symlinkSync(join(made.home, 'elsewhere'), join(made.project, '.commandcode/mods'));
    await expect(remove(made, 'precious')).rejects.toMatchObject({
      diagnostic: { code: 'MOD_NOT_REMOVABLE' },
    });
    expect(existsSync(join(made.home, 'elsewhere/precious.ts'))).toBe(true);
  });

  it("the user's own mods folder may be a link", async () => {
    const made = scene({ home: { '@/dotfiles/mine.ts': QUIET } });
    symlinkSync(join(made.home, 'dotfiles'), join(made.home, '.commandcode/mods'));
    await remove(made, 'mine');
    expect(existsSync(join(made.home, 'dotfiles/mine.ts'))).toBe(false);
  });
});
