import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, validateRegistry } from '../src/index.ts';
import { ioIn, lines, registryText, soundEntry, temporaryFolder, validateText } from './support/workbench.ts';

const faulty = soundEntry('c-note', { description: 'x'.repeat(300), kinds: ['panes'] });
const git = (name: string, source: string, more: object = {}) =>
  soundEntry(name, { source, npm: undefined, ...more });

describe('with a base', () => {
  it('tolerates what is wrong there already, wherever it stands now', async () => {
    const base = registryText(faulty);
    const result = await validateText(registryText(soundEntry('a-guard'), faulty), { base });
    expect(lines(result)).toEqual([]);
    expect(result.report.tolerated).toBe(3);
  });

  it('reports a fault that got another one of its kind, and one that changed', async () => {
    const base = registryText(faulty);
    const head = registryText({ ...faulty, description: 'x'.repeat(301), kinds: ['panes', 'pains'] });
    expect(lines(await validateText(head, { base }))).toEqual([
      '6:22 error description-length /mods/0/description',
      '12:9 error kinds-enum /mods/0/kinds/1',
    ]);
  });

  it('tolerates a base that is not JSON, and says so of a head that still is not', async () => {
    const broken = registryText(soundEntry('a-guard')).replace('"kinds"', 'kinds');
    expect(lines(await validateText(broken, { base: broken }))).toEqual([]);
    expect(lines(await validateText(registryText(soundEntry('a-guard')), { base: broken }))).toEqual([]);
    expect(lines(await validateText(broken.replace('"npm"', 'npm'), { base: broken }))).toHaveLength(1);
  });

  it('blames the new entry of two that collide, though it stands first', async () => {
    const base = registryText(soundEntry('turn-counters'));
    const head = registryText(soundEntry('turn-counter'), soundEntry('turn-counters'));
    expect(lines(await validateText(head, { base }))).toEqual(['4:15 warning name-confusable /mods/0/name']);
  });

  it('lets an unchanged registry pass in silence', async () => {
    const text = registryText(git('a-guard', 'ada/guard', { official: true }), faulty);
    expect(lines(await validateText(text, { base: text, actor: 'mallory' }))).toEqual([]);
  });

  it('calls the same source under another name renamed, and not removed as well', async () => {
    const base = registryText(git('a-guard', 'ada/guard'));
    const head = registryText(git('b-sentry', 'https://github.com/Ada/Guard.git'));
    expect(lines(await validateText(head, { base }))).toEqual(['4:15 error renamed /mods/0/name']);
  });

  it('names the entry that was removed', async () => {
    const base = registryText(git('a-guard', 'ada/guard'), git('b-roast', 'ada/roast'));
    const { report } = await validateText(registryText(git('a-guard', 'ada/guard')), { base });
    expect(report.findings).toMatchObject([
      { rule: 'removed', entry: 'b-roast', line: 1, column: 1, path: '' },
    ]);
  });

  it.each([
    ['ada/guard', 'ada/other-guard', true],
    ['ada/guard', 'https://github.com/ADA/guard.git#v2', true],
    ['ada/guard', 'mallory/guard', false],
    ['ada/guard', 'git:gitlab.com/ada/guard', false],
    ['ada/guard', 'npm:a-guard', false],
    ['npm:@ada/guard', 'npm:@ada/guard-two', true],
    ['npm:@ada/guard', 'npm:@mallory/guard', false],
    ['npm:guard-of-ada', 'npm:guard-of-mallory', false],
  ])('a source that goes from %s to %s keeps its owner: %s', async (from, to, isSame) => {
    const [base, head] = [from, to].map((source) => registryText(git('a-guard', source)));
    const rules = (await validateText(head ?? '', { base: base ?? '' })).report.findings.map(
      ({ rule }) => rule,
    );
    expect(rules).toEqual(isSame ? [] : ['source-owner-changed']);
  });

  it('waives the rules that are named', async () => {
    const base = registryText(git('a-guard', 'ada/guard'), git('b-roast', 'ada/roast'));
    const head = registryText(git('a-guard', 'mallory/guard'));
    const { report } = await validateText(head, { base, waive: ['removed, source-owner-changed'] });
    expect(report).toMatchObject({ findings: [], waived: 2 });
  });
});

describe('who proposes it', () => {
  const change = async (actor: string | undefined, changed: string) => {
    const cwd = temporaryFolder();
    const files = {
      'base.json': registryText(git('a-guard', 'ada/guard'), git('b-roast', 'ada/roast')),
      'mods/registry.json': registryText(git('a-guard', 'grace/guard', { official: true })),
      'maintainers.txt': '# the team\nAda\n@grace # on leave\n\n',
      'changed.txt': changed,
    };
    for (const [name, text] of Object.entries(files)) {
      const { mkdirSync } = await import('node:fs');
      mkdirSync(join(cwd, name, '..'), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const request = {
      file: 'mods/registry.json',
      base: 'base.json',
      maintainers: 'maintainers.txt',
      changedFiles: 'changed.txt',
    };
    const { report } = await validateRegistry(
      { ...request, ...(actor === undefined ? {} : { actor }) },
      ioIn(cwd),
    );
    return report.findings.map(({ rule, file }) => `${rule} ${file}`).toSorted();
  };
  const touched = 'mods/registry.json\r\nREADME.md\n';

  it.each([['mallory'], [undefined]])(
    '%s, no maintainer, may not remove, hand over, set official or touch other files',
    async (actor) => {
      expect(await change(actor, touched)).toEqual([
        'official mods/registry.json',
        'other-files README.md',
        'removed mods/registry.json',
        'source-owner-changed mods/registry.json',
      ]);
    },
  );

  it.each(['ada', 'Grace'])('%s, a maintainer, may', async (actor) => {
    expect(await change(actor, touched)).toEqual([]);
  });

  it('the registry itself is no other file', async () => {
    expect(await change('mallory', 'mods/registry.json\n')).not.toContainEqual(
      expect.stringContaining('other-files'),
    );
  });
});

describe('the exit code', () => {
  it.each([
    [[], undefined, 0],
    [['warning', 'warning'], undefined, 0],
    [['warning', 'warning'], 2, 0],
    [['warning', 'warning'], 1, 1],
    [['warning'], 0, 1],
    [['error'], undefined, 1],
    [['error', 'warning'], 5, 1],
  ])('of %j with --max-warnings %s is %i', (severities, maxWarnings, code) => {
    const findings = severities.map((severity) => ({ severity }));
    expect(exitCodeOf({ findings } as unknown as Parameters<typeof exitCodeOf>[0], maxWarnings)).toBe(code);
  });
});
