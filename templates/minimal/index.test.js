import assert from 'node:assert/strict';
import test from 'node:test';
import { checkContracts, createTestHarness, scriptedModel } from '@cmd-mods/testing';
import { toHaveSystemPrompt } from '@cmd-mods/testing/assert';

test('the model is told to be brief', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname], script: scriptedModel().says('Yes.') });
  context.after(() => t.dispose());

  toHaveSystemPrompt(await t.run('Is it so?'), 'Answer in one sentence.');
});

test('the hooks keep their contracts', async () => {
  assert.deepEqual(await checkContracts(import.meta.dirname), []);
});
