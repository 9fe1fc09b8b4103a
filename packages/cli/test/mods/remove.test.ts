import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ModsScene, modsScene, QUIET } from './support/mods-scene.ts';

const PACK = {
  '@/pack/package.json': { commandcode: { mods: ['a.ts', 'b.ts'] } },
  '@/pack/a.ts': QUIET,
  '@/pack/b.ts': QUIET,
};

function settingsText({ home, project }: ModsScene, whose: 'home' | 'project'): string {
  return readFileSync(join(whose === 'home' ? home : project, '.commandcode/settings.json'), 'utf8');
}

describe('cmd mods remove <name>', () => {
  it('deletes a drop-in file; a user-scope mod needs no -g', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET } });
    expect(await at.mods(['remove', 'a'])).toEqual({
      code: 0,
      stdout: 'Removed ~/.commandcode/mods/a.ts (user)\n',
      stderr: '',
    });
    expect(existsSync(join(at.home, '.commandcode/mods/a.ts'))).toBe(false);
  });

  it('says that -g leaves the project out, where it has found nothing then', async () => {
    const at = modsScene({ project: { 'mods/a.ts': QUIET } });
    const [named, spelled] = await Promise.all(['a', './a'].map((text) => at.mods(['remove', text, '-g'])));
    expect([named?.code, spelled?.code]).toEqual([1, 1]);
    expect(named?.stderr).toContain(
      "a is neither the name of a mod of your own nor a configured source, and -g leaves the project's out.",
    );
    expect(spelled?.stderr).toContain("of your own settings, and -g leaves the project's out. Nothing");
  });

  it('deletes a drop-in folder, and names the mods that went with it', async () => {
    const at = modsScene({
      project: {
        'mods/pack/package.json': { commandcode: { mods: ['a.ts', 'b.ts'] } },
        'mods/pack/a.ts': QUIET,
        'mods/pack/b.ts': QUIET,
      },
    });
    const { code, stdout } = await at.mods(['rm', 'b']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Removed .commandcode/mods/pack (project)\n  with it went: a, b\n',
    });
    expect(existsSync(join(at.project, '.commandcode/mods/pack'))).toBe(false);
  });

  it("removes the source of a package's mod, and names its siblings", async () => {
    const at = modsScene({
      home: { ...PACK, 'settings.json': { mods: { sources: ['./pack', 'npm:other'] } } },
    });
    const { code, stdout } = await at.mods(['remove', 'a']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Removed ./pack (user)\n  with it went: a, b\n' });
    expect(JSON.parse(settingsText(at, 'home'))).toEqual({ mods: { sources: ['npm:other'] } });
    expect(existsSync(join(at.home, 'pack/a.ts'))).toBe(true);
  });

  it('drops the settings entry of a mods.paths mod, and leaves its file', async () => {
    const at = modsScene({
      project: { '@/mine.ts': QUIET, 'settings.json': { mods: { paths: ['./mine.ts'] } } },
    });
    const { stdout } = await at.mods(['remove', 'mine']);
    expect(stdout).toBe('Removed the entry ./mine.ts in mods.paths (project)\n');
    expect(JSON.parse(settingsText(at, 'project'))).toEqual({ mods: { paths: [] } });
    expect(existsSync(join(at.project, 'mine.ts'))).toBe(true);
  });

  it('does not remove a package that contains the name in its own', async () => {
    const at = modsScene({ home: { ...PACK, 'settings.json': { mods: { sources: ['./pack'] } } } });
    const { code } = await at.mods(['remove', 'pac']);
    expect(code).toBe(1);
    expect(settingsText(at, 'home')).toContain('./pack');
  });

  it('exits 1 for a name that nothing has, with the nearest', async () => {
    const at = modsScene({ home: { 'mods/guard.ts': QUIET } });
    const { code, stdout, stderr } = await at.mods(['remove', 'gaurd']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('neither the name of a mod nor a configured source');
    expect(stderr).toContain('Did you mean guard?');
  });

  it('--json says what was removed', async () => {
    const at = modsScene({
      home: { 'mods/a.ts': QUIET },
      project: { '@/mine.ts': QUIET, 'settings.json': { mods: { paths: ['./mine.ts'] } } },
    });
    expect((await at.json(['remove', 'a'])).printed).toEqual({
      schemaVersion: 1,
      removed: [
        { kind: 'drop-in', scope: 'user', path: join(at.home, '.commandcode/mods/a.ts'), mods: ['a'] },
      ],
      notices: [],
    });
    expect((await at.json(['remove', 'mine'])).printed.removed).toEqual([
      {
        kind: 'path',
        scope: 'project',
        path: join(at.project, 'mine.ts'),
        mods: ['mine'],
        written: './mine.ts',
        settingsFile: join(at.project, '.commandcode/settings.json'),
      },
    ]);
  });

  it('--json holds the error when it fails', async () => {
    expect(await modsScene({}).json(['remove', 'nobody'])).toEqual({
      code: 1,
      printed: { schemaVersion: 1, error: expect.objectContaining({ code: 'NAME_UNKNOWN' }) },
    });
  });
});

