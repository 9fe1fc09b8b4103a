import assert from 'node:assert/strict';
import test from 'node:test';
import { checkContracts, createTestHarness, scriptedModel } from '@cmd-mods/testing';
import { not, toHaveBlocked, toHaveToolInput } from '@cmd-mods/testing/assert';

/**
 * Has the model write one file.
 * @param {import('node:test').TestContext} context
 * @param {string} path
 * @param {Record<string, string>} [options]
 */
async function written(context, path, options = {}) {
  const t = await createTestHarness({
    mods: [import.meta.dirname],
    options,
    script: scriptedModel().calls('write_file', { file_path: path, content: 'new' }).says('Done.'),
  });
  context.after(() => t.dispose());
  return t.run('Write it.');
}

test('blocks a write to a kept file, wherever it is', async (context) => {
  toHaveBlocked(await written(context, 'server/.env'), 'write_file');
});

test('lets all other writes through', async (context) => {
  const run = await written(context, 'notes.txt');
  not.toHaveBlocked(run, 'write_file');
  toHaveToolInput(run, 'write_file', { file_path: 'notes.txt' });
});

test('keeps the files that the option names', async (context) => {
  const options = { 'my-mod.files': 'notes.txt,todo.txt' };
  toHaveBlocked(await written(context, 'todo.txt', options), 'write_file');
});

test('the hooks keep their contracts', async () => {
  assert.deepEqual(await checkContracts(import.meta.dirname), []);
});
