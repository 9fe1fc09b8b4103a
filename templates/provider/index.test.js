import assert from 'node:assert/strict';
import test from 'node:test';
import { createTestHarness } from '@cmd-mods/testing';
import { toHaveRegistered } from '@cmd-mods/testing/assert';

test('adds the provider, and the host has nothing against it', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());

  toHaveRegistered(t, 'provider', 'my-mod');
  assert.deepEqual(t.diagnostics, []);
});
