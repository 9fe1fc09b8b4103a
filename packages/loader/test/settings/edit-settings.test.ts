import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import {
  addToModsArray,
  createSettingsWriter,
  removeFromModsArray,
} from '../../src/settings/settings-writer.ts';
import { folderOf, temporaryFolder } from '../support/fixture.ts';

/** A settings file of this text. */
function fileOf(text: string): string {
  return join(folderOf({ 'settings.json': text }), 'settings.json');
}

const COMMENTED = `{
    // The colours.
    "theme": "dark",
    "unknown": {"z": 1, "a": [1,2]},
    "mods": {
        "disabled": [
            "one", // too loud
            "two"
        ],
        /* in place */
        "paths": ["./mine.ts"]
    }
}
`;

describe('a command that writes settings', () => {
  it('keeps unknown keys, key order, indentation and comments', async () => {
    const file = fileOf(COMMENTED);
    await addToModsArray(file, 'disabled', 'three');
    expect(readFileSync(file, 'utf8')).toBe(COMMENTED.replace('"two"\n', '"two",\n            "three"\n'));
    await removeFromModsArray(file, 'disabled', 'three');
    expect(readFileSync(file, 'utf8')).toBe(COMMENTED);
  });

  it('keeps tabs, CRLF and a byte order mark', async () => {
    const file = fileOf(
      '\uFEFF{\r\n\t"mods": {\r\n\t\t"disabled": [\r\n\t\t\t"one"\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
    await addToModsArray(file, 'disabled', 'two');
    expect(readFileSync(file, 'utf8')).toBe(
      '\uFEFF{\r\n\t"mods": {\r\n\t\t"disabled": [\r\n\t\t\t"one",\r\n\t\t\t"two"\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
  });

  it('the first write to project settings creates `.commandcode/settings.json`', async () => {
    const file = join(temporaryFolder(), '.commandcode', 'settings.json');
    await addToModsArray(file, 'disabled', 'one');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mods: { disabled: ['one'] } });
    expect(readdirSync(join(file, '..'))).toEqual(['settings.json']);
  });

  it('with nothing to change writes nothing, and creates nothing', async () => {
    const file = join(temporaryFolder(), '.commandcode', 'settings.json');
    expect(await removeFromModsArray(file, 'disabled', 'one')).toBe(false);
    expect(existsSync(join(file, '..'))).toBe(false);
    const there = fileOf('{"mods":{"disabled":["one"]}}');
    const { mtimeMs } = statSync(there);
    expect(await addToModsArray(there, 'disabled', 'one')).toBe(false);
    expect(statSync(there).mtimeMs).toBe(mtimeMs);
  });

  it('leaves a file that does not parse byte for byte as it was, and fails with the place', async () => {
    const text = '{\n  "mods": { "disabled": ["a" }\n';
    const file = fileOf(text);
    await expect(addToModsArray(file, 'disabled', 'b')).rejects.toMatchObject({
      diagnostic: { code: 'SETTINGS_BROKEN', where: { file, line: 2 } },
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each([
    ['{"mods": {"disabled": "one"}}', 'mods.disabled'],
    ['{"mods": []}', 'mods.disabled'],
    ['[]', 'mods.disabled'],
  ])('does not put an array in the place of %s', async (text, key) => {
    const file = fileOf(text);
    await expect(addToModsArray(file, 'disabled', 'b')).rejects.toMatchObject({
      diagnostic: { code: 'SETTINGS_WRONG_VALUE', message: expect.stringContaining(key) },
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('keeps the permissions of the file, and a link stays a link', async () => {
    const file = fileOf('{}');
    chmodSync(file, 0o600);
    const link = join(temporaryFolder(), 'settings.json');
    symlinkSync(file, link);
    await addToModsArray(link, 'disabled', 'one');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect([statSync(file).mode & 0o777, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([
      0o600,
      { mods: { disabled: ['one'] } },
    ]);
  });

  it('applies its change to the file as it is at that moment', async () => {
    const file = fileOf('{"mods": {"paths": ["old.ts"]}}');
    await addToModsArray(file, 'disabled', 'one');
    writeFileSync(file, readFileSync(file, 'utf8').replace('old.ts', 'edited-by-hand.ts'));
    await addToModsArray(file, 'disabled', 'two');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mods: { paths: ['edited-by-hand.ts'], disabled: ['one', 'two'] },
    });
  });

  it('an entry that another process appended to the same array survives a concurrent add', async () => {
    const file = fileOf('{\n  // kept\n  "mods": {}\n}\n');
    const module = pathToFileURL(join(import.meta.dirname, '../../dist/settings/settings-writer.js')).href;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const run = (name: string) =>
      promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        `import { addToModsArray } from ${JSON.stringify(module)}; await addToModsArray(${JSON.stringify(file)}, 'disabled', '${name}');`,
      ]);
    await Promise.all(names.map(run));
    const text = readFileSync(file, 'utf8');
    expect((parse(text) as { mods: { disabled: string[] } }).mods.disabled.sort()).toEqual(names);
    expect(text).toContain('// kept');
  });

  const name = fc.stringMatching(/^[a-z"\\/ü]{1,6}$/);
  it('adding and removing a name gives back the file as it was, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name), name, fc.constantFrom(0, 2, 4), async (names, added, indent) => {
        fc.pre(!names.includes(added) && names.length > 0);
        const text = JSON.stringify(
          { a: 1, mods: { disabled: names, paths: [] }, z: [{}] },
          undefined,
          indent,
        );
        const file = fileOf(text);
        await addToModsArray(file, 'disabled', added);
        expect(JSON.parse(readFileSync(file, 'utf8')).mods.disabled).toEqual([...names, added]);
        await removeFromModsArray(file, 'disabled', added);
        expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
      }),
      { numRuns: 25 },
    );
  });
});

describe('the sources of a settings file', () => {
  it('add and remove preserve hand-written object entries, and `mods.paths`', async () => {
    const file = fileOf(`{
  "mods": {
    "sources": [
      {"source": "owner/pack@v1", "mods": ["review/*.ts"]}, // mine
      "npm:b"
    ],
    "paths": ["npm:b"]
  }
}
`);
    const writer = createSettingsWriter(file);
    expect(await writer.sources()).toEqual(['owner/pack@v1', 'npm:b']);
    await writer.addSource('npm:c');
    await writer.addSource('owner/pack@v2', 'owner/pack@v1');
    await writer.addSource('npm:b@2', 'npm:b');
    expect(await writer.sources()).toEqual(['owner/pack@v2', 'npm:b@2', 'npm:c']);
    await writer.removeSource('npm:b@2');
    const text = readFileSync(file, 'utf8');
    expect(parse(text)).toEqual({
      mods: { sources: [{ source: 'owner/pack@v2', mods: ['review/*.ts'] }, 'npm:c'], paths: ['npm:b'] },
    });
    expect(text).toContain('// mine');
  });

  it('adding a source that is there changes nothing', async () => {
    const file = fileOf('{"mods": {"sources": [{"source": "npm:a"}]}}');
    await createSettingsWriter(file).addSource('npm:a');
    expect(readFileSync(file, 'utf8')).toBe('{"mods": {"sources": [{"source": "npm:a"}]}}');
  });

  it('of a file that does not parse cannot be read, so a command ends before it begins', async () => {
    await expect(createSettingsWriter(fileOf('{')).sources()).rejects.toMatchObject({
      diagnostic: { code: 'SETTINGS_BROKEN' },
    });
  });

  it('of a file that is not there are none, and the first one creates it', async () => {
    const file = join(temporaryFolder(), '.commandcode/settings.json');
    const writer = createSettingsWriter(file);
    expect(await writer.sources()).toEqual([]);
    await writer.addSource('npm:a');
    expect(await writer.sources()).toEqual(['npm:a']);
  });
});
