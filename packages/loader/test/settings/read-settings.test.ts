import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../src/settings/read-settings-file.ts';
import { validateSettings } from '../../src/settings/validate-settings.ts';
import { folderOf } from '../support/fixture.ts';
import { codesIn, dropsIn, namesIn, QUIET, scene } from '../support/scene.ts';

/** Reads a settings file of this text. */
function read(text: string): ReturnType<typeof readSettingsFile> {
  return readSettingsFile(join(folderOf({ 'settings.json': text }), 'settings.json'));
}

describe('a settings file', () => {
  it('may have comments, trailing commas and a byte order mark', async () => {
    const text = '\uFEFF{\n  // why\n  "mods": { "disabled": ["a",], /* and */ },\n}\n';
    expect(await read(text)).toMatchObject({ state: 'read', mods: { disabled: ['a'] }, diagnostics: [] });
  });

  it('that is not there, or empty, says nothing', async () => {
    expect(await readSettingsFile('/nowhere/settings.json')).toMatchObject({ state: 'absent' });
    expect(await read(' \n')).toMatchObject({ state: 'absent' });
  });

  it('without a `mods` key says nothing of mods', async () => {
    expect(await read('{ "theme": "dark" }')).toMatchObject({ state: 'read', diagnostics: [] });
  });

  it('that does not parse is broken, with line and column', async () => {
    expect(await read('{\n  "mods": {\n    "disabled": ["a" "b"]\n  }\n}')).toMatchObject({
      state: 'broken',
      diagnostic: { code: 'SETTINGS_BROKEN', severity: 'error', where: { line: 3, column: 22 } },
    });
  });

  it('that is a folder is broken, not absent', async () => {
    const folder = folderOf({ 'settings.json/x': '' });
    expect(await readSettingsFile(join(folder, 'settings.json'))).toMatchObject({ state: 'broken' });
  });

  it.each<[string, string, object, string[]]>([
    [
      '`sources` of the wrong type',
      '{"mods": {"sources": "npm:a", "disabled": ["b"]}}',
      { sources: [], disabled: ['b'] },
      ['1:22 mods.sources is not an array.'],
    ],
    [
      'an entry of the wrong type',
      '{"mods": {"sources": ["npm:a", 7]}}',
      { sources: [{ source: 'npm:a' }] },
      ['1:32 mods.sources[1] is not a text or an object.'],
    ],
    [
      'an object entry without a source',
      '{"mods": {"sources": [{"mods": []}, "npm:a"]}}',
      { sources: [{ source: 'npm:a' }] },
      ['1:23 mods.sources[0].source is not a text.'],
    ],
    [
      'an entry whose filter is wrong, which is left out whole',
      '{"mods": {"sources": [{"source": "npm:a", "mods": "x"}]}}',
      { sources: [] },
      ['1:51 mods.sources[0].mods is not an array.'],
    ],
    [
      'a pattern of the wrong type',
      '{"mods": {"sources": [{"source": "npm:a", "mods": ["x", null]}]}}',
      { sources: [] },
      ['1:57 mods.sources[0].mods[1] is not a text.'],
    ],
    [
      '`disabled` of the wrong type',
      '{"mods": {"disabled": "a"}}',
      { disabled: [] },
      ['1:23 mods.disabled is not an array.'],
    ],
    [
      'a disabled name of the wrong type',
      '{"mods": {"disabled": ["a", false]}}',
      { disabled: ['a'] },
      ['1:29 mods.disabled[1] is not a text.'],
    ],
    [
      '`disableAll` of the wrong type',
      '{"mods": {"disableAll": "yes"}}',
      {},
      ['1:25 mods.disableAll is not true or false.'],
    ],
    ['`mods` of the wrong type', '{"mods": []}', { sources: [] }, ['1:10 mods is not an object.']],
    ['a file that is no object', '[]', { sources: [] }, ['1:1 The file is not an object.']],
    [
      'a key that is nearly right',
      '{"mods": {"disable": ["a"]}}',
      { disabled: [] },
      ['1:22 mods.disable is not known; did you mean disabled?'],
    ],
  ])(
    'with %s is reported with file, line and column, and the other entries still count',
    async (_, text, mods, places) => {
      const content = await read(text);
      expect(content).toMatchObject({ state: 'read', mods });
      const found = content.state === 'read' ? content.diagnostics : [];
      expect(found.map(({ where, message }) => `${where?.line}:${where?.column} ${message}`)).toEqual(places);
    },
  );

  it("another program's keys are left alone", async () => {
    expect(await read('{"mods": {"somethingElse": 1}, "disabled": 7}')).toMatchObject({ diagnostics: [] });
  });

  it('of any shape gives lists of texts and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json().map((text) => JSON.parse(text)),
          fc.record({
            mods: fc.object({
              key: fc.constantFrom('sources', 'paths', 'disabled', 'enabled', 'disableAll'),
            }),
          }),
        ),
        (value) => {
          const { mods } = validateSettings(value);
          for (const list of [
            mods.paths,
            mods.disabled,
            mods.enabled,
            mods.sources.map(({ source }) => source),
          ]) {
            expect(list.every((each) => typeof each === 'string')).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the three files together', () => {
  it("for a single value the project's file beats the user's, and the local file beats both", async () => {
    const age = (minimumReleaseAge: string) => ({ mods: { minimumReleaseAge } });
    const user = { 'settings.json': age('1d') };
    const project = { 'settings.json': age('2d') };
    const local = { ...project, 'settings.local.json': age('3d') };
    const value = async (layout: object) => (await scene(layout).find()).settings.minimumReleaseAge;
    expect([
      await value({ home: user }),
      await value({ home: user, project }),
      await value({ home: user, project: local }),
      await value({}),
    ]).toEqual(['1d', '2d', '3d', undefined]);
  });

  it('a file that does not parse is reported once, and the other files still count', async () => {
    const { find } = scene({
      home: { 'mods/user.ts': QUIET, 'settings.json': { mods: { disabled: ['other'] } } },
      project: { 'mods/project.ts': QUIET, 'settings.json': '{ "mods": ' },
    });
    const found = await find();
    expect(codesIn(found)).toEqual(['SETTINGS_BROKEN']);
    expect([...found.settings.disabled.keys()]).toEqual(['other']);
  });

  it("at a fresh start what a broken file may have switched off stays off: that scope's discovered mods", async () => {
    const { find } = scene({
      home: { 'mods/user.ts': QUIET, 'settings.json': '{' },
      project: { 'mods/project.ts': QUIET },
    });
    const found = await find();
    expect([namesIn(found), dropsIn(found)]).toEqual([['project'], ['user.ts: settings-unreadable']]);
    expect(found.dropped[0]?.by).toMatch(/home\/.commandcode\/settings.json$/);
  });

  it('a reload keeps the last good content of a file that broke meanwhile, and reports the error', async () => {
    const { find, home } = scene({
      home: { 'mods/a.ts': QUIET, 'mods/b.ts': QUIET, 'settings.json': { mods: { disabled: ['a'] } } },
    });
    const first = await find();
    writeFileSync(join(home, '.commandcode/settings.json'), '{ "mods": { "disabled": [');
    const second = await find({ previousSettings: first.settingsFiles });
    expect([namesIn(second), codesIn(second)]).toEqual([['b'], ['SETTINGS_BROKEN']]);
    const third = await find({ previousSettings: second.settingsFiles });
    expect(namesIn(third)).toEqual(['b']);
  });

  it('a full reload reads settings from disk again and applies a changed `disabled` or filter', async () => {
    const { find, home } = scene({ home: { 'mods/a.ts': QUIET, 'mods/b.ts': QUIET } });
    const first = await find();
    writeFileSync(join(home, '.commandcode/settings.json'), JSON.stringify({ mods: { disabled: ['a'] } }));
    expect(namesIn(await find({ previousSettings: first.settingsFiles }))).toEqual(['b']);
  });

  it('settings given in memory by an embedder or the test kit survive a reload, also after another change', async () => {
    const { find, home } = scene({ home: { 'mods/a.ts': QUIET, 'mods/b.ts': QUIET } });
    const settings = { user: { mods: { disabled: ['a'] } } };
    const first = await find({ settings });
    writeFileSync(join(home, '.commandcode/settings.json'), JSON.stringify({ mods: { disabled: ['b'] } }));
    const second = await find({ settings, previousSettings: first.settingsFiles });
    expect([namesIn(first), namesIn(second)]).toEqual([['b'], ['b']]);
  });

  it('`mods.paths` and `mods.sources` stay separate', async () => {
    const { find } = scene({
      home: {
        '@/a.ts': QUIET,
        '@/b/index.ts': QUIET,
        'settings.json': { mods: { paths: ['a.ts'], sources: ['./b'] } },
      },
    });
    expect((await find()).mods.map(({ name, origin }) => `${name} ${origin.kind}`)).toEqual([
      'a path',
      'b source',
    ]);
  });

  it('commands that only read create no `.commandcode` folder and no file', async () => {
    const { load, project, home } = scene({});
    const before = [readdirSync(project), readdirSync(join(home, '.commandcode'))];
    await load();
    expect([readdirSync(project), readdirSync(join(home, '.commandcode'))]).toEqual(before);
    expect(existsSync(join(project, '.commandcode'))).toBe(false);
  });

  it('is never rewritten by a read', async () => {
    const text = '{ "mods": {"disabled":["a"]}   }';
    const { find, home } = scene({ home: { 'settings.json': text } });
    await find();
    expect(readFileSync(join(home, '.commandcode/settings.json'), 'utf8')).toBe(text);
  });
});
