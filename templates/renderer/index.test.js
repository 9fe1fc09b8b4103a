import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { createTestHarness } from '@cmd-mods/testing';
import { toHaveRegistered } from '@cmd-mods/testing/assert';

test('/changes counts the files that differ', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname], files: { 'a.txt': '', 'b.txt': '' } });
  context.after(() => t.dispose());
  execFileSync('git', ['init', '--quiet', '--template='], { cwd: t.cwd });

  assert.deepEqual(await t.command('/changes'), { message: 'Files that changed: 2' });
  toHaveRegistered(t, 'renderer', 'my-mod/changes');
  assert.deepEqual(t.entries, [['2 changed', '  ?? a.txt', '  ?? b.txt']]);
});

test('/changes says so where there is no repository', async (context) => {
  const t = await createTestHarness({ mods: [import.meta.dirname] });
  context.after(() => t.dispose());

  assert.match((await t.command('/changes'))?.message ?? '', /^git status failed/);
});
