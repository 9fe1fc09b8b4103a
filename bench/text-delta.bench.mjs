// What a chunk of an answer costs on its way from the model through `transformTextDelta` of the mods to those who listen.
//
// The floor is a bare loop that does what no harness could leave out: it hands each mod what the mod before made of the chunk, keeps
// the text, and tells a listener.
import { createHarness } from '@cmd-mods/harness';
import { compare, finish } from './support/measure.mjs';

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const DELTAS = ['The ', 'quick ', 'brown ', 'fox ', 'jumps ', 'over ', 'the ', 'lazy ', 'dog. ', '\n'];
/** How many chunks an answer has: a long one, so that it is the chunks that are measured and not the run around them. */
const CHUNKS = 2_000;

/** Mods that look at each chunk; every fifth changes it. */
function mods(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `mod-${index}`,
    transformTextDelta:
      index % 5 === 4
        ? ({ delta }) => delta.replace('fox', 'cat')
        : ({ delta }) => (delta === 'secret' ? '' : delta),
  }));
}

async function answer(onTextDelta) {
  let text = '';
  for (let index = 0; index < CHUNKS; index += 1) {
    const delta = DELTAS[index % DELTAS.length];
    text += delta;
    onTextDelta(delta);
  }
  return { content: [{ type: 'text', text }], usage, stopReason: 'end_turn' };
}

async function harnessDeltas(modCount, listeners) {
  const modelClient = { complete: ({ onTextDelta }) => answer(onTextDelta) };
  const harness = await createHarness({ modelClient, model: 'bench', mods: mods(modCount), session: null });
  let heard = 0;
  for (let index = 0; index < listeners; index += 1) {
    harness.subscribe((event) => {
      if (event.type === 'text_delta') heard += event.delta.length;
    });
  }
  const state = harness.state;
  return async (times) => {
    for (let done = 0; done < times; done += 1) await harness.run({ state, userInput: 'go' });
    if (heard < times * CHUNKS) throw new Error('Not all chunks were heard.');
  };
}

function bareDeltas(modCount, listeners) {
  const hooks = mods(modCount).map((mod) => mod.transformTextDelta);
  const state = { sessionId: 'bench', messages: [], interrupted: false, modState: {} };
  let heard = 0;
  const told = Array.from({ length: listeners }, () => (event) => {
    if (event.type === 'text_delta') heard += event.delta.length;
  });
  return async (times) => {
    for (let done = 0; done < times; done += 1) {
      const chunks = [];
      await answer((chunk) => {
        let delta = chunk;
        for (const hook of hooks) delta = hook({ delta, done: false, turnNumber: 1, attempt: 1, state });
        chunks.push(delta);
        for (const listener of told) listener({ type: 'text_delta', delta });
      });
      if (chunks.join('').length === 0) throw new Error('Nothing was kept.');
    }
    if (heard < times * CHUNKS) throw new Error('Not all chunks were heard.');
  };
}

const results = [];
for (const [modCount, limit] of [
  [0, undefined],
  [1, undefined],
  [20, 3],
]) {
  results.push(
    ...(await compare({
      name: `an answer of ${CHUNKS} chunks through ${modCount} mods to a listener`,
      subject: await harnessDeltas(modCount, 1),
      against: { floor: { run: bareDeltas(modCount, 1), ...(limit === undefined ? {} : { limit }) } },
    })),
  );
}
finish(results);
