import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspectTarget } from '@cmd-mods/inspect';
import { writeEntry } from '@cmd-mods/registry';
import { createTestHarness } from '@cmd-mods/testing';
import { scaffold, TEMPLATE_NAMES, type TemplateName } from 'create-cmd-mod';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const TEMPLATES = join(ROOT, 'templates');
const COMMON = [
  '.github/workflows/ci.yml',
  '.github/workflows/publish.yml',
  '.gitignore',
  'LICENSE',
  'tsconfig.json',
];

/** Every template as somebody gets it, side by side, with the packages of this workspace where npm would put them. */
const work = mkdtempSync(join(tmpdir(), 'cmd-mods-templates-'));
const folderOf = (name: string) => join(work, 'made', name);
const packed = new Map<
  string,
  { readonly files: readonly string[]; readonly folder: string; readonly tarball: string }
>();

beforeAll(async () => {
  mkdirSync(join(work, 'made'));
  symlinkSync(join(ROOT, 'node_modules'), join(work, 'node_modules'));
  const passed = async () => ({ status: 'passed', output: '' }) as const;
  for (const name of TEMPLATE_NAMES) {
    await scaffold(
      { name: `@ada/${name}`, template: name, author: 'Ada Lovelace', git: false, install: false },
      {
        cwd: join(work, 'made'),
        env: { PATH: process.env.PATH },
        signal: new AbortController().signal,
        check: passed,
        test: passed,
      },
    );
  }
  await packAll();
}, 60_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Packs all of them as npm publishes them, with no script run, and unpacks each where no source is near. */
async function packAll() {
  const folders = TEMPLATE_NAMES.map(folderOf);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', work, ...folders];
  const listed = JSON.parse(execFileSync('npm', args, { cwd: work, encoding: 'utf8' }));
  for (const [index, { filename, files }] of listed.entries()) {
    const name = TEMPLATE_NAMES[index] ?? '';
    const folder = join(work, 'unpacked', name);
    const tarball = join(work, filename);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', folder]);
    packed.set(name, {
      files: files.map(({ path }: { path: string }) => path),
      folder: join(folder, 'package'),
      tarball,
    });
  }
}

async function registrationsOf(folder: string) {
  const t = await createTestHarness({ mods: [folder] });
  try {
    expect(t.diagnostics).toEqual([]);
    return t.registrations.map(({ mod, kind, name }) => ({ mod, kind, name }));
  } finally {
    await t.dispose();
  }
}

describe('the templates', () => {
  it('are those that are offered', () => {
    const folders = readdirSync(TEMPLATES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual(TEMPLATE_NAMES.toSorted());
    const page = readFileSync(join(TEMPLATES, 'README.md'), 'utf8');
    for (const name of TEMPLATE_NAMES) expect(page).toContain(`[${name}](${name})`);
  });

  it.each(COMMON)('have the same %s', (file) => {
    const texts = TEMPLATE_NAMES.map((name) => readFileSync(join(TEMPLATES, name, file), 'utf8'));
    expect(new Set(texts).size).toBe(1);
  });

  it('tell a coding agent where the skill is, and which of their scripts have to pass', () => {
    for (const name of TEMPLATE_NAMES) {
      const text = readFileSync(join(folderOf(name), 'AGENTS.md'), 'utf8');
      expect(text).toContain(`# Working on ${name}\n`);
      const skill = /node_modules\/@cmd-mods\/cli\/bundle\/\S+\/SKILL\.md/.exec(text)?.[0] ?? '';
      expect(existsSync(join(work, skill))).toBe(true);
      const { scripts } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
      const named = [...text.matchAll(/npm (?:run )?(test|typecheck|check|dev)\b/g)].map(
        ([, script]) => script,
      );
      expect(Object.keys(scripts).toSorted()).toEqual([...new Set(named)].toSorted());
    }
  });

  it('pin every action of their workflows to a commit, and ask for no more rights than they need', () => {
    const ci = readFileSync(join(TEMPLATES, 'minimal', COMMON[0] ?? ''), 'utf8');
    const publish = readFileSync(join(TEMPLATES, 'minimal', COMMON[1] ?? ''), 'utf8');
    const used = [...`${ci}${publish}`.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.filter((action) => !/@[0-9a-f]{40} # v\d/.test(action ?? ''))).toEqual([]);
    expect(ci).toContain('permissions:\n  contents: read\n\n');
    expect(publish).toContain('permissions:\n  contents: read\n  id-token: write\n\n');
    expect(publish).toContain('npm publish --ignore-scripts');
  });

  it('compile, their tests too, with the compiler options that they bring', () => {
    const config = join(folderOf('minimal'), 'tsconfig.json');
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(config, ts.sys.readFile).config,
      ts.sys,
      folderOf('minimal'),
    );
    const files = TEMPLATE_NAMES.flatMap((name) =>
      readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.[jt]s$/.test(path))
        .map((path) => join(folderOf(name), path)),
    );
    expect(files.length).toBeGreaterThan(TEMPLATE_NAMES.length * 2);
    const found = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
    const faults = found.map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
    expect(faults).toEqual([]);
  }, 60_000);

  it("pass their own tests with node's runner, as they stand and as they come out", () => {
    const tests = [TEMPLATES, join(work, 'made')].flatMap((folder) =>
      TEMPLATE_NAMES.map((name) => join(folder, name, `${name === 'package' ? 'package' : 'index'}.test.js`)),
    );
    // One process for all: a start of each would be most of the time.
    const all = join(work, 'all.mjs');
    writeFileSync(all, tests.map((path) => `await import(${JSON.stringify(path)});\n`).join(''));
    const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
    const { stdout, status } = spawnSync(process.execPath, [all], { cwd: work, env, encoding: 'utf8' });
    expect(stdout).toMatch(/# fail 0\n/);
    expect(Number(/# pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(2 * 20);
    expect(status).toBe(0);
  }, 60_000);
});

describe.each(TEMPLATE_NAMES)('the template %s', (name: TemplateName) => {
  it('ships what its mods need and nothing else, and runs no script when it is installed', () => {
    const { files, folder } = packed.get(name) ?? { files: [], folder: '' };
    expect(files).toContain('package.json');
    expect(files.filter((path) => /test|\.github|AGENTS|registry-entry|tsconfig/.test(path))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(Object.keys(scripts)).toEqual(['test', 'typecheck', 'check', 'dev']);
  });

  it('loads from the packed tarball as it does from its folder, and registers the same', async () => {
    const registered = await registrationsOf(folderOf(name));
    expect(registered.length).toBeGreaterThan(0);
    expect(await registrationsOf(packed.get(name)?.folder ?? '')).toEqual(registered);
  });

  it('reaches no more from the tarball than its README says', async () => {
    const { reach } = await inspectTarget(packed.get(name)?.tarball ?? '', { cwd: work });
    const reached = Object.entries(reach).flatMap(([kind, { state }]) => (state === 'no' ? [] : kind));
    const expected: Partial<Record<TemplateName, readonly string[]>> = {
      provider: ['network', 'env'],
      renderer: ['process'],
    };
    expect(reached.toSorted()).toEqual([...(expected[name] ?? [])].toSorted());
  });

  it('has the registry entry that the registry itself would write for it, with no findings', async () => {
    const { entry, findings } = await writeEntry(
      { path: folderOf(name) },
      { cwd: work, home: work, env: {} },
    );
    expect(findings).toEqual([]);
    const own = JSON.parse(readFileSync(join(folderOf(name), 'registry-entry.json'), 'utf8'));
    expect(own).toEqual({ ...entry, addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });
});
