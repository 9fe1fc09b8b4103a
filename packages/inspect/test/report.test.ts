import { inspect, LEXICAL_NOTE } from '@cmd-mods/inspect';
import { HOOKS } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';

const scan = (files: Record<string, string>) => inspect(new Map(Object.entries(files)));
const one = (body: string) => scan({ 'index.ts': `export default function (cmd: any) {\n  ${body}\n}\n` });

describe('the report', () => {
  it('starts with the version of its schema', () => {
    expect(Object.keys(one(''))[0]).toBe('schemaVersion');
  });

  it('says that the scan is lexical, always', () => {
    expect(one('')).toMatchObject({ lexical: true, notes: [LEXICAL_NOTE] });
  });

  it('gives the line and column of the callee, in UTF-16 units from 1', () => {
    const report = scan({ 'index.ts': "\ufeffconst a = '😀'; fetch('https://a.example');" });

    expect(report.reach.network.evidence).toEqual([{ file: 'index.ts', line: 1, column: 18, what: 'fetch' }]);
  });

  it('gives the files that lead to a place, but not for an entry', () => {
    const report = scan({
      'index.ts': "import './lib/a.ts';\nfetch('x');",
      'lib/a.ts': "import '../b.js';",
      'b.ts': "fetch('y');",
    });

    expect(report.reach.network.evidence).toEqual([
      { file: 'b.ts', line: 1, column: 1, what: 'fetch', via: ['index.ts', 'lib/a.ts', 'b.ts'] },
      { file: 'index.ts', line: 2, column: 1, what: 'fetch' },
    ]);
  });

  it('names the environment variables that are read, and * where it cannot', () => {
    expect(one("return [process.env.HOME, process.env['PA' + 'TH']];").env).toEqual(['HOME', 'PATH']);
    expect(one('return process.env[cmd.name];').env).toEqual(['*']);
    expect(one('return { ...process.env };').env).toEqual(['*']);
  });

  it('names hosts in URLs and in the arguments of network calls', () => {
    const report = scan({
      'index.ts':
        "import net from 'node:net';\nnet.connect(80, 'tcp.example.org'); net.connect({ host: 'opt.example.org' }); fetch('https://api.example.com/' + 1);",
    });

    expect(report.hosts).toEqual(['api.example.com', 'opt.example.org', 'tcp.example.org']);
  });

  it('lists files that no entry leads to apart, as not read', () => {
    expect(scan({ 'index.ts': '', 'other.test.ts': 'fetch("x")' })).toMatchObject({
      files: [
        { path: 'index.ts', read: 'full', reached: true },
        { path: 'other.test.ts', read: 'none', reason: 'no entry leads to it', reached: false },
      ],
      reach: { network: { state: 'no' } },
    });
  });

  it('lists scripts that an install would run, and programs, apart from reach', () => {
    const report = scan({
      'package.json': JSON.stringify({
        name: 'm',
        scripts: { postinstall: 'node x', test: 'vitest' },
        bin: { m: './bin.js' },
      }),
      'index.ts': '',
    });

    expect(report).toMatchObject({
      scripts: [{ name: 'postinstall', command: 'node x' }],
      binaries: ['./bin.js'],
      reach: { process: { state: 'no' } },
    });
  });

  it('names a build of compiled code that npm starts by itself', () => {
    expect(scan({ 'package.json': '{}', 'binding.gyp': '{}', 'index.ts': '' }).scripts).toEqual([
      { name: 'install', command: 'node-gyp rebuild' },
    ]);
  });
});

describe('three answers', () => {
  it('are no when everything was read and nothing was found', () => {
    expect(one('return 1;').reach.network).toEqual({ state: 'no', evidence: [] });
  });

  it.each([
    ['dynamic', "return import(cmd.getFlag('x'));", ['dynamic']],
    ['external', "return import('left-pad');", ['external']],
    ['unread', "return import('./gone');", ['unread']],
  ])('turn from no to unknown because of something %s', (_name, body, because) => {
    expect(one(body).reach.network).toEqual({ state: 'unknown', because, evidence: [] });
  });

  it('leave dynamic at no for an external import, since that is named already', () => {
    expect(one("return import('left-pad');").reach.dynamic.state).toBe('no');
  });

  it('are unknown for a package whose mods were not found', () => {
    expect(scan({ 'src/a.ts': '' }).reach.network).toMatchObject({ state: 'unknown', because: ['unread'] });
  });

  it('are unknown around a syntax error, and what stands there is read all the same', () => {
    const report = scan({ 'index.ts': 'const a = { ;\nexport default () => process.env.HOME;' });

    expect(report.files[0]).toMatchObject({ read: 'partial', reason: expect.stringContaining('1:13') });
    expect(report.reach).toMatchObject({
      env: { state: 'yes' },
      network: { state: 'unknown', because: ['unread'] },
    });
  });
});

