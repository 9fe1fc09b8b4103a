import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ModsScene, modsScene, QUIET } from './support/mods-scene.ts';

function settings({ home, project }: ModsScene, whose: 'home' | 'project', file = 'settings.json') {
  const path = join(whose === 'home' ? home : project, '.commandcode', file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

describe('cmd mods disable', () => {
  it("writes the project's settings, and the mod is off from then on", async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET } });
    expect(await at.mods(['disable', 'a'])).toEqual({
      code: 0,
      stdout:
        'a is disabled in .commandcode/settings.json.\nIt counts from the next session or /reload on.\n',
      stderr: '',
    });
    expect(settings(at, 'project')).toEqual({ mods: { disabled: ['a'] } });
    expect((await at.json(['list'])).printed.mods).toMatchObject([{ name: 'a', enabled: false }]);
  });

  it("writes the user's with -g, and never settings.local.json", async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET } });
    await at.mods(['disable', 'a', '-g']);
    expect(settings(at, 'home')).toEqual({ mods: { disabled: ['a'] } });
    expect(settings(at, 'project')).toBeUndefined();
    expect(settings(at, 'project', 'settings.local.json')).toBeUndefined();
  });

  it('says when it was so already, and exits 0', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET, 'settings.json': { mods: { disabled: ['a'] } } } });
    expect((await at.mods(['disable', 'a', '-g'])).stdout).toContain('a was disabled already');
  });

  it('says in an untrusted project that it counts once trusted', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET }, trusted: false });
    const { code, stdout } = await at.mods(['disable', 'a']);
    expect(code).toBe(0);
    expect(stdout).toContain('it counts once it is: cmd mods trust, or use -g');
    expect((await at.json(['list'])).printed.mods).toMatchObject([{ name: 'a', loaded: true }]);
  });

  it('stores a name that no mod has, and warns with the nearest', async () => {
    const at = modsScene({ home: { 'mods/guard.ts': QUIET } });
    const { code, stderr } = await at.mods(['disable', 'gaurd']);
    expect(code).toBe(0);
    expect(stderr).toContain('No mod has the name gaurd. NAME_NOT_SEEN');
    expect(stderr).toContain('Did you mean guard?');
    expect(settings(at, 'project')).toEqual({ mods: { disabled: ['gaurd'] } });
  });

  it('knows the mods of a project that is not trusted', async () => {
    const at = modsScene({ project: { 'mods/ours.ts': QUIET }, trusted: false });
    expect((await at.mods(['disable', 'ours'])).stderr).toBe('');
  });

  it('leaves a file that does not parse byte for byte as it was, and exits 1', async () => {
    const at = modsScene({ project: { 'settings.json': '{"mods": ' } });
    const { code, printed } = await at.json(['disable', 'a']);
    expect({ code, printed }).toMatchObject({ code: 1, printed: { error: { severity: 'error' } } });
    expect(readFileSync(join(at.project, '.commandcode/settings.json'), 'utf8')).toBe('{"mods": ');
  });
});

describe('cmd mods enable', () => {
  it('takes the name out again', async () => {
    const at = modsScene({
      home: { 'mods/a.ts': QUIET },
      project: { 'settings.json': { mods: { disabled: ['a'] } } },
    });
    expect((await at.mods(['enable', 'a'])).stdout).toContain('a is enabled in .commandcode/settings.json.');
    expect((await at.json(['list'])).printed.mods).toMatchObject([{ name: 'a', loaded: true }]);
  });

  it.each([
    ['the user file', 'home', 'settings.json', 'Run cmd mods enable a -g'],
    ['settings.local.json', 'project', 'settings.local.json', 'by hand: no command writes to that file'],
  ] as const)(
    'names %s when it still disables the mod, gives the one fix, and exits 1',
    async (_what, whose, file, fix) => {
      const disabled = { mods: { disabled: ['a'] } };
      const layout = { home: { 'mods/a.ts': QUIET }, project: { 'settings.json': disabled } };
      const at = modsScene({ ...layout, [whose]: { ...layout[whose], [file]: disabled } });
      const { code, stdout, stderr } = await at.mods(['enable', 'a']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`${join(at[whose], '.commandcode', file)} still disables a.`);
      expect(stderr).toContain(fix);
      expect(settings(at, 'project')).toMatchObject({ mods: { disabled: [] } });
      expect(settings(at, whose, file)).toEqual(disabled);
    },
  );

  it('names a file that switches off all mods', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET, 'settings.json': { mods: { disableAll: true } } } });
    const { code, stderr } = await at.mods(['enable', 'a']);
    expect(code).toBe(1);
    expect(stderr).toContain('switches all mods off');
  });

  it('exits 1 for a name that no mod has, with the nearest', async () => {
    const at = modsScene({ home: { 'mods/guard.ts': QUIET } });
    const { code, stdout, stderr } = await at.mods(['enable', 'gaurd']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Did you mean guard?');
  });

  it('--json says what was written and what blocks it', async () => {
    const at = modsScene({ home: { 'mods/a.ts': QUIET, 'settings.json': { mods: { disabled: ['a'] } } } });
    const { code, printed } = await at.json(['enable', 'a']);
    expect(code).toBe(1);
    expect(printed).toEqual({
      schemaVersion: 1,
      name: 'a',
      file: join(at.project, '.commandcode/settings.json'),
      changed: false,
      enabled: false,
      counts: true,
      blockedBy: [
        {
          file: join(at.home, '.commandcode/settings.json'),
          key: 'disabled',
          fix: 'Run cmd mods enable a -g',
        },
      ],
      problems: [expect.objectContaining({ code: 'STILL_DISABLED' })],
    });
    expect((await at.json(['enable', 'a', '-g'])).printed).toMatchObject({ enabled: true, changed: true });
  });
});
