import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CheckResult, describeRules, type RuleId } from '../src/index.ts';
import { check, folderOf, lines, removeFolders } from './support/workbench.ts';

vi.setConfig({ testTimeout: 60_000 });
afterAll(removeFolders);

const MOD = 'export default function (cmd) {\n  cmd.ui.notify(cmd.name);\n}\n';
const examples = new Map(describeRules().map((rule) => [rule.id, rule]));

/** Where the wrong package.json of each rule is wrong. The others look at more than one file, and have tests of their own. */
const WRONG: Readonly<Partial<Record<RuleId, readonly string[]>>> = {
  manifest: ['package.json:4:28 manifest'],
  'host-range': ['package.json:4:31 host-range'],
  'host-peers': ['package.json:4:42 host-peers (warning)'],
  'lifecycle-scripts': ['package.json:4:31 lifecycle-scripts (warning)'],
  keyword: ['package.json:4:15 keyword (warning)'],
  described: Array(3).fill('package.json:2:11 described (warning)'),
};

describe('the rules about a package.json', () => {
  it.each(Object.entries(WRONG))('%s finds its wrong example, at its place', async (id, expected) => {
    const bad = examples.get(id as RuleId)?.bad ?? '';
    const folder = folderOf({ 'package.json': bad, 'index.ts': MOD });
    expect(lines(await check(folder, { rules: [id as RuleId] }))).toEqual(expected);
  });

  it.each(Object.keys(WRONG))('%s finds nothing in its right example', async (id) => {
    const good = examples.get(id as RuleId)?.good ?? '';
    const folder = folderOf({ 'package.json': good, 'index.ts': MOD });
    expect(lines(await check(folder, { rules: [id as RuleId] }))).toEqual([]);
  });

  it('manifest names what does not parse, what is not there, and a folder without any mod', async () => {
    const rules: RuleId[] = ['manifest'];
    const broken = folderOf({ 'package.json': '{\n  "name": "a",,\n}\n', 'index.ts': MOD });
    expect(lines(await check(broken, { rules }))[0]).toBe('package.json:2:15 manifest');
    const missing = folderOf({
      'package.json': '{ "commandcode": { "mods": ["index.ts", "gone.ts"] } }',
      'index.ts': MOD,
    });
    expect(lines(await check(missing, { rules }))).toEqual([
      expect.stringMatching(/^package\.json:1:41 manifest/),
    ]);
    const empty = folderOf({ 'notes.txt': '' });
    expect(lines(await check(empty, { rules }))).toEqual([':- manifest']);
  });

  it('asks a private package for nothing that only a registry wants', async () => {
    const folder = folderOf({ 'package.json': '{ "name": "a", "private": true }', 'index.ts': MOD });
    const rules: RuleId[] = ['keyword', 'described', 'registry-entry'];
    expect(lines(await check(folder, { rules }))).toEqual([]);
  });
});

describe('the package as npm would publish it', () => {
  const rules: RuleId[] = ['packed', 'loads', 'package-size'];
  let result: CheckResult;
  let folder: string;

  beforeAll(async () => {
    const manifest = {
      name: 'many',
      version: '1.0.0',
      files: ['mods', 'big.bin'],
      scripts: { prepare: "node -e \"require('fs').writeFileSync('ran.txt', '')\"", prepack: 'exit 1' },
      devDependencies: { 'only-here': '1.0.0' },
      commandcode: { mods: ['mods/*.ts', 'extra.ts'] },
    };
    folder = folderOf(
      {
        'package.json': JSON.stringify(manifest, null, 2),
        'mods/fine.ts': MOD,
        'mods/throws.ts': "throw new Error('no luck');\nexport default () => {};\n",
        'mods/ends.ts': 'process.exit(3);\nexport default () => {};\n',
        'mods/outside.ts': "import { help } from '../lib/help.ts';\nexport default () => help();\n",
        'mods/develops.ts': "import only from 'only-here';\nexport default () => only();\n",
        'lib/help.ts': 'export const help = () => 1;\n',
        'extra.ts': MOD,
        'big.bin': 'x'.repeat(2 * 1024 * 1024),
        'node_modules/only-here/package.json':
          '{ "name": "only-here", "version": "1.0.0", "type": "module" }',
        'node_modules/only-here/index.js': 'export default () => 1;\n',
      },
      'kept',
    );
    result = await check(folder, { rules, load: true });
  }, 60_000);

  const messages = (rule: RuleId) =>
    result.findings
      .filter((finding) => finding.rule === rule)
      .map(({ problem, message }) => `${problem.at.file.slice(folder.length + 1)}: ${message}`);

  it('lacks a mod that files leaves out', () => {
    expect(messages('packed')).toEqual([
      'package.json: extra.ts is a mod of the package, and npm would not publish it.',
    ]);
  });

  it('is large when it is', () => {
    expect(messages('package-size')).toEqual([
      expect.stringMatching(/^package\.json: The package has 2\.0 MB in \d files\.$/),
    ]);
  });

  it('is what the mods are loaded from: without other files, without dependencies for development, each mod on its own', () => {
    expect(messages('loads')).toEqual([
      expect.stringMatching(/^mods\/develops\.ts: The mod does not load: .*only-here/),
      'mods/ends.ts: The mod does not load: Importing the mod ended the process with exit code 3.',
      expect.stringMatching(/^mods\/outside\.ts: The mod does not load: .*lib\/help/),
      expect.stringMatching(/^mods\/throws\.ts: The mod does not load: .*no luck/),
    ]);
  });

  it('is packed without running any of its scripts', () => {
    expect(existsSync(join(folder, 'ran.txt'))).toBe(false);
  });
});