describe('what a mod registers', () => {
  it.each(Object.entries(HOOKS))('hook %s has the mode of the table', (name, { mode }) => {
    expect(one(`cmd.hooks({ ${name}() {} });`).hooks).toEqual([
      { name, mode, file: 'index.ts', line: 2, column: 15 },
    ]);
  });

  it('marks a hook whose name is worked out, and names one * that cannot be', () => {
    expect(one("cmd.hooks({ ['on' + 'Stop']: () => {} });").hooks).toMatchObject([
      { name: 'onStop', computed: true },
    ]);
    expect(one('cmd.hooks({ [cmd.name]: () => {} });')).toMatchObject({
      hooks: [{ name: '*', computed: true }],
      reach: { dynamic: { state: 'yes' } },
    });
  });

  it('notes a hook that does not exist', () => {
    expect(one('cmd.hooks({ beforeToolcall() {} });').notes[0]).toBe(
      "index.ts:2:15: 'beforeToolcall' is no hook",
    );
  });

  it.each([
    ["cmd.addTool({ schema: { name: 'count' }, run() {} })", 'tool', 'count'],
    ["cmd.addCommand({ name: 'hi', handler() {} })", 'command', 'hi'],
    ["cmd.addFlag('loud', { type: 'boolean' })", 'flag', 'loud'],
    ["cmd.addProvider({ id: 'own', transport: { kind: 'aisdk' } })", 'provider', 'own'],
    ["cmd.addRenderer('chart', () => [])", 'renderer', 'chart'],
    ["cmd.addAgent({ name: 'reviewer' })", 'agent', 'reviewer'],
    ["cmd.addShortcut('alt+r', { handler() {} })", 'shortcut', 'alt+r'],
    ["cmd.addSkillsPath('./skills')", 'skills', './skills'],
    ["cmd.ui.widget({ placement: 'above-editor', render: () => [] })", 'widget', 'above-editor'],
    ["cmd.ui.pane({ id: 'todo', title: 'Todo', render: () => [] })", 'pane', 'todo'],
    ["cmd.ui.override('spinner', () => [])", 'override', 'spinner'],
    ["cmd.expose('count', () => 1)", 'expose', 'count'],
    ['cmd.addCommand({ name: cmd.name, handler() {} })', 'command', null],
  ])('%s', (body, kind, name) => {
    expect(one(`${body};`).adds).toEqual([{ kind, name, file: 'index.ts', line: 2, column: 3 }]);
  });

  it('names every event of a loop', () => {
    expect(
      one("for (const name of ['turn_start', 'turn_end']) cmd.on(name, () => {});").events.map(
        ({ name }) => name,
      ),
    ).toEqual(['turn_start', 'turn_end']);
  });

  it.each([
    ['cmd.model.complete({ prompt: "x" })', "asks the session's model"],
    ["cmd.audio.play({ file: 'x' })", 'plays sound'],
    ["cmd.ui.copy('x')", 'writes to the clipboard'],
  ])('%s is a note and no reach', (body, words) => {
    const report = one(`${body};`);

    expect(report.notes[0]).toContain(words);
    expect(Object.values(report.reach).every(({ state }) => state === 'no')).toBe(true);
  });
});

describe('entries', () => {
  const mod = 'export default () => {};';

  it.each([
    [
      'the manifest, with globs',
      {
        'package.json': '{"commandcode":{"mods":["./src/*.ts"]}}',
        'src/a.ts': mod,
        'src/b.ts': mod,
        'index.ts': mod,
      },
      ['src/a.ts', 'src/b.ts'],
    ],
    [
      'the manifest, with a folder',
      { 'package.json': '{"commandcode":{"mods":["./src"]}}', 'src/a.ts': mod },
      ['src/a.ts'],
    ],
    [
      'else the folder mods',
      { 'mods/a.ts': mod, 'mods/b/index.ts': mod, 'mods/b/c.ts': mod, 'index.ts': mod },
      ['mods/a.ts', 'mods/b/index.ts'],
    ],
    ['else a root index', { 'index.ts': mod, 'main.js': mod }, ['index.ts']],
    ['else what the package exports', { 'package.json': '{"main":"main.js"}', 'main.js': mod }, ['main.js']],
    ['none for an empty list', { 'package.json': '{"commandcode":{"mods":[]}}', 'index.ts': mod }, []],
  ])('come from %s', (_name, files, entries) => {
    expect(scan(files as unknown as Record<string, string>).entries).toEqual(entries);
  });

  it('that leave the package are dropped with a note', () => {
    expect(scan({ 'package.json': '{"commandcode":{"mods":["../x.ts"]}}' }).notes[0]).toContain(
      'leaves the package',
    );
  });

  it('of a package without any are noted', () => {
    expect(scan({ 'package.json': '{"main":"main.js"}', 'main.js': '' }).notes[0]).toContain('offers no mod');
  });
});
