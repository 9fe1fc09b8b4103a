import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { Ajv } from 'ajv';
import { describe, expect, it, vi } from 'vitest';
import { type CheckCommandOptions, describeRules, RULE_IDS, runCheck } from '../src/index.ts';
import { renderRulesPage } from '../src/render/rules-page.ts';
import { MANIFEST_SCHEMA } from '../src/rules/manifest-schema.ts';
import { folderOf } from './support/workbench.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BAD = 'export default (cmd) => cmd.hooks({ beforeToolcall: () => undefined });\n';
const RISKY = 'export default (cmd) => cmd.hooks({ beforeToolCall: () => ({ block: true }) });\n';
const GOOD = 'export default (cmd) => cmd.hooks({ beforeToolCall: () => undefined });\n';

// The types of Node and of the language are read by several tests here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The schema of the standard, in draft 4; what it uses of it means the same in draft 7, but for the name of `id`. */
const require = createRequire(import.meta.url);
const schemaFile = require
  .resolve('@microsoft/jest-sarif')
  .replace(/lib\/.*$/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
const { id: _id, $schema: _schema, ...sarifSchema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(sarifSchema);

async function run(folder: string, options: CheckCommandOptions = {}) {
  let out = '';
  const reported: Diagnostic[] = [];
  const code = await runCheck(
    { load: false, ...options },
    {
      cwd: folder,
      home: join(folder, 'home'),
      env: {},
      version: '1.2.3',
      color: false,
      out: (text) => {
        out += text;
      },
      report: (diagnostic) => reported.push(diagnostic),
    },
  );
  return { code, out, reported: reported.map((diagnostic) => diagnostic.code) };
}

describe('cmd mods check', () => {
  it('exits with 1 on an error, 0 on a warning, 1 on a warning with --strict, 2 on a path at which nothing is', async () => {
    const folder = folderOf({ 'bad.ts': BAD, 'risky.ts': RISKY, 'good.ts': GOOD, 'notes.md': '' });
    expect((await run(folder, { path: 'bad.ts' })).code).toBe(1);
    expect((await run(folder, { path: 'risky.ts' })).code).toBe(0);
    expect((await run(folder, { path: 'risky.ts', strict: true })).code).toBe(1);
    expect((await run(folder, { path: 'good.ts', strict: true })).code).toBe(0);
    expect(await run(folder, { path: 'gone.ts' })).toMatchObject({
      code: 2,
      reported: ['CHECK_TARGET_MISSING'],
    });
    expect(await run(folder, { path: 'notes.md' })).toMatchObject({
      code: 2,
      reported: ['CHECK_TARGET_UNUSABLE'],
    });
    for (const options of [{ json: true, sarif: true }, { dryRun: true }, { rule: ['hook-unknwn'] }])
      expect(await run(folder, options)).toMatchObject({
        code: 2,
        out: '',
        reported: ['CHECK_OPTION_INVALID'],
      });
  });

  it('prints the line, marked, the reason, what to do, and the next step', async () => {
    const folder = folderOf({ 'bad.ts': BAD, 'good.ts': GOOD });
    expect((await run(folder, { path: 'bad.ts' })).out).toBe(
      [
        'bad.ts',
        '',
        '  1:37 error hook-unknown',
        "    'beforeToolcall' is no hook; did you mean 'beforeToolCall'? It is never called.",
        '    1 | export default (cmd) => cmd.hooks({ beforeToolcall: () => undefined });',
        '      |                                     ^^^^^^^^^^^^^^',
        '    Write beforeToolCall.',
        '    docs/check.md#hook-unknown',
        '',
        '1 error and 0 warnings. 1 can be fixed with --fix. Correct the errors, and check again.',
        '',
      ].join('\n'),
    );
    expect((await run(folder, { path: 'good.ts' })).out).toBe(
      'No faults. No factory, hook or tool was run. Try it: cmd -p "Hello" --mod good.ts\n',
    );
  });

  it('says that it ran nothing: a factory that always throws passes', async () => {
    const folder = folderOf({ 'throws.ts': 'export default () => { throw new Error("always"); };\n' });
    const { code, out } = await run(folder, { path: 'throws.ts' });
    expect([code, out]).toEqual([
      0,
      'No faults. No factory, hook or tool was run. Try it: cmd -p "Hello" --mod throws.ts\n',
    ]);
  });

  it('tells nobody to publish a package that says it is private', async () => {
    const folder = folderOf({ 'package.json': '{ "name": "a", "private": true }', 'index.ts': GOOD });
    const { out } = await run(folder, { rule: ['hook-unknown'] });
    expect(out).toBe('No faults. No factory, hook or tool was run. Try it: cmd -p "Hello" --mod index.ts\n');
  });

  it('says of a package without faults how its factories are run, and how it is published', async () => {
    const folder = folderOf({ 'package.json': '{ "name": "a" }', 'index.ts': GOOD });
    const { out } = await run(folder, { rule: ['hook-unknown'] });
    expect(out).toBe(
      'No faults. No factory, hook or tool was run; cmd mods test does that. ' +
        'Publish with npm publish; cmd mods registry entry writes the entry for a registry.\n',
    );
  });

  it('prints diagnostics with --json, and SARIF 2.1.0 with --sarif', async () => {
    const folder = folderOf({ 'bad.ts': BAD });
    const { findings, schemaVersion } = JSON.parse((await run(folder, { path: 'bad.ts', json: true })).out);
    expect({ schemaVersion, findings }).toEqual({
      schemaVersion: 1,
      findings: [
        {
          code: 'hook-unknown',
          severity: 'error',
          message: expect.stringContaining('beforeToolcall'),
          where: { file: join(folder, 'bad.ts'), line: 1, column: 37 },
          hint: 'Write beforeToolCall.',
        },
      ],
    });
    const sarif = JSON.parse((await run(folder, { path: 'bad.ts', sarif: true })).out);
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif.runs[0].results).toEqual([
      expect.objectContaining({
        ruleId: 'hook-unknown',
        ruleIndex: RULE_IDS.indexOf('hook-unknown'),
        level: 'error',
      }),
    ]);
  });

  it('lets a fault stand that a comment with a reason is about', async () => {
    const folder = folderOf({
      'with.ts': `// check-ignore hook-unknown: an older host has this one\n${BAD}`,
      'without.ts': `// check-ignore hook-unknown\n${BAD}`,
    });
    expect(await run(folder, { path: 'with.ts' })).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 ignored'),
    });
    expect(await run(folder, { path: 'without.ts' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('counts with a reason'),
    });
  });

  it('prints the rules with --list-rules, as data with --json', async () => {
    const { out } = await run('/', { listRules: true });
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(RULE_IDS);
    const { rules } = JSON.parse((await run('/', { listRules: true, json: true })).out);
    expect(rules).toEqual(describeRules());
  });
});