describe('dependencies that are installed', () => {
  it.each([
    { bundleDependencies: ['heavy'], found: ['package.json:- package-size (warning)'] },
    { bundledDependencies: ['heavy'], found: ['package.json:- package-size (warning)'] },
    { found: [] },
  ])('are packed where they are bundled, and only then: $found', async ({ found, ...bundled }) => {
    const manifest = {
      name: 'one',
      version: '1.0.0',
      files: ['index.ts'],
      dependencies: { heavy: '1.0.0' },
      commandcode: { mods: ['index.ts'] },
      ...bundled,
    };
    const folder = folderOf({
      'package.json': JSON.stringify(manifest),
      'index.ts': MOD,
      'node_modules/heavy/package.json': '{ "name": "heavy", "version": "1.0.0" }',
      'node_modules/heavy/big.bin': 'x'.repeat(2 * 1024 * 1024),
    });
    const seen = lines(await check(folder, { rules: ['package-size'] }));
    expect(seen.map((line) => line.replace(/:[\d:]+ /, ':- '))).toEqual(found);
  });
});

describe('a loose mod', () => {
  it('is loaded from where it is, and a hint of the loader comes along', async () => {
    const folder = folderOf({ 'mod.ts': "import './gone.ts';\nexport default () => {};\n" });
    const { findings } = await check(join(folder, 'mod.ts'), { cwd: folder, rules: ['loads'], load: true });
    expect(findings.map(({ message }) => message)).toEqual([expect.stringMatching(/does not load: .*gone/)]);
  });
});

describe('name-conflict', () => {
  it('names the installed mod that has the name, and leaves the target itself out', async () => {
    const { bad, good } = examples.get('name-conflict') ?? { bad: '', good: '' };
    const folder = folderOf({
      'project/.commandcode/mods/polite.ts': bad,
      'mine/bad.ts': bad,
      'mine/good.ts': good,
    });
    const cwd = join(folder, 'project');
    const home = join(folder, 'home');
    const rules: RuleId[] = ['name-conflict'];
    const { findings } = await check(join(folder, 'mine/bad.ts'), { cwd, home, rules });
    expect(findings.map(({ message }) => message)).toEqual([
      "The command 'greet' is also added by the installed mod polite.",
    ]);
    expect((await check(join(folder, 'mine/good.ts'), { cwd, home, rules })).findings).toEqual([]);
    expect((await check(join(cwd, '.commandcode/mods/polite.ts'), { cwd, home, rules })).findings).toEqual(
      [],
    );
  });
});

describe('registry-entry', () => {
  const { bad, good } = examples.get('registry-entry') ?? { bad: '', good: '' };
  const rules: RuleId[] = ['registry-entry'];
  const manifest = '{ "name": "shout", "version": "1.0.0" }';

  it('holds registry-entry.json against the rules of a registry', async () => {
    const wrong = folderOf({ 'package.json': manifest, 'index.ts': MOD, 'registry-entry.json': bad });
    expect(lines(await check(wrong, { rules }))).toEqual(['registry-entry.json:2:11 registry-entry']);
    const right = folderOf({ 'package.json': manifest, 'index.ts': MOD, 'registry-entry.json': good });
    expect(lines(await check(right, { rules }))).toEqual([]);
  });

  it('warns of what the entry that package.json gives would lack', async () => {
    const folder = folderOf({ 'package.json': manifest, 'index.ts': MOD });
    const found = (await check(folder, { rules })).findings;
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ severity }) => severity === 'warning')).toBe(true);
  });
});
