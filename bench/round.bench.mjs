// What a round of the harness costs by itself: the model answers at once, the tool does nothing.
//
// The floor is a bare loop that does what no harness could leave out: it calls the same hooks one after the other, the same
// model and the same tool, and appends the same two messages.
import { createHarness } from '@cmd-mods/harness';
import { compare, finish } from './support/measure.mjs';

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const content = [{ type: 'tool_use', id: 'call', name: 'noop', input: {} }];
const modelClient = { complete: async () => ({ content, usage, stopReason: 'tool_use' }) };
const noop = {
  schema: { name: 'noop', description: 'Does nothing.', input_schema: { type: 'object', properties: {} } },
  readOnly: true,
  run: () => ({ ok: true, content: [] }),
};

/** Mods with four hooks each: one for the prompt, one for the context, and the two edges of a round. */
function mods(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `mod-${index}`,
    appendSystemPrompt: () => 'A line of prompt.',
    transformContext: async ({ messages }) => messages,
    onTurnStart: async ({ state }) => state,
    onTurnEnd: async ({ state }) => state,
  }));
}

/** A transcript of so many messages: questions, calls and results in turn. */
function state(messages) {
  return {
    sessionId: 'bench',
    interrupted: false,
    modState: {},
    messages: Array.from({ length: messages }, (_, index) =>
      index % 2 === 0
        ? { role: 'user', content: [{ type: 'text', text: `Question ${index}` }] }
        : { role: 'assistant', content: [{ type: 'text', text: `Answer ${index}` }] },
    ),
  };
}

async function harnessRounds({ modCount, messages, listeners = 1, session = null }) {
  const harness = await createHarness({
    modelClient,
    model: 'bench',
    tools: [noop],
    mods: mods(modCount),
    permissions: { check: () => ({ behavior: 'allow' }) },
    ...(session === null ? { session } : {}),
  });
  for (let index = 0; index < listeners; index += 1) harness.subscribe(() => {});
  const start = state(messages);
  let current = start;
  return async (times) => {
    for (let left = times; left > 0; left -= runLength(messages)) {
      const maxTurns = Math.min(left, runLength(messages));
      const outcome = await harness.run({ state: current, config: { maxTurns, systemPrompt: 'Base.' } });
      current = fresh(outcome.state, start);
    }
  };
}

/** How many rounds one run takes at most. */
function runLength(messages) {
  return Math.max(50, messages / 10);
}

/** Goes on with a transcript until it has grown by a fifth, so that it keeps about the length it is measured at. */
function fresh(grown, start) {
  return grown.messages.length > Math.max(100, start.messages.length * 1.2) ? start : grown;
}

function bareRounds({ modCount, messages }) {
  const hooks = mods(modCount);
  const start = state(messages);
  let current = start;
  return async (times) => {
    for (let left = times; left > 0; left -= runLength(messages)) {
      for (let round = 0; round < Math.min(left, runLength(messages)); round += 1) {
        for (const mod of hooks) current = await mod.onTurnStart({ state: current });
        const prompt = ['Base.'];
        for (const mod of hooks) prompt.push(await mod.appendSystemPrompt({ state: current }));
        let context = current.messages;
        for (const mod of hooks) context = await mod.transformContext({ messages: context, state: current });
        const answer = await modelClient.complete({ system: prompt.join('\n\n'), messages: context });
        const result = await noop.run({ input: answer.content[0].input });
        current = {
          ...current,
          messages: [
            ...current.messages,
            { role: 'assistant', content: answer.content },
            {
              role: 'user',
              content: [{ type: 'tool_result', tool_use_id: 'call', content: result.content }],
            },
          ],
        };
        for (const mod of hooks) current = await mod.onTurnEnd({ state: current });
      }
      current = fresh(current, start);
    }
  };
}

const results = [];
for (const modCount of [0, 10, 100]) {
  const setting = { modCount, messages: 10 };
  results.push(
    ...(await compare({
      name: `a round, ${modCount} mods with four hooks, 10 messages`,
      subject: await harnessRounds(setting),
      against: { floor: { run: bareRounds(setting) } },
    })),
  );
}
for (const messages of [100, 1000, 10_000]) {
  results.push(
    ...(await compare({
      name: `a round, 10 mods, ${messages} messages`,
      subject: await harnessRounds({ modCount: 10, messages }),
      against: {
        'the same at 10 messages': { run: await harnessRounds({ modCount: 10, messages: 10 }) },
      },
    })),
  );
}
for (const listeners of [10, 100]) {
  results.push(
    ...(await compare({
      name: `a round, 10 mods, ${listeners} listeners for events`,
      subject: await harnessRounds({ modCount: 10, messages: 10, listeners }),
      against: {
        'the same with none': { run: await harnessRounds({ modCount: 10, messages: 10, listeners: 0 }) },
      },
    })),
  );
}
finish(results);
