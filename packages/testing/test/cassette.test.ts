import '../src/vitest.ts';
import type { TraceRow } from '@cmd-mods/harness';
import { ModError, type ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createTestHarness, replay, scriptedModel } from '../src/index.ts';
import { cassette, fileOf, record, withHooks } from './support/cassettes.ts';
import { harnessOf } from './support/harness-of.ts';

describe('a cassette', () => {
  it('answers what mods ask the model themselves, apart from the run', async () => {
    const asking: ModFactory = (cmd) =>
      void cmd.hooks({
        async transformMessage({ message }) {
          if (message.role !== 'user') return message;
          const answer = await cmd.model.complete({ prompt: 'In one word?' });
          const text = answer.isAnswered ? answer.text : answer.reason;
          return { ...message, content: [{ type: 'text', text }] };
        },
      });
    const tape = await record({ mods: [asking], script: scriptedModel().says('Word.').says('Done.') });
    const { run, baseline } = await replay(tape, { mods: [asking] });
    expect(run.requests.map(({ purpose }) => purpose)).toEqual(['complete', 'run']);
    expect(run).toHaveFinalText('Done.');
    expect(run.state.messages[0]?.content).toEqual([{ type: 'text', text: 'Word.' }]);
    expect(baseline.answersLeft).toBe(1);
  });

  it('has what the tools of sub-agents gave, and the answers that the agents got', async () => {
    const scout: ModFactory = (cmd) =>
      void cmd.addAgent({ name: 'scout', description: 'Looks', prompt: 'Look.', tools: '*' });
    const turns = scriptedModel()
      .calls('task', { agent: 'scout', prompt: 'look' })
      .nextTurn()
      .calls('read_file', { file_path: 'a.txt' })
      .says('Found.')
      .says('Done.');
    const tape = await record({ mods: [scout], script: turns, files: { 'a.txt': 'the text' } });
    const { run, changes } = await replay(tape, { mods: [scout], baseline: [scout] });
    expect(run.requests.map(({ purpose }) => purpose)).toEqual(['run', 'agent', 'agent', 'run']);
    expect(JSON.stringify(run.requests[2]?.messages)).toContain('the text');
    expect([run.offTape, run.answersLeft, changes]).toEqual([[], 0, []]);
  });

  it('has the summaries of compactions', async () => {
    const compacting: ModFactory = (cmd) =>
      void cmd.hooks({ onTurnEnd: ({ turnNumber }) => void (turnNumber === 2 && cmd.sessions.compact()) });
    const reads = scriptedModel().calls('read_file', { file_path: 'a.txt' }).nextTurn();
    const tape = await record({
      mods: [compacting],
      script: reads.calls('read_file', { file_path: 'a.txt' }).says('Summary.').says('Done.'),
      files: { 'a.txt': 'the text' },
    });
    const { run, baseline } = await replay(tape, { mods: [compacting] });
    expect(run.requests.map(({ purpose }) => purpose)).toEqual(['run', 'run', 'compaction', 'run']);
    expect(run).toHaveFinalText('Done.');
    expect([run.offTape, run.answersLeft, baseline.answersLeft]).toEqual([[], 0, 1]);
  });

  it('that was recorded with mods begins with the prompt before them', async () => {
    const brief = withHooks({ appendSystemPrompt: () => 'Be brief.' });
    const { baseline, run } = await replay(await record({ mods: [brief] }), { mods: [brief] });
    expect(baseline).not.toHaveSystemPrompt('Be brief.');
    expect(run.requests[0]?.system.match(/Be brief\./g)).toHaveLength(1);
  });

  it('of a resumed session begins with its conversation', async () => {
    const t = await harnessOf({ script: scriptedModel().says('One.').says('Two.') });
    await t.run('first');
    const before = t.trace.length;
    await t.run('second');
    const { baseline } = await replay(t.trace.slice(before), { mods: [] });
    expect(baseline.requests[0]?.messages).toEqual(t.requests[1]?.messages);
    expect(baseline).toHaveFinalText('Two.');
  });

  const line = (index: number) => JSON.stringify(cassette[index]);
  const request = cassette.findIndex(({ kind }) => kind === 'request');

  it.each([
    { what: 'no file', make: () => '/nowhere/trace.jsonl', code: 'CASSETTE_UNREADABLE', line: undefined },
    { what: 'no trace', make: () => fileOf('Hello.\n'), code: 'CASSETTE_MALFORMED', line: 1 },
    { what: 'other JSON', make: () => fileOf('{"type":"session"}\n'), code: 'CASSETTE_MALFORMED', line: 1 },
    {
      what: 'a cut line',
      make: () => fileOf(`${line(0)}\n${line(1).slice(0, 9)}`),
      code: 'CASSETTE_MALFORMED',
      line: 2,
    },
    {
      what: 'a request without messages',
      make: () => fileOf('{"kind":"request","turnNumber":1,"system":"","model":"m"}\n'),
      code: 'CASSETTE_MALFORMED',
      line: 1,
    },
    {
      what: 'an answer to nothing',
      make: () => fileOf(`${JSON.stringify(cassette.find(({ kind }) => kind === 'response'))}\n`),
      code: 'CASSETTE_MALFORMED',
      line: 1,
    },
    { what: 'no run', make: () => fileOf(`${line(0)}\n`), code: 'CASSETTE_EMPTY', line: undefined },
    {
      what: 'an older trace, without answers',
      make: () => fileOf(`${line(request)}\n`),
      code: 'CASSETTE_WITHOUT_RESPONSES',
      line: undefined,
    },
    {
      what: 'two runs',
      make: () => fileOf(`${line(1)}\n${line(1)}\n`),
      code: 'CASSETTE_SEVERAL_RUNS',
      line: 2,
    },
  ])('with $what is refused, with file and line', async ({ make, code, line }) => {
    const file = make();
    const error = await replay(file, { mods: [] }).catch((caught: unknown) => caught);
    expect(ModError.isInstance(error) && error.diagnostic).toMatchObject({
      code,
      where: { file, ...(line === undefined ? {} : { line }) },
    });
  });

  it('of an older program, which did not say what a request was for, plays', async () => {
    const older = cassette.map((row) => (row.kind === 'request' ? { ...row, purpose: undefined } : row));
    const { run } = await replay(JSON.parse(JSON.stringify(older)), { mods: [] });
    expect(run).toHaveFinalText('All done.');
  });

  it('says which calls ran side by side then, and runs them one after the other, the same each time', async () => {
    const twice = scriptedModel()
      .calls('read_file', { file_path: 'a.txt' })
      .calls('read_file', { file_path: 'b.txt' })
      .says('done');
    const options = { script: twice, files: { 'a.txt': 'A', 'b.txt': 'B' } };
    const recorded = async (toolExecution: 'sequential' | 'parallel') => {
      const t = await createTestHarness(options);
      await t.run('go', { toolExecution });
      await t.dispose();
      return JSON.parse(JSON.stringify(t.trace)) as readonly TraceRow[];
    };
    expect((await replay(await recorded('sequential'), { mods: [] })).warnings).toEqual([]);
    const overlapping = await recorded('parallel');
    const first = await replay(overlapping, { mods: [] });
    const message = expect.stringContaining('read_file (call_1), read_file (call_2)');
    expect(first.warnings).toMatchObject([{ code: 'CASSETTE_SIDE_BY_SIDE', message }]);
    expect(first.changes).toEqual([]);
    expect(JSON.stringify(await replay(overlapping, { mods: [] }))).toBe(JSON.stringify(first));
  });

  it('with a row of an unknown kind, or with a key in it, plays with a warning', async () => {
    const key = `sk-${'a1'.repeat(10)}`;
    const rows = JSON.stringify(cassette[request]).replace('"go"', JSON.stringify(`The key is ${key}`));
    const file = fileOf(
      `{"kind":"weather"}\n${rows}\n${cassette
        .slice(request + 1)
        .map((row) => JSON.stringify(row))
        .join('\n')}\n`,
    );
    const { warnings } = await replay(file, { mods: [] });
    expect(warnings).toMatchObject([
      { code: 'CASSETTE_ROW_UNKNOWN', where: { file, line: 1 } },
      { code: 'CASSETTE_SECRET', where: { file, line: 2 } },
    ]);
  });
});
