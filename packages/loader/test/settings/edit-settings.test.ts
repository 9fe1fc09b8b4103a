import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { type ParseError, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { changeText } from '../../src/settings/change-text.ts';
import { addToModsArray, removeFromModsArray } from '../../src/settings/settings-writer.ts';
import { settingsFile, temporaryFolder } from '../support/fixture.ts';

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
    const file = settingsFile(COMMENTED);
    await addToModsArray(file, 'disabled', 'three');
    expect(readFileSync(file, 'utf8')).toBe(COMMENTED.replace('"two"\n', '"two",\n            "three"\n'));
    await removeFromModsArray(file, 'disabled', 'three');
    expect(readFileSync(file, 'utf8')).toBe(COMMENTED);
  });

  it('keeps tabs, CRLF and a byte order mark', async () => {
    const file = settingsFile(
      '\uFEFF{\r\n\t"mods": {\r\n\t\t"disabled": [\r\n\t\t\t"one"\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
    await addToModsArray(file, 'disabled', 'two');
    expect(readFileSync(file, 'utf8')).toBe(
      '\uFEFF{\r\n\t"mods": {\r\n\t\t"disabled": [\r\n\t\t\t"one",\r\n\t\t\t"two"\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
  });

  it.each([
    [
      'an array on one line',
      '{\n  "mods": { "disabled": ["one"] }\n}\n',
      '{\n  "mods": { "disabled": ["one", "two"] }\n}\n',
    ],
    [
      'an empty array',
      '{\n  "mods": {\n    "disabled": []\n  }\n}\n',
      '{\n  "mods": {\n    "disabled": ["two"]\n  }\n}\n',
    ],
    [
      'an object on one line',
      '{\n  "mods": {"paths": ["x"]}\n}\n',
      '{\n  "mods": {"paths": ["x"], "disabled": ["two"]}\n}\n',
    ],
    ['an empty object', '{\n  "mods": {}\n}\n', '{\n  "mods": {"disabled": ["two"]}\n}\n'],
    [
      'a whole file on one line',
      '{ "theme": "dark" }\n',
      '{ "theme": "dark", "mods": {"disabled": ["two"]} }\n',
    ],
    ['an empty file', '', '{\n  "mods": {\n    "disabled": [\n      "two"\n    ]\n  }\n}\n'],
    [
      'a file without the key',
      '{\n    "theme": "dark" // why\n}\n',
      '{\n    "theme": "dark", // why\n    "mods": {\n        "disabled": [\n            "two"\n        ]\n    }\n}\n',
    ],
  ])('changes %s in the way it is written', async (_, before, after) => {
    const file = settingsFile(before);
    await addToModsArray(file, 'disabled', 'two');
    expect(readFileSync(file, 'utf8')).toBe(after);
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
    const there = settingsFile('{"mods":{"disabled":["one"]}}');
    const { mtimeMs } = statSync(there);
    expect(await addToModsArray(there, 'disabled', 'one')).toBe(false);
    expect(statSync(there).mtimeMs).toBe(mtimeMs);
  });

  it('leaves a file that does not parse byte for byte as it was, and fails with the place', async () => {
    const text = '{\n  "mods": { "disabled": ["a" }\n';
    const file = settingsFile(text);
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
    const file = settingsFile(text);
    await expect(addToModsArray(file, 'disabled', 'b')).rejects.toMatchObject({
      diagnostic: { code: 'SETTINGS_WRONG_VALUE', message: expect.stringContaining(key) },
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('keeps the permissions of the file, and a link stays a link', async () => {
    const file = settingsFile('{}');
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
    const file = settingsFile('{"mods": {"paths": ["old.ts"]}}');
    await addToModsArray(file, 'disabled', 'one');
    writeFileSync(file, readFileSync(file, 'utf8').replace('old.ts', 'edited-by-hand.ts'));
    await addToModsArray(file, 'disabled', 'two');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mods: { paths: ['edited-by-hand.ts'], disabled: ['one', 'two'] },
    });
  });

  it('a lock that a killed process left behind is taken over', async () => {
    const file = settingsFile('{}');
    mkdirSync(`${file}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${file}.lock`, longAgo, longAgo);
    await addToModsArray(file, 'disabled', 'one');
    expect(readdirSync(join(file, '..'))).toEqual(['settings.json']);
  });

  it('an entry that another process appended to the same array survives a concurrent add', async () => {
    const file = settingsFile('{\n  // kept\n  "mods": {}\n}\n');
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

  it.each([
    [
      'one of several on one line',
      '{"mods": {"disabled": ["one", "two", "three"]}}',
      'two',
      '{"mods": {"disabled": ["one", "three"]}}',
    ],
    [
      'the first on one line',
      '{"mods": {"disabled": ["one", "two"]}}',
      'one',
      '{"mods": {"disabled": ["two"]}}',
    ],
    [
      'the last on one line',
      '{"mods": {"disabled": ["one", "two"]}}',
      'two',
      '{"mods": {"disabled": ["one"]}}',
    ],
    ['the only one', '{"mods": {"disabled": [ "one" ]}}', 'one', '{"mods": {"disabled": []}}'],
    [
      'one with a line and a comment of its own',
      COMMENTED,
      'one',
      COMMENTED.replace('            "one", // too loud\n', ''),
    ],
    [
      'the last of several lines',
      COMMENTED,
      'two',
      COMMENTED.replace('"one", // too loud\n            "two"\n', '"one" // too loud\n'),
    ],
    [
      'the last before a trailing comma',
      '{"mods": {"disabled": [\n  "one",\n  "two",\n]}}',
      'two',
      '{"mods": {"disabled": [\n  "one",\n]}}',
    ],
    ['the only line', '{"mods": {"disabled": [\n  "one"\n]}}', 'one', '{"mods": {"disabled": []}}'],
    [
      'one that stands twice',
      '{"mods": {"disabled": ["one", "two", "one"]}}',
      'one',
      '{"mods": {"disabled": ["two"]}}',
    ],
    [
      'one beside a comment in a line',
      '{"mods": {"disabled": [/* a */ "one", /* b */ "two"]}}',
      'one',
      '{"mods": {"disabled": [/* a */ /* b */ "two"]}}',
    ],
  ])('removes %s', async (_, before, name, after) => {
    const file = settingsFile(before);
    await removeFromModsArray(file, 'disabled', name);
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it.each([
    [
      'a trailing comma',
      '{"mods": {"disabled": [\n  "one", // a\n]}}',
      '{"mods": {"disabled": [\n  "one", // a\n  "two",\n]}}',
    ],
    [
      'a comment behind the last',
      '{"mods": {"disabled": [\n  "one" // a\n  // b\n]}}',
      '{"mods": {"disabled": [\n  "one", // a\n  // b\n  "two"\n]}}',
    ],
    [
      'a comment alone',
      '{"mods": {"disabled": [\n  // none yet\n]}}',
      '{"mods": {"disabled": [\n  // none yet\n  "two"\n]}}',
    ],
    [
      'the bracket on the last line',
      '{"mods": {"disabled": ["zero",\n  "one"]}}',
      '{"mods": {"disabled": ["zero",\n  "one",\n  "two"\n]}}',
    ],
  ])('appends behind %s', async (_, before, after) => {
    const file = settingsFile(before);
    await addToModsArray(file, 'disabled', 'two');
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  const name = fc.stringMatching(/^[a-z"\\/ü,\]]{1,6}$/);
  const gap = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\n    ',
    '\r\n\t',
    ' /* , ] */ ',
    ' // [ ,\n  ',
    '\n  // alone\n  ',
  );
  /** An array with anything that may stand between its parts. */
  const array = fc
    .tuple(
      fc.uniqueArray(name, { maxLength: 4 }),
      fc.array(gap, { minLength: 10, maxLength: 10 }),
      fc.boolean(),
    )
    .map(([names, gaps, isTrailing]) => {
      const parts = names.map((each, index) => {
        const comma = index < names.length - 1 || isTrailing ? ',' : '';
        return `${gaps[2 * index]}${JSON.stringify(each)}${gaps[2 * index + 1]}${comma}`;
      });
      return { names, text: `[${parts.join('')}${gaps[9]}]` };
    });
  const comments = (text: string): readonly string[] =>
    text.match(/\/\* , \] \*\/|\/\/ (?:\[ ,|alone)/g) ?? [];

  it('adds to any array, with the other elements, every comment, and all around it as they were', () => {
    fc.assert(
      fc.property(array, name, ({ names, text }, added) => {
        const before = `{ "a": [1], // x\n "mods": {"disabled": ${text}, "z": {}} }`;
        const after = changeText(before, { path: ['mods', 'disabled', -1], value: added });
        const errors: ParseError[] = [];
        expect(parse(after, errors, { allowTrailingComma: true })).toEqual({
          a: [1],
          mods: { disabled: [...names, added], z: {} },
        });
        expect([errors, comments(after)]).toEqual([[], comments(before)]);
        expect(after.startsWith('{ "a": [1], // x\n "mods": {"disabled": [')).toBe(true);
        expect(after.endsWith(', "z": {}} }')).toBe(true);
      }),
    );
  });

  it('removes from any array, and leaves a text that parses, with the other elements and comments on other lines', () => {
    fc.assert(
      fc.property(array, fc.nat(), ({ names, text }, chosen) => {
        fc.pre(names.length > 0);
        const index = chosen % names.length;
        const before = `{"mods": {"disabled": ${text}}}`;
        const after = changeText(before, { path: ['mods', 'disabled', index], value: undefined });
        const errors: ParseError[] = [];
        const disabled = names.filter((_, at) => at !== index);
        expect([parse(after, errors, { allowTrailingComma: true }), errors]).toEqual([
          { mods: { disabled } },
          [],
        ]);
        const alone = (body: string) => body.match(/\/\/ alone/g)?.length ?? 0;
        expect(alone(after)).toBe(alone(before));
      }),
    );
  });

  it('adding and removing a name gives back the array as it was written', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1 }),
        name,
        fc.constantFrom(0, 2, 4),
        (names, added, indent) => {
          fc.pre(!names.includes(added));
          const text = JSON.stringify(
            { a: 1, mods: { disabled: names, paths: [] }, z: [{}] },
            undefined,
            indent,
          );
          const grown = changeText(text, { path: ['mods', 'disabled', -1], value: added });
          expect(JSON.parse(grown).mods.disabled).toEqual([...names, added]);
          expect(changeText(grown, { path: ['mods', 'disabled', names.length], value: undefined })).toBe(
            text,
          );
        },
      ),
    );
  });
});
