import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { findLocations } from '../../src/pipeline/locations.ts';
import { ensureModsFolder, modsFolderFor } from '../../src/pipeline/open-mods-folder.ts';
import { installScopes } from '../../src/settings/install-scopes.ts';
import { disableMod, enableMod } from '../../src/settings/set-enabled.ts';
import { namesIn, QUIET, type Scene, scene } from '../support/scene.ts';

const disabled = (...names: readonly string[]) => ({ mods: { disabled: names } });

function settingsOf(root: string, name = 'settings.json'): unknown {
  const file = join(root, '.commandcode', name);
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
}

describe('cmd mods disable', () => {
  it('adds the name to `mods.disabled` of the project, or of the user with -g', async () => {
    const { home, project, locations } = scene({ home: { 'mods/guard.ts': QUIET } });
    expect(await disableMod({ name: 'guard', scope: 'project', locations })).toEqual({
      name: 'guard',
      file: join(project, '.commandcode/settings.json'),
      changed: true,
      blockedBy: [],
      counts: true,
    });
    expect(await disableMod({ name: 'other', scope: 'user', locations })).toMatchObject({ changed: true });
    expect([settingsOf(project), settingsOf(home)]).toEqual([disabled('guard'), disabled('other')]);
  });

  it('takes effect on the next load', async () => {
    const { find, locations } = scene({ home: { 'mods/guard.ts': QUIET } });
    expect(namesIn(await find())).toEqual(['guard']);
    await disableMod({ name: 'guard', scope: 'project', locations });
    expect(namesIn(await find())).toEqual([]);
  });

  it('twice says that nothing changed', async () => {
    const { locations } = scene({ project: { 'settings.json': disabled('guard') } });
    expect(await disableMod({ name: 'guard', scope: 'project', locations })).toMatchObject({
      changed: false,
    });
  });

  it('of a name that no mod has names the nearest one', async () => {
    const { locations } = scene({});
    const request = { scope: 'user', locations, knownNames: ['guard', 'review'] } as const;
    expect(await disableMod({ ...request, name: 'gaurd' })).toMatchObject({ unknown: 'guard' });
    expect(await disableMod({ ...request, name: 'something-else' })).toMatchObject({ unknown: null });
    expect(await disableMod({ ...request, name: 'guard' })).not.toHaveProperty('unknown');
  });
});

describe('cmd mods enable', () => {
  it('removes the name from `mods.disabled`', async () => {
    const { project, locations } = scene({ project: { 'settings.json': disabled('guard', 'other') } });
    expect(await enableMod({ name: 'guard', scope: 'project', locations })).toMatchObject({
      changed: true,
      blockedBy: [],
    });
    expect(settingsOf(project)).toEqual(disabled('other'));
  });

  it('of an opt-in built-in mod adds it to `mods.enabled`', async () => {
    const { project, locations } = scene({ project: { 'settings.json': disabled('todos') } });
    await enableMod({ name: 'todos', scope: 'project', locations, optIn: ['todos'] });
    expect(settingsOf(project)).toEqual({ mods: { disabled: [], enabled: ['todos'] } });
    await enableMod({ name: 'guard', scope: 'project', locations, optIn: ['todos'] });
    expect(settingsOf(project)).toEqual({ mods: { disabled: [], enabled: ['todos'] } });
  });

  const blockers: [string, (scene: Scene) => readonly [string, string], object][] = [
    [
      "the user's file",
      ({ home }) => [join(home, '.commandcode/settings.json'), 'Run cmd mods enable guard -g'],
      { home: { 'settings.json': disabled('guard') } },
    ],
    [
      'the project-local file, which has to be edited by hand',
      ({ project }) => {
        const file = join(project, '.commandcode/settings.local.json');
        return [file, `Take "guard" out of mods.disabled in ${file} by hand: no command writes to that file`];
      },
      { project: { 'settings.local.json': disabled('guard') } },
    ],
    [
      '`disableAll`',
      ({ home }) => {
        const file = join(home, '.commandcode/settings.json');
        return [file, `Take "disableAll" out of ${file}`];
      },
      { home: { 'settings.json': { mods: { disableAll: true } } } },
    ],
  ];
  it.each(blockers)(
    'that another settings file still blocks (%s) names that file and gives the one fix',
    async (_, expected, layout) => {
      const made = scene(layout);
      const { blockedBy } = await enableMod({ name: 'guard', scope: 'project', locations: made.locations });
      const [file, fix] = expected(made);
      expect(blockedBy).toMatchObject([{ file, fix }]);
    },
  );

  it("with -g names the project's file when that blocks it, and the command for it", async () => {
    const { locations, project } = scene({ project: { 'settings.json': disabled('guard') } });
    const { blockedBy } = await enableMod({ name: 'guard', scope: 'user', locations });
    expect(blockedBy).toEqual([
      {
        file: join(project, '.commandcode/settings.json'),
        key: 'disabled',
        fix: 'Run cmd mods enable guard',
      },
    ]);
  });

  it('never writes to `settings.local.json`', async () => {
    const { locations, project } = scene({ project: { 'settings.local.json': disabled('guard') } });
    await enableMod({ name: 'guard', scope: 'project', locations });
    expect(settingsOf(project, 'settings.local.json')).toEqual(disabled('guard'));
  });
});

describe('in a project that is not trusted', () => {
  it('a writing command writes, and says that it counts once the project is trusted', async () => {
    const { locations, project } = scene({ trusted: false });
    expect(await disableMod({ name: 'guard', scope: 'project', locations })).toMatchObject({
      changed: true,
      counts: false,
    });
    expect(await enableMod({ name: 'guard', scope: 'project', locations })).toMatchObject({
      changed: true,
      counts: false,
    });
    expect(settingsOf(project)).toEqual(disabled());
  });

  it('-g counts right away, and what the project disables does not block it', async () => {
    const { locations } = scene({ project: { 'settings.json': disabled('guard') }, trusted: false });
    expect(await enableMod({ name: 'guard', scope: 'user', locations })).toMatchObject({
      counts: true,
      blockedBy: [],
    });
  });

  it('the scopes of installing commands say that the project does not count', async () => {
    const { locations, home, project } = scene({ trusted: false });
    const scopes = await installScopes(locations);
    expect(scopes.map(({ name, root, trusted }) => [name, root, trusted])).toEqual([
      ['project', project, false],
      ['user', home, true],
    ]);
  });
});

describe('at home, where there is no project', () => {
  it("both scopes are the user's", async () => {
    const { home } = scene({});
    const locations = findLocations({ cwd: home, home });
    const { file } = await disableMod({ name: 'guard', scope: 'project', locations });
    expect(file).toBe(join(home, '.commandcode/settings.json'));
    expect((await installScopes(locations)).map(({ name }) => name)).toEqual(['user']);
  });
});

describe('cmd mods open', () => {
  it("opens the project's mods folder, the user's with -g, and creates it if it does not exist yet", async () => {
    const { locations, home, project } = scene({});
    expect(await ensureModsFolder('project', locations)).toBe(join(project, '.commandcode/mods'));
    expect(await ensureModsFolder('user', locations)).toBe(join(home, '.commandcode/mods'));
    expect([
      existsSync(join(project, '.commandcode/mods')),
      existsSync(join(home, '.commandcode/mods')),
    ]).toEqual([true, true]);
  });

  it('`--path` names the folder and makes nothing', () => {
    const { locations, project } = scene({});
    expect(modsFolderFor('project', locations)).toBe(join(project, '.commandcode/mods'));
    expect(existsSync(join(project, '.commandcode'))).toBe(false);
  });
});
