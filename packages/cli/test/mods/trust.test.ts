import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modsScene, QUIET } from './support/mods-scene.ts';

describe('cmd mods trust and untrust', () => {
  it('the next list loads the mods of a project once it is trusted, and no more when it is not', async () => {
    const at = modsScene({ project: { 'mods/ours.ts': QUIET }, trusted: false });
    const state = async () => (await at.json(['list'])).printed.mods;
    expect(await state()).toEqual([]);
    expect((await at.mods(['trust'])).stdout).toBe(
      `${at.project} is trusted. Its own mods load from the next start on; cmd mods list shows them.\n`,
    );
    expect(await state()).toMatchObject([{ name: 'ours', loaded: true }]);
    expect((await at.mods(['untrust'])).stdout).toContain('is not trusted any more');
    expect(await state()).toEqual([]);
  });

  it('says when it is so already, and exits 0', async () => {
    const at = modsScene({ trusted: false });
    expect((await at.mods(['untrust'])).stdout).toContain('is not trusted.');
    await at.mods(['trust']);
    expect(await at.mods(['trust'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is trusted already.'),
    });
  });

  it('trusts the project around the folder, not the folder', async () => {
    const at = modsScene({ project: { '@/inner/x': '' }, trusted: false });
    expect((await at.json(['trust', '--cwd', 'inner'])).printed).toEqual({
      schemaVersion: 1,
      trusted: true,
      project: at.project,
      file: join(at.home, '.commandcode/trusted-projects.json'),
      changed: true,
    });
  });

  it('cannot run at home, where there is no project: exit 2', async () => {
    const at = modsScene({});
    const { code, stdout, stderr } = await at.mods(['trust', '--cwd', at.home, '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('PROJECT_NONE');
  });

  it('leaves a list that does not parse as it is, and exits 1', async () => {
    const at = modsScene({ home: { 'trusted-projects.json': '{' }, trusted: false });
    const { code, printed } = await at.json(['trust']);
    expect(code).toBe(1);
    expect(printed).toMatchObject({ schemaVersion: 1, error: { severity: 'error' } });
  });
});
