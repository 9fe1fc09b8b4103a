import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { testCounts } from '../../src/test-run/test-counts.ts';
import { planTests } from '../../src/test-run/test-plan.ts';
import { type ModsScene, modsScene } from './support/mods-scene.ts';

const SHOUT = `import type { ModApi } from '@cmd-mods/mod-api';
export enum Loudness { Full = '!' }
export default function (cmd: ModApi) {
  cmd.hooks({ transformInput: ({ text }) => ({ action: 'transform', text: text + Loudness.Full }) });
}
`;
const SHOUT_TEST = `import assert from 'node:assert/strict';
import test from 'node:test';
import { createTestHarness } from '@cmd-mods/testing';
import { toHaveFinalText } from '@cmd-mods/testing/assert';
import type { ModApi } from '@cmd-mods/mod-api';
import shout, { Loudness } from './shout.js';

test('shouts', async (context) => {
  const t = await createTestHarness({ mods: [shout satisfies (cmd: ModApi) => void] });
  context.after(() => t.dispose());
  toHaveFinalText(await t.run('a word'), 'done');
  assert.ok(JSON.stringify(t.requests).includes('a word' + Loudness.Full));
});
test('is wrong', () => assert.equal(1 as number, 2));
`;

/** What the command may see of the environment. */
const envOf = ({ home }: ModsScene) => ({ HOME: home, PATH: process.env.PATH });

const withScript = (script: string, files: Record<string, unknown> = {}) =>
  modsScene({
    project: {
      '@/package.json': { scripts: { test: script, pretest: 'exit 9', posttest: 'exit 9' } },
      ...files,
    },
  });

describe('cmd mods test', () => {
  it('runs tests in TypeScript that import the test kit, with nothing installed, and counts them', async () => {
    const at = modsScene({
      project: {
        '@/mod/shout.ts': SHOUT,
        '@/mod/deep/.hidden/x.test.js': 'throw 1',
        '@/mod/shout.test.ts': SHOUT_TEST,
      },
    });
    const { code, stdout, stderr } = await at.mods(['test', 'mod', '--json'], { env: envOf(at) });
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      folder: `${at.project}/mod`,
      runner: 'node',
      passed: false,
      exitCode: 1,
      counts: { tests: 2, passed: 1, failed: 1, skipped: 0 },
    });
    expect(code).toBe(1);
    // The line of the author's own file, not of what was compiled from it.
    expect(stderr).toMatch(/shout\.test\.ts:14:/);
  });

  it("runs the package's own test script, no other one, with the arguments behind --", async () => {
    const at = withScript('printf "%s|"');
    const { code, stdout } = await at.mods(['test', '--', '--grep', 'a "b" $HOME'], { env: envOf(at) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '--grep|a "b" $HOME|' });
  });

  it('exits 1 when the script ends with any other code', async () => {
    const at = withScript('exit 7');
    const { code, stdout } = await at.mods(['test', '--json'], { env: envOf(at) });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ runner: 'script', passed: false, exitCode: 7, counts: null });
  });

  it('takes vitest where it can be resolved from the package and there is no script', () => {
    const at = modsScene({ project: { '@/a.test.ts': '', '@/package.json': {} } });
    mkdirSync(join(at.project, 'node_modules'));
    symlinkSync(
      dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))),
      join(at.project, 'node_modules/vitest'),
    );
    const plan = planTests({ path: at.project, args: ['-t', 'x'], env: {} });
    expect(plan).toMatchObject({
      runner: 'vitest',
      command: [
        process.execPath,
        expect.stringMatching(/vitest\.mjs$/),
        'run',
        '-t',
        'x',
        `${at.project}/a.test.ts`,
      ],
    });
  });

  it("takes Node's runner beside vitest when every test is written for it", () => {
    const at = modsScene({
      project: { '@/a.test.ts': "import test from 'node:test';\n", '@/package.json': {} },
    });
    mkdirSync(join(at.project, 'node_modules'));
    symlinkSync(
      dirname(fileURLToPath(import.meta.resolve('vitest/package.json'))),
      join(at.project, 'node_modules/vitest'),
    );
    expect(planTests({ path: at.project, args: [], env: {} })?.runner).toBe('node');
    writeFileSync(join(at.project, 'b.test.ts'), '');
    expect(planTests({ path: at.project, args: [], env: {} })?.runner).toBe('vitest');
  });

  it.each([
    ['Node', '# tests 3\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n'],
    ['Node on a terminal', '\u001b[34mℹ tests 3\u001b[39m\nℹ pass 1\nℹ fail 1\nℹ skipped 1\n'],
    ['vitest', ' Test Files  1 failed (1)\n      Tests  1 failed | 1 passed | 1 skipped (3)\n'],
  ])('reads the counts from the summary of %s', (_, output) => {
    expect(testCounts(output)).toEqual({ tests: 3, passed: 1, failed: 1, skipped: 1 });
  });

  it('means the tests themselves when the script is what called it', async () => {
    const at = withScript('exit 9', { '@/x.test.mjs': "import test from 'node:test'; test('x', () => {});" });
    const env = { ...envOf(at), npm_lifecycle_event: 'test', npm_package_json: `${at.project}/package.json` };
    expect(await at.mods(['test'], { env })).toMatchObject({ code: 0 });
  });

  it.each([
    ['there are no tests', [], 'There are no tests in .', 'Write one as *.test.ts'],
    ['nothing is at the path', ['./nowhere'], 'There is nothing at ./nowhere.', 'Check the path'],
  ])('exits 2 and says what to do next when %s', async (_, args, words, next) => {
    const at = modsScene({ project: { '@/index.ts': '' } });
    const { code, stdout, stderr } = await at.mods(['test', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).toContain(next);
  });

  it('explains a package.json that does not parse', async () => {
    const at = modsScene({ project: { '@/package.json': '{' } });
    expect(await at.mods(['test'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TESTS_UNREADABLE'),
    });
  });

  it('ends with 130 when it is interrupted, and the tests with it', async () => {
    const at = withScript('sleep 600 & wait');
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 150);
    const { code } = await at.mods(['test'], { env: envOf(at), signal: interruption.signal });
    expect(code).toBe(130);
  });
});
