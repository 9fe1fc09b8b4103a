import assert from 'node:assert/strict';
import test from 'node:test';
import { createTestHarness, scriptedModel } from '@cmd-mods/testing';
import { toHaveRegistered } from '@cmd-mods/testing/assert';

test('registers the pane', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());

  toHaveRegistered(t, 'pane', 'activity');
});

test('/activity tells which tools ran where nothing is drawn', async (context) => {
  const t = await createTestHarness({
    mods: [import.meta.dirname],
    files: { 'a.txt': 'text' },
    script: scriptedModel()
      .calls('read_file', { file_path: 'a.txt' })
      .calls('read_file', { file_path: 'a.txt' })
      .says('Done.'),
  });
  context.after(() => t.dispose());

  assert.deepEqual(await t.command('/activity'), { message: 'No tool ran yet.' });
  await t.run('Read it twice.');
  assert.deepEqual(await t.command('/activity'), { message: 'read_file  2' });
});
