import type { TraceRow } from '@cmd-mods/harness';
import { titling } from '@cmd-mods/harness/builtin';
import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createTestHarness, replay } from '../src/index.ts';

/** Keeps every file whose name has "secret" in it from being written, by whomever. */
const guard: ModFactory = (cmd) =>
  void cmd.hooks({
    beforeToolCall: ({ input }) =>
      String(input.file_path).includes('secret')
        ? { block: true, additionalContext: 'No secrets.' }
        : undefined,
  });

/** Brings an agent, and a tool that asks the model a question. */
const helper: ModFactory = (cmd) => {
  cmd.addAgent({ name: 'worker', description: 'Works', prompt: 'You work.' });
  cmd.addTool({
    schema: { name: 'one_word', description: 'Says one word', input_schema: { type: 'object' } },
    async run() {
      const answer = await cmd.model.complete({ prompt: 'One word?' });
      return { ok: true, content: [{ type: 'text', text: answer.isAnswered ? answer.text : answer.reason }] };
    },
  });
};

/** Compacts after the second round. */
const compacting: ModFactory = (cmd) =>
  void cmd.hooks({
    async onTurnEnd({ state, turnNumber }) {
      if (turnNumber === 2) await cmd.sessions.compact();
      return state;
    },
  });

const mods = [guard, helper, compacting, { name: 'titling', factory: titling }];
const write = (file: string) => ({ name: 'write_file', input: { file_path: file, content: 'x' } });
const oneWord = { name: 'one_word', input: {} };

/** One run in which everything asks the model: agent, tool, compaction, titling. */
async function recorded() {
  const t = await createTestHarness({
    mods,
    script: {
      turns: [
        { toolCalls: [{ name: 'task', input: { agent: 'worker', prompt: 'Write it.' } }] },
        { toolCalls: [write('secret.txt'), write('open.txt'), oneWord] },
        { text: 'FIRST' },
        { text: 'The worker is done.' },
        { toolCalls: [oneWord, write('secret.txt')] },
        { text: 'SECOND' },
        { text: 'THE SUMMARY' },
        { text: 'All done.' },
        { text: 'Writing files' },
      ],
    },
  });
  const run = await t.run('go');
  await t.dispose();
  return { t, run, cassette: JSON.parse(JSON.stringify(t.trace)) as readonly TraceRow[] };
}

const stage = await recorded();

describe('agent, question, compaction and title in one run', () => {
  it('take their turns from one script, in the order of their requests, each marked with its purpose and answered', () => {
    const { trace, turnsLeft } = stage.t;
    const asked = trace.flatMap((row) => {
      if (row.kind === 'request') return `${row.purpose} ${row.turnNumber}`;
      if (row.kind !== 'response') return [];
      const text = row.content.flatMap((block) => (block.type === 'text' ? block.text : block.type));
      return `  ${text.join(', ')}`;
    });
    expect(asked).toEqual([
      'run 1',
      '  tool_use',
      'agent 1',
      '  tool_use, tool_use, tool_use',
      'complete 0',
      '  FIRST',
      'agent 2',
      '  The worker is done.',
      'run 2',
      '  tool_use, tool_use',
      'complete 0',
      '  SECOND',
      'compaction 0',
      '  THE SUMMARY',
      'run 3',
      '  All done.',
      // The mod is a guest in this test; the program brings it as its own, and then its purpose is "title".
      'complete 0',
      '  Writing files',
    ]);
    expect(turnsLeft).toBe(0);
  });

  it('a guard blocks the call of the agent as it blocks that of the run, and nothing else', () => {
    const blocked = stage.t.events.filter(({ type }) => type === 'tool_hook_blocked');
    expect(blocked).toMatchObject([{ hookOutput: 'No secrets.' }, { hookOutput: 'No secrets.' }]);
    expect(stage.t.toolCalls.map(({ toolName }) => toolName)).toContain('one_word');
  });

  it('the request after the compaction has the summary and what the agent said is in it no more', () => {
    const [last] = stage.t.requests.filter(
      ({ purpose, turnNumber }) => purpose === 'run' && turnNumber === 3,
    );
    const sent = JSON.stringify(last?.messages);
    expect(sent).toContain('THE SUMMARY');
    expect(sent).not.toContain('The worker is done.');
    expect(JSON.stringify(stage.run.state.messages)).toContain('The worker is done.');
  });

  it('the trace of it replays: nothing changes, nothing is off the tape, and the bytes are the same each time', async () => {
    const one = await replay(stage.cassette, { mods, baseline: mods });
    const other = await replay(stage.cassette, { mods, baseline: mods });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect([one.changes, one.run.offTape, one.run.answersLeft]).toEqual([[], [], 0]);
    expect(one.run.requests.map(({ purpose }) => purpose)).toEqual(
      stage.t.requests.map(({ purpose }) => purpose),
    );
    expect(one.run.finalText).toBe('All done.');
    const results = (requests: typeof stage.t.requests) =>
      requests
        .filter(({ purpose }) => purpose === 'agent')
        .at(-1)
        ?.messages.at(-1)?.content;
    expect(results(one.run.requests)).toEqual(results(stage.t.requests));
  });

  it('without the mods it plays to the same end, and the difference is what they did', async () => {
    const { run, changes } = await replay(stage.cassette, { mods: [], baseline: mods });
    expect(run.finalText).toBe('All done.');
    expect(run.requests.map(({ purpose }) => purpose)).toEqual(['run', 'run', 'run']);
    expect(changes.map(({ kind }) => kind)).toContain('messages');
  });
});

describe('questions that are open at once', () => {
  it('get their own answers in a replay, in whatever order they were answered', async () => {
    const asking: ModFactory = (cmd) =>
      void cmd.hooks({
        async transformMessage({ message }) {
          if (message.role !== 'user') return message;
          const answers = await Promise.all(['one', 'two'].map((prompt) => cmd.model.complete({ prompt })));
          const text = answers.map((answer) => (answer.isAnswered ? answer.text : answer.reason)).join(', ');
          return { ...message, content: [{ type: 'text', text }] };
        },
      });
    const t = await createTestHarness({
      mods: [asking],
      script: { turns: [{ text: 'first' }, { text: 'second' }, { text: 'done' }] },
    });
    await t.run('go');
    await t.dispose();
    const rows = t.trace.map((row) => row.kind);
    const [one, other] = [rows.indexOf('response'), rows.indexOf('response') + 1];
    expect(rows[other]).toBe('response');
    const cassette = t.trace.with(one, t.trace[other] as TraceRow).with(other, t.trace[one] as TraceRow);
    const { run } = await replay(cassette, { mods: [asking] });
    expect(run.state.messages[0]?.content).toEqual([{ type: 'text', text: 'first, second' }]);
  });
});