describe('cmd mods remove <source>', () => {
  it.each(['./pack', './pack/', '~/pack', 'pack/../pack/.'])(
    'finds a local source typed as %s',
    async (typed) => {
      const at = modsScene({ home: { ...PACK, 'settings.json': { mods: { sources: ['./pack'] } } } });
      const target = typed.startsWith('pack') ? join(at.home, 'pack') : typed;
      const { code } = await at.mods(['remove', target, '--cwd', at.home]);
      expect(code).toBe(0);
      expect(JSON.parse(settingsText(at, 'home'))).toEqual({ mods: { sources: [] } });
    },
  );

  it('removes it from every scope that has it; -g limits it to the user', async () => {
    const layout = { 'settings.json': { mods: { sources: ['npm:pack@1.0.0'] } } };
    const both = modsScene({ home: layout, project: layout });
    expect((await both.json(['remove', 'pack'])).printed.removed).toMatchObject([
      { kind: 'source', scope: 'project', status: 'removed' },
      { kind: 'source', scope: 'user', status: 'removed' },
    ]);
    const one = modsScene({ home: layout, project: layout });
    await one.mods(['remove', 'pack', '-g']);
    expect(settingsText(one, 'project')).toContain('pack');
    expect(settingsText(one, 'home')).not.toContain('pack');
  });

  it.each(['npm:nobody', 'https://example.org/owner/repo', 'owner/repo'])(
    'exits 1 for %s, which no file has',
    async (typed) => {
      const { code, stderr } = await modsScene({}).mods(['remove', typed]);
      expect(code).toBe(1);
      expect(stderr).toContain('is not in mods.sources of any settings file');
    },
  );

  it.each(['http://example.org/owner/repo', 'git:-x/y'])(
    'exits 2 for %s, which is no source',
    async (typed) => {
      const { code, stdout } = await modsScene({}).mods(['remove', typed, '--json']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    },
  );

  it('says in an untrusted project that it counts once trusted', async () => {
    const at = modsScene({
      project: { 'settings.json': { mods: { sources: ['npm:pack'] } } },
      trusted: false,
    });
    const { code, stdout } = await at.mods(['remove', 'npm:pack']);
    expect(code).toBe(0);
    expect(stdout).toContain('it counts once it is: cmd mods trust');
  });

  it('leaves a settings file that does not parse as it was, and exits 1', async () => {
    const at = modsScene({ project: { 'settings.json': '{"mods": {"sources": ["npm:pack"]' } });
    expect((await at.mods(['remove', 'npm:pack'])).code).toBe(1);
    expect(settingsText(at, 'project')).toBe('{"mods": {"sources": ["npm:pack"]');
  });
});

describe('cmd mods remove of a name that several have', () => {
  const layout = { home: { 'mods/same.ts': QUIET }, project: { 'mods/same.ts': QUIET } };
  const files = ({ home, project }: ModsScene) =>
    [project, home].filter((root) => existsSync(join(root, '.commandcode/mods/same.ts'))).length;

  it('lists them and removes nothing when nobody can answer: exit 1', async () => {
    const at = modsScene(layout);
    const { code, stdout, stderr } = await at.mods(['remove', 'same']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'same may mean .commandcode/mods/same.ts (project); or ~/.commandcode/mods/same.ts (user)',
    );
    expect(files(at)).toBe(2);
  });

  it('asks on a terminal, and removes the one that was chosen', async () => {
    const at = modsScene(layout);
    const asked: unknown[] = [];
    const choose = async (...question: unknown[]) => {
      asked.push(question);
      return 1;
    };
    const { code, stdout } = await at.mods(['remove', 'same'], { choose });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Removed ~/.commandcode/mods/same.ts (user)\n' });
    expect(asked).toEqual([
      [
        'What is meant by same?',
        ['.commandcode/mods/same.ts (project)', '~/.commandcode/mods/same.ts (user)'],
      ],
    ]);
    expect(files(at)).toBe(1);
  });

  it('removes nothing when the person chooses none', async () => {
    const at = modsScene(layout);
    expect((await at.mods(['remove', 'same'], { choose: async () => undefined })).code).toBe(1);
    expect(files(at)).toBe(2);
  });

  it('never asks with --json', async () => {
    const at = modsScene(layout);
    const { code, printed } = await at.json(['remove', 'same'], { choose: async () => 0 });
    expect({ code, printed }).toMatchObject({ code: 1, printed: { error: { code: 'NAME_AMBIGUOUS' } } });
  });

  it("takes the user's with -g", async () => {
    const at = modsScene(layout);
    expect((await at.mods(['remove', 'same', '-g'])).code).toBe(0);
    expect(existsSync(join(at.project, '.commandcode/mods/same.ts'))).toBe(true);
  });

  it('a drop-in and a package of the same name are two things', async () => {
    const at = modsScene({
      home: { 'mods/pack.ts': QUIET, 'settings.json': { mods: { sources: ['npm:pack'] } } },
    });
    const { code, stderr } = await at.mods(['remove', 'pack']);
    expect(code).toBe(1);
    expect(stderr).toContain('pack may mean the source pack (user); or ~/.commandcode/mods/pack.ts (user)');
  });
});
