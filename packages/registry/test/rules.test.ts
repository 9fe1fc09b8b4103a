import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULE_IDS, RULES, type RuleId, type ValidateRequest, validateRegistry } from '../src/index.ts';
import { FIXTURES, ioIn, lines, temporaryFolder } from './support/workbench.ts';

/** What each failing fixture is found guilty of, in the order of the file: place, severity, rule, JSON pointer. */
const FAILING: Readonly<Partial<Record<RuleId, readonly string[]>>> = {
  'json-syntax': ['7:7 error json-syntax', '10:23 error json-syntax'],
  'json-duplicate-key': ['12:7 error json-duplicate-key /mods/0/name'],
  schema: [
    '4:15 error schema /mods/0',
    '9:7 error schema /mods/0/desciption',
    '13:17 error schema /mods/1/source',
    '21:5 error schema /mods/2',
    '29:16 error schema /mods/3/kinds',
    '31:15 error schema /mods/3/repo',
  ],
  'name-charset': [
    '4:15 error name-charset /mods/0/name',
    '14:15 error name-charset /mods/1/name',
    '24:15 error name-charset /mods/2/name',
  ],
  'name-unique': ['14:15 error name-unique /mods/1/name'],
  'name-confusable': [
    '14:15 error name-confusable /mods/1/name',
    '34:15 warning name-confusable /mods/3/name',
    '44:15 error name-confusable /mods/4/name',
    '64:15 warning name-confusable /mods/6/name',
  ],
  'source-unique': ['14:17 error source-unique /mods/1/source'],
  'source-kind': [5, 14, 23, 32, 41, 50, 59, 68].map(
    (line, index) => `${line}:17 error source-kind /mods/${index}/source`,
  ),
  'npm-source-mismatch': ['11:14 error npm-source-mismatch /mods/0/npm'],
  'npm-version': [
    '5:17 error npm-version /mods/0/source',
    '15:17 error npm-version /mods/1/source',
    '31:14 error npm-version /mods/2/npm',
  ],
  'description-length': [
    '6:22 error description-length /mods/0/description',
    '16:22 error description-length /mods/1/description',
  ],
  'description-text': [6, 16, 26, 36, 46, 56].map(
    (line, index) => `${line}:22 error description-text /mods/${index}/description`,
  ),
  'description-style': [6, 16, 26].map(
    (line, index) => `${line}:22 warning description-style /mods/${index}/description`,
  ),
  'author-name': ['7:17 error author-name /mods/0/author', '18:17 error author-name /mods/1/author/name'],
  'kinds-enum': ['10:25 error kinds-enum /mods/0/kinds/1', '10:34 error kinds-enum /mods/0/kinds/2'],
  'kinds-unique': ['10:33 error kinds-unique /mods/0/kinds/2'],
  'kinds-order': ['10:16 warning kinds-order /mods/0/kinds'],
  'tags-lowercase': ['12:25 warning tags-lowercase /mods/0/tags/1'],
  'tags-unique': ['12:35 warning tags-unique /mods/0/tags/2'],
  'added-at': [12, 23, 34, 45].map((line, index) => `${line}:18 error added-at /mods/${index}/addedAt`),
  official: ['12:19 error official /mods/0/official'],
  'hidden-conflict': ['4:15 error hidden-conflict /mods/0/name', '21:14 error hidden-conflict /mods/1/npm'],
  'entry-order': ['4:15 warning entry-order /mods/0/name'],
  format: ['1:1 warning format', '1:2 warning format', '4:16 warning format', '14:2 warning format'],
  'file-size': ['1:1 error file-size'],
  renamed: ['4:15 error renamed /mods/0/name'],
  'source-owner-changed': ['5:17 error source-owner-changed /mods/0/source'],
  removed: ['1:1 error removed'],
  'many-new': ['4:15 warning many-new /mods/0'],
  'other-files': ['1:1 error other-files', '1:1 error other-files'],
};

const BY_HAND = RULE_IDS.filter((rule) => RULES[rule].group !== 'online');

async function run(rule: RuleId, name: 'pass' | 'fail'): Promise<string[]> {
  if (rule === 'file-size' && name === 'fail') return runHuge();
  const folder = join(FIXTURES, 'rules', rule);
  const has = (file: string) => existsSync(join(folder, file));
  const request: ValidateRequest = {
    file: `${name}.json`,
    ...(has('base.json') ? { base: 'base.json' } : {}),
    ...(has('changed.txt') && name === 'fail' ? { changedFiles: 'changed.txt' } : {}),
  };
  return lines(await validateRegistry(request, ioIn(folder)));
}

/** A hundred megabytes are no fixture. */
async function runHuge(): Promise<string[]> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'registry.json'), Buffer.alloc(100 * 2 ** 20, ' '));
  return lines(await validateRegistry({ file: 'registry.json' }, ioIn(folder)));
}

describe.each(BY_HAND)('the rule %s', (rule) => {
  it('has nothing against its passing fixture', async () => {
    expect(await run(rule, 'pass')).toEqual([]);
  });

  it('finds what is wrong in its failing fixture, at the right places', async () => {
    expect(await run(rule, 'fail')).toEqual(FAILING[rule]);
  });

  it('says what to do', async () => {
    const { title, why, fix } = RULES[rule];
    for (const text of [title, why, fix]) expect(text).toMatch(/\S/);
  });
});

it('the fixtures are those of the rules', () => {
  expect(Object.keys(FAILING).toSorted()).toEqual(BY_HAND.toSorted());
  expect(readFileSync(join(FIXTURES, 'rules/format/fail.json'), 'utf8').startsWith('\ufeff{\r\n')).toBe(true);
});
