// What the test kit costs over the harness run itself: a test makes a project, loads one mod, runs one turn and cleans up.
//
// The floor is the same run without the kit: a host, the mod, a scripted model, one turn.
//
// Then what a round of a replay costs in a long cassette, held against one in a short: the time grows with the rounds alone.
import { createHarness, createModHost, createScriptedModel, SCRIPTED_MODEL } from '@cmd-mods/harness';
import { createTestHarness, replay, scriptedModel } from '@cmd-mods/testing';
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

/** Records a run of so many rounds, each with a call. */
async function cassetteOf(rounds) {
  let turns = scriptedModel();
  for (let round = 1; round < rounds; round += 1) {
    turns = turns.says(`Round ${round}.`).calls('glob', { pattern: `${round}.*` });
  }
  const t = await createTestHarness({ script: turns.says('Done.') });
  await t.run('go', { maxTurns: rounds });
  await t.dispose();
  return t.trace;
}

/** Nanoseconds of a round, of so many replays. */
async function roundNs(cassette, rounds, times) {
  const start = process.hrtime.bigint();
  for (let left = times; left > 0; left -= 1) await replay(cassette, { mods: [mod] });
  return Number(process.hrtime.bigint() - start) / (rounds * times);
}

/** A replay takes too long for `compare`, which wants many short rounds: here the two take turns a few times. */
async function compareReplays() {
  const [short, long] = [await cassetteOf(100), await cassetteOf(1000)];
  await roundNs(short, 100, 10);
  const samples = [];
  for (let sample = 0; sample < 5; sample += 1) {
    samples.push({ long: await roundNs(long, 1000, 1), short: await roundNs(short, 100, 10) });
  }
  const middle = (values) => values.toSorted((one, other) => one - other)[2];
  const ratio = middle(samples.map((sample) => sample.long / sample.short));
  return {
    name: 'a round of a replay of 1,000 rounds',
    against: 'a round of 100',
    subjectNs: middle(samples.map((sample) => sample.long)),
    againstNs: middle(samples.map((sample) => sample.short)),
    ratio,
    limit: 1.5,
    limitNs: null,
    ok: ratio <= 1.5,
  };
}

finish([
  ...(await compare({
    name: 'a test of one mod, one turn',
    subject: withKit,
    against: { 'the harness run itself': { run: bare, limit: 10 } },
  })),
  await compareReplays(),
]);
