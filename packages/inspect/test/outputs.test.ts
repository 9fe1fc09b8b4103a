import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { inspect, inspectTarget, renderHtml, renderSarif, renderText } from '@cmd-mods/inspect';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { caseFolders, casesIn } from './support/cases.ts';

const require = createRequire(import.meta.url);
const load = (path: string): object => JSON.parse(readFileSync(path, 'utf8')) as object;
const schemas = new URL('../../../schemas/', import.meta.url);
const reportSchema = load(new URL('inspect-report.schema.json', schemas).pathname);
const policySchema = load(new URL('inspect-policy.schema.json', schemas).pathname);
const isReport = new Ajv2020({ schemas: [policySchema], allowUnionTypes: true }).compile(reportSchema);

/** The schema of the standard is written in draft 4; what it uses of it means the same in draft 7, but for the name of `id`. */
function sarifValidator(): ReturnType<Ajv['compile']> {
  const path = require
    .resolve('@microsoft/jest-sarif')
    .replace(/lib\/.*$/, 'lib/schemas/sarif-2.1.0-rtm.5.json');
  const { id: _id, $schema: _schema, ...schema } = load(path) as { id?: string; $schema?: string };
  return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
}

const all = caseFolders().flatMap(casesIn);
const evil = inspect(
  new Map([
    [
      'index.ts',
      "import './<img src=x onerror=alert(1)>.ts';\nimport x from '\u001b[31m\u202eevil'; x(); process.env['<b>'];",
    ],
    ['<img src=x onerror=alert(1)>.ts', 'fetch("https://a.example")'],
  ]),
);

describe('JSON', () => {
  it.each(all.map((one) => [basename(one.folder), one.folder] as const))(
    'of %s fits the published schema',
    async (_name, folder) => {
      const report = JSON.parse(JSON.stringify(await inspectTarget(folder, { cwd: folder }))) as unknown;

      expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
    },
  );
});

describe('SARIF', () => {
  const isSarif = sarifValidator();

  it.each(all.map((one) => [basename(one.folder), one.folder] as const))(
    'of %s fits the schema of the standard',
    async (_name, folder) => {
      const log = renderSarif([await inspectTarget(folder, { cwd: folder })], '1.0.0');

      expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    },
  );

  it('has a result for each place, with a rule that exists', () => {
    const { runs } = renderSarif([evil], '1.0.0') as {
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: { ruleId: string; locations: unknown[] }[];
      }[];
    };
    const rules = new Set(runs[0]?.tool.driver.rules.map(({ id }) => id));

    expect(runs[0]?.results.length).toBeGreaterThan(3);
    expect(
      runs[0]?.results.every(({ ruleId, locations }) => rules.has(ruleId) && locations.length === 1),
    ).toBe(true);
  });
});

describe('text', () => {
  it('is grouped, the worst first', () => {
    const report = inspect(
      new Map([
        [
          'package.json',
          JSON.stringify({ name: 'demo', version: '1.2.0', scripts: { postinstall: 'node evil.js' } }),
        ],
        [
          'index.ts',
          "import { exec } from 'node:child_process';\nexport default (cmd: any) => {\n  cmd.hooks({ beforeToolCall() {} });\n  exec(process.env.SHELL);\n  eval('1');\n};\n",
        ],
      ]),
    );

    expect(renderText(report, { color: false })).toMatchInlineSnapshot(`
      "demo 1.2.0: 1 entry, 1 file read

      Scripts of the package (an install of a mod never runs them)
        postinstall  node evil.js

      Reaches
        dynamic  runs text as code, or loads code whose name only run time knows
          index.ts:5:3  eval
        process  starts or signals other processes
          index.ts:4:3  child_process.exec
        env      reads the environment
          index.ts:4:8  process.env.SHELL

      Cannot be told
        native, permission, transcript, network, fs_write, fs_read, external  it runs or loads code that only run time knows

      Hooks
        gates  beforeToolCall  index.ts:3:15

      Environment variables
        SHELL

      Notes
        This is a lexical scan: it reads the text and runs nothing. Code that a mod imports and names that it builds while it runs can reach further.
      "
    `);
  });

  it('writes out what would move the cursor or turn the line around', () => {
    const text = renderText(evil, { color: false });

    expect(text).toContain('\\u{1b}[31m\\u{202e}evil');
    expect([...text].some((character) => '\u001b\u202e'.includes(character))).toBe(false);
  });

  it('is coloured when asked for', () => {
    expect(renderText(evil, { color: true })).toContain('\u001b[');
  });
});

describe('the page', () => {
  const page = renderHtml([evil]);

  it('needs nothing from elsewhere and has no script', () => {
    expect(page).not.toMatch(
      /<script|<link|<img|src=|url\(|@import|javascript:/i.test(
        page.replace(/&#\d+;/g, '').replace(/img src=x/g, ''),
      )
        ? /./
        : /<script/,
    );
    expect(page).toContain("default-src 'none'");
  });

  it('keeps what is text as text', () => {
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>');
    expect(page).toContain('&#60;img');
  });

  it('is drawn for light and for dark', () => {
    expect(page).toContain('prefers-color-scheme: dark');
  });
});
