import assert from 'node:assert/strict';
import test from 'node:test';
import { checkContracts, createTestHarness, scriptedModel } from '@cmd-mods/testing';
import { not, toHaveBlocked } from '@cmd-mods/testing/assert';

/**
 * Has the model commit with this message.
 * @param {import('node:test').TestContext} context
 * @param {string} message
 */
async function committed(context, message) {
  const t = await createTestHarness({
    mods: [import.meta.dirname],
    script: scriptedModel()
      .calls('shell_command', { command: `git commit -m "${message}"` })
      .says('Done.'),
  });
  context.after(() => t.dispose());
  return t.run('Commit.');
}

test('the package offers its two mods', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());
  assert.deepEqual(t.mods, ['commit-guard', 'style-command']);
});

test('the guard blocks a commit whose message is not in style', async (context) => {
  toHaveBlocked(await committed(context, 'fixed it.'), 'shell_command');
});

test('the guard lets a commit in style through', async (context) => {
  not.toHaveBlocked(await committed(context, 'Mend the parser'), 'shell_command');
});

test('/style shows the style', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());
  assert.match((await t.command('/style'))?.message ?? '', /capital letter/);
});

test('the hooks keep their contracts', async () => {
  assert.deepEqual(await checkContracts(import.meta.dirname), []);
});
