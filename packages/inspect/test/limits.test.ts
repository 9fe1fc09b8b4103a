import {
  type Allowance,
  beyondAllowance,
  checkDeclared,
  diffReports,
  inspect,
  readAllowance,
} from '@cmd-mods/inspect';
import { describe, expect, it } from 'vitest';

const scan = (text: string, manifest: object = {}) =>
  inspect(
    new Map([
      ['package.json', JSON.stringify({ name: 'm', ...manifest })],
      ['index.ts', `export default (cmd: any) => {\n${text}\n};`],
    ]),
  );
const names = (text: string, allow: Allowance) =>
  beyondAllowance(scan(text), allow).map(({ kind, name }) => `${kind} ${name}`);

describe('an allowance', () => {
  it.each<[string, string, Allowance, string[]]>([
    [
      'an absent list allows nothing',
      "fetch('https://a.example');",
      {},
      ['reach network', 'hosts a.example'],
    ],
    [
      'a list allows what it names',
      "fetch('https://a.example');",
      { reach: ['network'], hosts: ['a.example'] },
      [],
    ],
    [
      'a host may be a family',
      "fetch('https://x.a.example');",
      { reach: ['network'], hosts: ['*.a.example'] },
      [],
    ],
    [
      'variables are named one by one',
      'process.env.A; process.env.B;',
      { reach: ['env'], env: ['A'] },
      ['env B'],
    ],
    ['hooks are all allowed when absent', 'cmd.hooks({ onStop() {} });', {}, []],
    [
      'hooks are held to a list',
      'cmd.hooks({ onStop() {}, onRunEnd() {} });',
      { hooks: ['onStop'] },
      ['hooks onRunEnd'],
    ],
    [
      'packages are allowed by name',
      "import('left-pad/lib');",
      { reach: ['external'], externals: ['left-pad'], unknown: true },
      [],
    ],
    [
      'unknown is not allowed unless it says so',
      'eval("1");',
      {
        reach: [
          'dynamic',
          'native',
          'process',
          'permission',
          'transcript',
          'network',
          'fs_write',
          'fs_read',
          'env',
        ],
      },
      ['unknown external'],
    ],
  ])('%s', (_name, text, allow, expected) => {
    expect(names(text, allow)).toEqual(expected);
  });

  it.each([
    [[], 'is not an object'],
    [{ reach: 'network' }, 'reach is not a list of strings'],
    [{ reach: ['nett'] }, "has 'nett', which is none of"],
    [{ hooks: ['onstop'] }, "has 'onstop'"],
    [{ hots: [] }, "'hots'"],
    [{ unknown: 1 }, 'neither true nor false'],
  ])('%j is refused with the reason', (value, reason) => {
    expect(readAllowance(value, 'allow')).toMatchObject({ problems: [expect.stringContaining(reason)] });
  });
});

describe('declared reach', () => {
  it('is set against what was found', () => {
    const report = scan("fetch('https://a.example');", {
      commandcode: { reach: { reach: ['process'], env: ['A'] } },
    });

    expect(report.declared).toMatchObject({
      undeclared: [
        { kind: 'reach', name: 'network', where: { file: 'index.ts', line: 2, column: 1 } },
        { kind: 'hosts', name: 'a.example' },
      ],
      unused: ['reach process', 'env A'],
    });
    expect(checkDeclared(report).map(({ code }) => code)).toEqual([
      'INSPECT_BEYOND_DECLARED',
      'INSPECT_BEYOND_DECLARED',
    ]);
  });

  it('that is missing is a finding where it is required', () => {
    expect(checkDeclared(scan('')).map(({ code }) => code)).toEqual(['INSPECT_NOTHING_DECLARED']);
  });

  it('that is malformed is noted and counts as none', () => {
    const report = scan('', { commandcode: { reach: { reach: ['nett'] } } });

    expect(report.declared).toBeUndefined();
    expect(report.notes[0]).toContain("'nett'");
  });
});

describe('a difference', () => {
  it.each([
    ['reaches more', '', 'fetch(cmd.name);', true],
    ['reads another variable', 'process.env.A;', 'process.env.A; process.env.B;', true],
    ['names another host', "fetch('https://a.example');", "fetch('https://b.example');", true],
    ['adds a hook', '', 'cmd.hooks({ onStop() {} });', true],
    ['adds a command', '', "cmd.addCommand({ name: 'x' });", true],
    ['leaves something unknown', '', "import('./gone');", true],
    ['only moves', 'fetch(cmd.name);', '\n\n  fetch(cmd.name);', false],
    ['reaches less', 'fetch(cmd.name); process.env.A;', 'fetch(cmd.name);', false],
  ])('a version that %s', (_name, before, after, isWider) => {
    expect(diffReports(scan(before), scan(after)).widened).toBe(isWider);
  });

  it('says what came and what went', () => {
    expect(diffReports(scan('process.env.A;'), scan('fetch(cmd.name);'))).toMatchObject({
      schemaVersion: 1,
      added: { reach: { network: [{ what: 'fetch' }] }, env: [] },
      removed: { reach: { env: [{ what: 'process.env.A' }] }, env: ['A'] },
    });
  });
});
