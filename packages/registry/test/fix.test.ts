import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from '../src/rules/text/dates.ts';
import { lines, registryText, soundEntry, validateText } from './support/workbench.ts';

describe('--fix', () => {
  it('mends what can be mended, and reports the rest', async () => {
    const text = registryText(
      soundEntry('b-roast', {
        kinds: ['hook', 'tool', 'hook'],
        tags: ['Shell', 'shell', 'x'],
        addedAt: '1 August 2026',
      }),
      soundEntry('a-guard', { description: 'asks first.', author: {} }),
    );
    const { report, written } = await validateText(text, { fix: true });
    expect(lines({ report, text: written })).toEqual(['7:17 error author-name /mods/0/author']);
    expect(JSON.parse(written)).toEqual({
      mods: [
        soundEntry('a-guard', { description: 'Asks first.', author: {} }),
        soundEntry('b-roast', { kinds: ['tool', 'hook'], tags: ['shell', 'x'], addedAt: '2026-08-01' }),
      ],
    });
    expect(report.fixed).toBeGreaterThan(0);
  });

  it('makes the smallest edits: what no rule names stays byte for byte', async () => {
    const text = registryText(soundEntry('a-guard', { tags: ['Shell'] })).replace('Ada', '\\u0041da');
    const { written } = await validateText(text, { fix: true });
    expect(written).toBe(text.replace('"Shell"', '"shell"'));
  });

  it('leaves short lists on one line, and formats the rest', async () => {
    const text =
      '{"mods":[{"name":"a-guard", "kinds":["tool","hook"],\r\n"source":"ada/guard",' +
      '"description":"Asks first.","author":{"name":"Ada"}}]}';
    const { written } = await validateText(`\ufeff${text}`, { fix: true });
    const expected = [
      '{',
      '  "mods": [',
      '    {',
      '      "name": "a-guard",',
      '      "kinds": ["tool", "hook"],',
      '      "source": "ada/guard",',
      '      "description": "Asks first.",',
      '      "author": {',
      '        "name": "Ada"',
      '      }',
      '    }',
      '  ]',
      '}',
      '',
    ].join('\n');
    expect(written).toBe(expected);
  });

  it.each([
    ['a syntax error', '{"mods": [{"name": "b"},{"name":"a"},]}'],
    ['a duplicate key', '{"mods": [{"name": "b", "name": "a"}]}'],
    ['a file in another encoding', Buffer.from('\ufeff{"mods":[]}', 'utf16le')],
  ])('touches nothing where it does not know what was meant: %s', async (_, text) => {
    const before = typeof text === 'string' ? text : text.toString('utf8');
    expect((await validateText(text, { fix: true })).written).toBe(before);
  });

  it('writes no date that could be another one', () => {
    expect(['01/02/2026', '2026-02-30', '2026-08-01 10:00', 'soon', '8/2026'].map(readDate)).toEqual(
      Array(5).fill(undefined),
    );
    expect(
      ['2026/8/1', '1st Aug. 2026', 'Sept 1, 2026', '2026-08-01 10:00+0200', '2026-08-01T10:00:00z'].map(
        readDate,
      ),
    ).toEqual([
      '2026-08-01',
      '2026-08-01',
      '2026-09-01',
      '2026-08-01T10:00:00+02:00',
      '2026-08-01T10:00:00Z',
    ]);
  });
});

/** What an entry means, whatever its layout, order and letter case: what no fix may change. */
function meaning(text: string): unknown {
  const { mods } = JSON.parse(text.replace(/^\ufeff/, '')) as { mods: Record<string, unknown>[] };
  const meant = mods.map((entry) => ({
    ...entry,
    description: capital(entry.description),
    kinds: new Set(entry.kinds as string[]),
    tags: new Set((entry.tags as string[]).map((tag) => tag.toLowerCase())),
    addedAt: readDate(String(entry.addedAt)) ?? entry.addedAt,
  }));
  return meant.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

function capital(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}

const anyEntry = fc.record({
  name: fc.stringMatching(/^[a-z]{1,3}(?:-[a-z0-9]{1,3})?$/),
  description: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  kinds: fc.array(fc.constantFrom('tool', 'command', 'hook', 'provider', 'panes'), {
    minLength: 1,
    maxLength: 5,
  }),
  tags: fc.array(fc.constantFrom('a', 'A', 'b', 'ÄB', 'äb', 'C'), { maxLength: 5 }),
  addedAt: fc.constantFrom(
    '2026-08-01',
    '2026/8/1',
    'Aug 1, 2026',
    '01/02/2026',
    'soon',
    '2026-08-01 10:00Z',
  ),
});
const anyLayout = fc.record({
  space: fc.constantFrom('', ' ', '\t', '\n', '\r\n', '  \n   '),
  indent: fc.constantFrom(0, 2, 4),
  bom: fc.boolean(),
  crlf: fc.boolean(),
});

describe('a fix', () => {
  it('never changes what a file means, ends with nothing to fix, and is done at the first go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEntry, { maxLength: 6 }),
        anyLayout,
        async (mods, { space, indent, bom, crlf }) => {
          const printed = `${space}${JSON.stringify({ mods }, null, indent).replaceAll('":', `"${space}:${space}`)}${space}`;
          const text = (bom ? '\ufeff' : '') + (crlf ? printed.replaceAll('\n', '\r\n') : printed);
          const { written, report } = await validateText(text, { fix: true });
          expect(meaning(written)).toEqual(meaning(text));
          expect(report.findings.filter(({ fixable }) => fixable)).toEqual([]);
          expect((await validateText(written, { fix: true })).written).toBe(written);
        },
      ),
      { numRuns: 150 },
    );
  });
});
