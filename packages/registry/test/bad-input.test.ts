import { describe, expect, it } from 'vitest';
import { validateRegistry } from '../src/index.ts';
import { ioIn, lines, registryText, soundEntry, temporaryFolder, validateText } from './support/workbench.ts';

/** An entry with one fault: its name. */
const wrong = soundEntry('A', { source: 'ada/guard', npm: undefined });
const entryText = JSON.stringify(soundEntry('a-guard'));

describe('bad input gives clear findings, and the rest is still checked', () => {
  it.each([
    { what: 'an empty file', text: '', expected: ['1:1 error json-syntax'] },
    { what: 'white space', text: ' \n\n', expected: ['1:1 error json-syntax'] },
    { what: 'a web page', text: '<!doctype html>\n', expected: ['1:1 error json-syntax'] },
    { what: 'a number', text: '7\n', expected: ['1:1 error schema'] },
    { what: 'null', text: 'null\n', expected: ['1:1 error schema'] },
    { what: 'an object without mods', text: '{}\n', expected: ['1:1 error schema'] },
    {
      what: 'a merge conflict',
      text: '{\n<<<<<<< HEAD\n  "mods": []\n=======\n  "mods": []\n>>>>>>> b\n}\n',
      expected: [
        '2:1 error json-syntax',
        '4:1 error json-syntax',
        '5:3 error json-duplicate-key /mods',
        '6:1 error json-syntax',
      ],
    },
    {
      what: 'several syntax errors',
      text: '{\n  "mods": [\n    {\n      "name": "a-guard"\n      "kinds": ["tool",],\n      // note\n    }\n  ]\n}\n',
      expected: [
        '4:15 error schema /mods/0',
        '4:15 error schema /mods/0',
        '4:15 error schema /mods/0',
        '5:7 error json-syntax',
        '6:7 error json-syntax',
        '7:5 error json-syntax',
      ],
    },
    { what: 'a byte order mark', text: `\ufeff${registryText()}`, expected: ['1:1 warning format'] },
    { what: 'CRLF', text: registryText().replaceAll('\n', '\r\n'), expected: ['1:2 warning format'] },
    {
      what: 'UTF-16',
      text: Buffer.from(`\ufeff${registryText(wrong)}`, 'utf16le'),
      expected: ['1:1 error json-syntax', '4:15 error name-charset /mods/0/name'],
    },
    {
      what: 'bytes that are no UTF-8',
      text: Buffer.from(registryText(soundEntry('a-guard', { author: { name: 'Jos\xe9' } })), 'latin1'),
      expected: ['8:21 error json-syntax'],
    },
    {
      what: 'a single entry instead of a registry',
      text: `${JSON.stringify(wrong, null, 2)}\n`,
      expected: ['1:1 error schema', '2:11 error name-charset /name'],
    },
    {
      what: 'a bare list',
      text: `${JSON.stringify([wrong], null, 2)}\n`,
      expected: ['1:1 error schema', '3:13 error name-charset /0/name'],
    },
    {
      what: 'a single entry as mods',
      text: `${JSON.stringify({ mods: wrong }, null, 2)}\n`,
      expected: ['2:11 error schema /mods', '3:13 error name-charset /mods/name'],
    },
    {
      what: 'an entry that is null, and others of wrong types',
      text: `{\n  "mods": [\n    null,\n    7,\n    [],\n    ${entryText}\n  ]\n}\n`,
      expected: [
        '3:5 error schema /mods/0',
        '4:5 error schema /mods/1',
        '5:5 error schema /mods/2',
        '6:6 warning format',
      ],
    },
    {
      what: 'a hundred thousand brackets',
      text: '['.repeat(100_000) + ']'.repeat(100_000),
      expected: ['1:51 error schema'],
    },
    {
      what: 'a hundred thousand brackets that are never closed',
      text: `{"mods": ${'['.repeat(100_000)}`,
      expected: ['1:59 error schema'],
    },
  ])('$what', async ({ text, expected }) => {
    expect(lines(await validateText(text))).toEqual(expected);
  });

  it('a key named __proto__ is an unknown key like any other', async () => {
    const text = registryText(soundEntry('a-guard')).replace(
      '"npm":',
      '"__proto__": {"name": "x"},\n      "npm":',
    );
    const found = lines(await validateText(text)).filter((line) => line.includes('error'));
    expect(found).toEqual(['13:7 error schema /mods/0/__proto__']);
  });

  it('a key written twice is found by its decoded text, and the last one counts', async () => {
    const text = registryText(soundEntry('a-guard')).replace('"npm":', '"n\\u0061me": "B",\n      "npm":');
    expect(lines(await validateText(text))).toEqual([
      '13:7 error json-duplicate-key /mods/0/name',
      '13:20 error name-charset /mods/0/name',
    ]);
  });

  it('two lists of mods are one duplicate key, and the last one is checked', async () => {
    const text = `{\n  "mods": [${entryText}],\n  "mods": [${JSON.stringify(wrong)}]\n}\n`;
    expect(lines(await validateText(text)).filter((line) => line.includes('error'))).toEqual([
      '3:3 error json-duplicate-key /mods',
      '3:20 error name-charset /mods/0/name',
    ]);
  });

  it('a Cyrillic look-alike is named with its code point, and found to imitate the name', async () => {
    const result = await validateText(
      registryText(
        soundEntry('shell-guard'),
        soundEntry('sh\u0435ll-guard', { source: 'ada/guard', npm: undefined }),
      ),
    );
    const messages = result.report.findings.map(({ rule, message }) => `${rule}: ${message}`);
    expect(messages).toContainEqual(expect.stringMatching(/^name-charset: .*U\+0435.*looks like "e"/));
    expect(messages).toContainEqual(expect.stringMatching(/^name-confusable: .*"shell-guard"/));
  });

  it('counts code points: 240 emoji fit, 241 do not, and the message says how many there are', async () => {
    const of = (count: number) => registryText(soundEntry('a-guard', { description: '🚀'.repeat(count) }));
    expect(lines(await validateText(of(240)))).toEqual([]);
    const [finding] = (await validateText(of(241))).report.findings;
    expect(finding).toMatchObject({
      rule: 'description-length',
      message: expect.stringContaining('241/240'),
    });
    expect(finding).toMatchObject({ line: 6, column: 22, endLine: 6, endColumn: 22 + 2 + 2 * 241 });
  });

  it.each([
    ['owner/repo', 'https://github.com/Owner/Repo'],
    ['owner/repo@v1', 'git@github.com:owner/repo.git'],
    ['npm:some-mod@1.2.3', 'some-mod'],
    ['git:gitlab.com/a/b', 'https://gitlab.com/a/b.git#main'],
  ])('%s and %s are one source', async (one, other) => {
    const result = await validateText(
      registryText(
        soundEntry('a-guard', { source: one, npm: undefined }),
        soundEntry('b-roast', { source: other, npm: undefined }),
      ),
    );
    expect(lines(result)).toEqual(['16:17 error source-unique /mods/1/source']);
  });

  it('never repeats a password of a source', async () => {
    const result = await validateText(
      registryText(soundEntry('a-guard', { source: 'https://ada:hunter2@example.com/a/b', npm: undefined })),
    );
    expect(JSON.stringify(result.report)).not.toContain('hunter2');
  });

  it('says "did you mean" for keys and kinds', async () => {
    const result = await validateText(
      registryText(
        soundEntry('a-guard', { Description: 'x', kinds: ['tools', 'comand'], addedat: '2026-01-01' }),
      ),
    );
    const hints = result.report.findings.map(({ hint }) => hint);
    for (const word of ['description', 'tool', 'command', 'addedAt'])
      expect(hints).toContain(`Did you mean "${word}"?`);
  });
});

describe('a validation that cannot run', () => {
  it.each([
    ['the file is missing', { file: 'none.json' }, 'REGISTRY_FILE_UNREADABLE'],
    ['the file is a folder', { file: '.' }, 'REGISTRY_FILE_UNREADABLE'],
    ['a waived rule does not exist', { waive: ['renamed,remved'] }, 'REGISTRY_RULE_UNKNOWN'],
  ])('throws when %s', async (_, request, code) => {
    const run = validateText(registryText(), request as object);
    await expect(run).rejects.toMatchObject({ diagnostic: { code } });
  });

  it('names the rule that was meant', async () => {
    await expect(validateText(registryText(), { waive: ['remved'] })).rejects.toMatchObject({
      diagnostic: { hint: 'Did you mean removed?' },
    });
  });

  it.each([{ file: 'x.json' }, { file: '.', base: 'x.json' }, { file: '.', changedFiles: 'x.json' }])(
    'names the file: %j',
    async (request) => {
      const cwd = temporaryFolder();
      await expect(validateRegistry({ ...request, file: 'x.json' }, ioIn(cwd))).rejects.toThrow(
        'x.json does not exist',
      );
    },
  );
});
