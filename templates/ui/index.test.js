import assert from 'node:assert/strict';
import test from 'node:test';
import { createTestHarness, scriptedModel } from '@cmd-mods/testing';

/**
 * A harness in which a file was read twice.
 * @param {import('node:test').TestContext} context
 * @param {boolean} screen
 */
async function used(context, screen) {
  const t = await createTestHarness({
    mods: [import.meta.dirname],
    screen,
    files: { 'a.txt': 'text' },
    script: scriptedModel()
      .calls('read_file', { file_path: 'a.txt' })
      .calls('read_file', { file_path: 'a.txt' })
      .says('Done.'),
  });
  context.after(() => t.dispose());
  await t.run('Read it twice.');
  return t;
}

test('the line above the prompt counts the tools', async (context) => {
  const t = await used(context, true);
  assert.match(t.screen(), /Tools that ran: 2/);
});

test('/activity opens the pane, and a key in it counts from zero', async (context) => {
  const t = await used(context, true);
  assert.doesNotMatch(t.screen(), /Activity/);
  await t.command('/activity');
  assert.match(t.screen(), /Activity/);
  assert.match(t.screen(), /read_file {2}2/);
  await t.press('alt+r');
  assert.doesNotMatch(t.screen(), /read_file {2}2/);
});

test('/activity tells it in words where nothing is drawn', async (context) => {
  const t = await used(context, false);
  assert.deepEqual(await t.command('/activity'), { message: 'read_file  2' });
});
