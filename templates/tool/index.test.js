import test from 'node:test';
import { createTestHarness, scriptedModel } from '@cmd-mods/testing';
import { toHaveEmitted } from '@cmd-mods/testing/assert';

/**
 * Has the model call the tool once.
 * @param {import('node:test').TestContext} context
 * @param {Record<string, unknown>} input
 */
async function called(context, input) {
  const t = await createTestHarness({
    mods: [import.meta.dirname],
    script: scriptedModel().calls('days_between', input).says('Done.'),
  });
  context.after(() => t.dispose());
  return t.run('How many days?');
}

test('counts days, over a leap day too', async (context) => {
  const run = await called(context, { from: '2028-02-28', to: '2028-03-01' });
  toHaveEmitted(run, 'tool_completed', { toolName: 'days_between', result: [{ text: '2' }] });
});

test('tells the model what a date looks like', async (context) => {
  const run = await called(context, { from: '2026-02-30', to: 'tomorrow' });
  toHaveEmitted(run, 'tool_errored', { toolName: 'days_between' });
});
