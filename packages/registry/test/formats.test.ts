import { beforeEach, describe, expect, it } from 'vitest';
import {
  RULE_IDS,
  renderGithub,
  renderJson,
  renderMarkdown,
  renderPretty,
  renderSarif,
} from '../src/index.ts';
import { registryText, soundEntry, validateText } from './support/workbench.ts';

const text = registryText(
  soundEntry('a-guard', { descripton: 'x' }),
  soundEntry('b-roast', { kinds: ['panes'], description: 'greets: 100%, and\nmore' }),
);
let result: Awaited<ReturnType<typeof validateText>>;
beforeEach(async () => {
  result = await validateText(text);
});

describe('pretty', () => {
  it('shows place, rule, entry, message, the line with the place marked, and what to do', () => {
    const [first] = renderPretty(result, { color: false }).split('\n\n');
    expect(first).toBe(
      [
        'registry.json:14:7 error schema (a-guard)',
        '  An entry has no key "descripton".',
        '  14 |       "descripton": "x"',
        '     |       ^^^^^^^^^^^^',
        '  Did you mean "description"?',
        '  docs/registry-rules.md#schema',
      ].join('\n'),
    );
  });

  it('ends with what there was, and colours only when asked to', () => {
    expect(renderPretty(result, { color: false })).toMatch(
      /\n2 entries: 3 errors and 1 warning; 1 can be fixed with --fix\n$/,
    );
    expect(renderPretty(result, { color: false })).not.toContain('\u001b');
    expect(renderPretty(result, { color: true })).toContain('\u001b[31m');
  });

  it('shows characters that a terminal would obey or hide by their numbers', async () => {
    const strange = await validateText(registryText(soundEntry('a\u202eb\u001b[2Jc\u0000')));
    const printed = renderPretty(strange, { color: false });
    expect(printed).toContain('a<U+202E>b<U+001B>[2Jc<U+0000>');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(printed).not.toMatch(/[\u202e\u001b\u0000]/);
  });

  it('cuts a line that is too long around the place', async () => {
    const long = await validateText(JSON.stringify({ mods: [soundEntry('a'.repeat(200)), soundEntry('B')] }));
    const frames = renderPretty(long, { color: false })
      .split('\n')
      .filter((line) => line.includes('1 |'));
    for (const frame of frames) expect(frame.length).toBeLessThan(110);
    expect(frames.join('\n')).toContain('"name":"B"');
  });
});

describe('json', () => {
  it('is one object with the shape that is promised', () => {
    const parsed = JSON.parse(renderJson(result));
    expect(parsed).toMatchObject({ schemaVersion: 1, entries: 2 });
    expect(parsed.findings[0]).toEqual({
      rule: 'schema',
      severity: 'error',
      message: 'An entry has no key "descripton".',
      file: 'registry.json',
      line: 14,
      column: 7,
      endLine: 14,
      endColumn: 19,
      path: '/mods/0/descripton',
      entry: 'a-guard',
      hint: 'Did you mean "description"?',
      fixable: false,
    });
  });
});

describe('github', () => {
  it('prints a workflow command for each finding, escaped', () => {
    const commands = renderGithub(result)
      .split('\n')
      .filter((line) => line.startsWith('::'));
    expect(commands).toHaveLength(4);
    expect(commands[0]).toBe(
      '::error file=registry.json,line=14,col=7,endColumn=19,title=schema::An entry has no key "descripton". Did you mean "description"?',
    );
  });

  it('lets no text of a registry become a command', async () => {
    const hostile = await validateText(registryText(soundEntry('x\n::set-env name=A::b%0A::error::c')), {
      changedFiles: 'registry.json',
    });
    const commands = renderGithub(hostile).split('\n');
    expect(
      commands.filter((line) => line.startsWith('::') && !/^::(?:error|warning) file=/.test(line)),
    ).toEqual([]);
    expect(commands.join('\n')).toContain('b%250A');
  });
});

describe('sarif', () => {
  it('is a log of one run that knows all rules', () => {
    const sarif = JSON.parse(renderSarif(result));
    const [run] = sarif.runs;
    expect(sarif.version).toBe('2.1.0');
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([...RULE_IDS]);
    expect(run.results[0]).toMatchObject({
      ruleId: 'schema',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'registry.json' },
            region: { startLine: 14, startColumn: 7, endLine: 14, endColumn: 19 },
          },
        },
      ],
    });
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });
});

describe('markdown', () => {
  it('is a table, with everything from the file escaped', async () => {
    const hostile = await validateText(registryText(soundEntry('<img src=x>|[a](b) @ada `x`')));
    const table = renderMarkdown(hostile);
    expect(table).toContain('| error | registry.json:4:15 | name-charset |');
    expect(table).not.toMatch(/<img|(?<!\\)\|\[a\]|@ada|(?<!\\)`x/);
  });

  it('says so when there is nothing', async () => {
    expect(renderMarkdown(await validateText(registryText()))).toBe(
      '## Registry\n\n0 entries: nothing to report.\n',
    );
  });
});
