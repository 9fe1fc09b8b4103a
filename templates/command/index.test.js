import assert from 'node:assert/strict';
import test from 'node:test';
import { createTestHarness } from '@cmd-mods/testing';

test('/note keeps notes until they are cleared', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());

  assert.deepEqual(await t.command('/note'), { message: 'There are no notes.' });
  assert.deepEqual(await t.command('/note buy milk'), { message: 'Noted, 1 in all.' });
  await t.command('/note write home');
  assert.deepEqual(await t.command('/note'), { message: 'buy milk\nwrite home' });
  await t.command('/note clear');
  assert.deepEqual(await t.command('/note'), { message: 'There are no notes.' });
});