describe('--fix', () => {
  const FIXABLE = describeRules().filter(({ isFixable, group }) => isFixable && group === 'source');

  it('mends the wrong example of every rule that says so', async () => {
    const mods = FIXABLE.map(({ id, bad }) => [`${id}.ts`, bad] as const);
    const folder = folderOf({
      'package.json': JSON.stringify({ private: true, commandcode: { mods: mods.map(([file]) => file) } }),
      ...Object.fromEntries(mods),
    });
    const rule = [...FIXABLE.map(({ id }) => id), 'syntax'];
    const { code, out } = await run(folder, { fix: true, rule });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${FIXABLE.length} fixed\\. No faults\\.`)),
    });
    expect(readFileSync(join(folder, 'tool-read-only.ts'), 'utf8')).toContain(
      "input_schema: { type: 'object' } }, readOnly: true,\n    run:",
    );
  });

  it('mends a package.json: the keyword, and the API among the dependencies', async () => {
    const manifest = {
      name: 'a',
      version: '1.0.0',
      dependencies: { '@cmd-mods/mod-api': '^1.0.0', other: '1.0.0' },
    };
    const folder = folderOf({ 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, 'index.ts': GOOD });
    await run(folder, { fix: true, rule: ['keyword', 'host-peers'] });
    await run(folder, { fix: true, rule: ['keyword', 'host-peers'] });
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
      name: 'a',
      version: '1.0.0',
      keywords: ['cmd-mod'],
      dependencies: { other: '1.0.0' },
      peerDependencies: { '@cmd-mods/mod-api': '^1.0.0' },
    });
  });

  it('shows with --dry-run what would change, and changes nothing', async () => {
    const folder = folderOf({ 'mod.ts': BAD });
    const { out } = await run(folder, { path: 'mod.ts', fix: true, dryRun: true });
    expect(out).toContain(
      '-export default (cmd) => cmd.hooks({ beforeToolcall: () => undefined });\n+export default (cmd) => cmd.hooks({ beforeToolCall:',
    );
    expect(readFileSync(join(folder, 'mod.ts'), 'utf8')).toBe(BAD);
  });

  it('changes nothing of what it has no certain answer for', async () => {
    const folder = folderOf({ 'mod.ts': RISKY });
    await run(folder, { path: 'mod.ts', fix: true });
    expect(readFileSync(join(folder, 'mod.ts'), 'utf8')).toBe(RISKY);
  });
});

describe("the author's settings", () => {
  it('are those of the tsconfig beside the package', async () => {
    const loose = 'export default (cmd) => { const a: string = null; cmd.ui.notify(a); };\n';
    const tsconfig = '{ "compilerOptions": { "strict": false, "module": "preserve" } }';
    const folder = folderOf({
      'a/index.ts': loose,
      'b/index.ts': loose,
      'b/tsconfig.json': tsconfig,
      'a/package.json': '{}',
      'b/package.json': '{}',
    });
    expect((await run(folder, { path: 'a', rule: ['types'] })).code).toBe(1);
    expect((await run(folder, { path: 'b', rule: ['types'] })).code).toBe(0);
  });

  it('need no node_modules: types of Node and of the API, under both of its names, are there', async () => {
    const text = [
      "import { readFileSync } from 'node:fs';",
      "import type { ModApi } from '@commandcode/harness';",
      "import { getModState } from '@cmd-mods/mod-api';",
      "import dep from 'declared';",
      'export default (cmd: ModApi) => cmd.ui.notify(readFileSync(1) + getModState.name + dep);',
      'export const wrong: ModApi = 1;',
    ].join('\n');
    const folder = folderOf({ 'index.ts': text, 'package.json': '{ "dependencies": { "declared": "1" } }' });
    const { findings } = JSON.parse((await run(folder, { rule: ['types'], json: true })).out);
    expect(findings.map(({ severity, where }: Diagnostic) => `${severity} ${where?.line}`)).toEqual([
      'warning 4',
      'error 6',
    ]);
  });
});

describe('what is printed from the table of rules', () => {
  it('docs/check.md is what the table says (npm run generate -w @cmd-mods/check writes it)', () => {
    expect(readFileSync(join(ROOT, 'docs/check.md'), 'utf8')).toBe(renderRulesPage());
  });

  it('the schema of the manifest is the published one', () => {
    expect(JSON.parse(readFileSync(join(ROOT, 'schemas/manifest.schema.json'), 'utf8'))).toEqual(
      MANIFEST_SCHEMA,
    );
  });
});
