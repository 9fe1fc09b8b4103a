// What the test kit costs over the harness run itself: a test makes a project, loads one mod, runs one turn and cleans up.
//
// The floor is the same run without the kit: a host, the mod, a scripted model, one turn.
import { createHarness, createModHost, createScriptedModel, SCRIPTED_MODEL } from '@cmd-mods/harness';
import { createTestHarness, scriptedModel } from '@cmd-mods/testing';
import { compare, finish } from './support/measure.mjs';

const mod = (cmd) => cmd.hooks({ appendSystemPrompt: () => 'A line.' });
const script = scriptedModel().says('done');

async function withKit(times) {
  for (let left = times; left > 0; left -= 1) {
    const t = await createTestHarness({ mods: [mod], script });
    await t.run('go');
    await t.dispose();
  }
}

async function bare(times) {
  for (let left = times; left > 0; left -= 1) {
    const host = createModHost({ cwd: process.cwd() });
    await host.register({ name: 'm', factory: mod });
    const harness = await createHarness({
      modelClient: createScriptedModel(script),
      model: SCRIPTED_MODEL,
      modHost: host,
      onTrace: () => {},
    });
    await harness.submit('go', { systemPrompt: 'Base.' });
    await harness.dispose();
  }
}

finish(
  await compare({
    name: 'a test of one mod, one turn',
    subject: withKit,
    against: { 'the harness run itself': { run: bare, limit: 10 } },
  }),
);
