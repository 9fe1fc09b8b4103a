import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('fixtures/node-test/', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/assert.js', import.meta.url));

/** Runs a test file with Node's own runner, against the built package. */
function nodeTest(file: string) {
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
  return spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    cwd: FOLDER,
    env,
    encoding: 'utf8',
  });
}

// The child runs what is built, as an author's tests do; the test script of this repository builds first.
describe.runIf(existsSync(BUILT))('with node --test and plain JavaScript', () => {
  it('the functions of assert judge a mod', () => {
    const { stdout, status } = nodeTest('passes.test.mjs');
    expect(stdout).toContain('# pass 3');
    expect(status).toBe(0);
  });

  it('a failure says what was expected, what there is, and where the test said so', () => {
    const { stdout, status } = nodeTest('fails.test.mjs');
    expect(status).toBe(1);
    expect(stdout).toContain('Expected the mods to block a call of write_file.');
    expect(stdout).toContain('no call was blocked');
    expect(stdout).toContain('fails.test.mjs:8:');
  });
});
