import '../src/vitest.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TraceRow } from '@cmd-mods/harness';
import { ModError, type ModFactory, type ModHooks } from '@cmd-mods/mod-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createTestHarness,
  formatChanges,
  type ReplayChange,
  replay,
  scriptedModel,
  type TestHarnessOptions,
} from '../src/index.ts';
import { harnessOf } from './support/harness-of.ts';

const FILE = fileURLToPath(new URL('fixtures/cassettes/writes-a-file.jsonl', import.meta.url));

const withHooks =
  (hooks: ModHooks): ModFactory =>
  (cmd) =>
    void cmd.hooks(hooks);

/** Records one run, as it would stand in a trace file. */
async function record(options: TestHarnessOptions, prompt = 'go'): Promise<readonly TraceRow[]> {
  const t = await createTestHarness(options);
  await t.run(prompt);
  await t.dispose();
  return JSON.parse(JSON.stringify(t.trace)) as readonly TraceRow[];
}

const script = scriptedModel()
  .thinks('A file.')
  .says('I read.')
  .calls('read_file', { file_path: 'a.txt' })
  .fails('overloaded', { retryable: true, after: ['Half'] })
  .streams(['All ', 'done.']);
const cassette = await record({ script, files: { 'a.txt': 'the text' } });

const short = ({ kind, turnNumber, before, after }: ReplayChange) => [kind, turnNumber, before, after];

/** A file with this text, gone after the test. */
function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-cassette-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'trace.jsonl');
  writeFileSync(file, text);
  return file;
}

describe('replay', () => {
  it('without mods is the recorded run again: every event, in its order', async () => {
    const { baseline, run, changes } = await replay(cassette, { mods: [] });
    const recorded = cassette.flatMap((row) => (row.kind === 'event' ? [row.event] : []));
    const known = JSON.stringify(recorded).replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"replay"');
    expect(JSON.stringify(baseline.events)).toBe(known);
    expect(changes).toEqual([]);
    expect(run).toHaveFinalText('All done.');
    expect([run.offTape, run.answersLeft]).toEqual([[], 0]);
  });

  it('plays a file that "cmd -p --trace" wrote', async () => {
    const { baseline, warnings } = await replay(FILE, { mods: [] });
    const text = readFileSync(FILE, 'utf8');
    const recorded = text
      .split('\n')
      .flatMap((line) => (line.includes('"kind":"event"') ? [JSON.parse(line).event.type] : []));
    expect(baseline.events.map(({ type }) => type)).toEqual(recorded);
    expect(baseline.requests[0]?.system).toContain('The project folder is /home/ada/notes.');
    expect(warnings).toEqual([]);
  });

  it('gives the same bytes each time, whatever ids and times a mod uses', async () => {
    const mod = withHooks({
      appendSystemPrompt: ({ state }) =>
        `${state.sessionId} ${crypto.randomUUID()} ${new Date().toISOString()} ${process.env.HOME} ${process.cwd()}`,
      beforeToolCall: (_params, ctx) => ({ block: true, additionalContext: `Not in ${ctx?.cwd}.` }),
    });
    const [one, other] = [await replay(cassette, { mods: [mod] }), await replay(cassette, { mods: [mod] })];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one.run).toHaveSystemPrompt('replay <id 1> <time> <home>');
    expect(one.run).toHaveEmitted('tool_hook_blocked', { hookOutput: 'Not in <project>.' });
  });

  it('leaves ids and times that were recorded as they are', async () => {
    const id = crypto.randomUUID();
    const { run } = await replay(await record({ script: scriptedModel().says(`It is ${id}.`) }), {
      mods: [],
    });
    expect(run).toHaveFinalText(`It is ${id}.`);
  });

  it('compares with a baseline of other mods', async () => {
    const polite = withHooks({ appendSystemPrompt: () => 'Be polite.' });
    const brief = withHooks({ appendSystemPrompt: () => 'Be brief.' });
    const { changes } = await replay(cassette, { mods: [polite, brief], baseline: [polite] });
    expect(changes.map(({ kind, turnNumber }) => [kind, turnNumber])).toEqual([['prompt', 1]]);
    expect(changes[0]?.before).toMatch(/Be polite\.$/);
    expect(changes[0]?.after).toMatch(/Be polite\.\n\nBe brief\.$/);
  });
});

describe('changes', () => {
  const changesOf = async (hooks: ModHooks) =>
    (await replay(cassette, { mods: [{ name: 'm', factory: withHooks(hooks) }] })).changes;

  it('tell of the prompt once, as long as it differs in the same way', async () => {
    const changes = await changesOf({ transformSystemPrompt: () => 'Mine.' });
    expect(changes.map(short)).toEqual([['prompt', 1, expect.stringContaining('coding agent'), 'Mine.']]);
  });

  it('tell of a tool that only one of the two offers, once', async () => {
    const schema = { name: 'today', description: 'The day', input_schema: { type: 'object' } } as const;
    const today: ModFactory = (cmd) => void cmd.addTool({ schema, run: () => ({ ok: true, content: [] }) });
    const line = `tool ${JSON.stringify(schema)}`;
    const added = await replay(cassette, { mods: [today] });
    expect(added.changes.map(short)).toEqual([['prompt', 1, undefined, line]]);
    const gone = await replay(cassette, { mods: [], baseline: [today] });
    expect(gone.changes.map(short)).toEqual([['prompt', 1, line, undefined]]);
  });

  it('tell of the messages that differ, and of each once', async () => {
    const changes = await changesOf({ transformInput: () => ({ action: 'transform', text: 'stop' }) });
    expect(changes.map(short)).toEqual([
      [
        'messages',
        1,
        [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
        [{ role: 'user', content: [{ type: 'text', text: 'stop' }] }],
      ],
    ]);
  });

  it('tell of messages that a mod puts between', async () => {
    const note = { role: 'user', content: [{ type: 'text', text: 'Note.' }] } as const;
    const changes = await changesOf({
      transformContext: ({ messages }) => [
        ...messages,
        { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] },
        note,
      ],
    });
    expect(changes[0]).toMatchObject({
      kind: 'messages',
      turnNumber: 1,
      before: [],
      after: [{ role: 'assistant' }, note],
    });
  });

  it('tell of a call that was blocked, and of what the model read instead', async () => {
    const changes = await changesOf({ beforeToolCall: () => ({ block: true, additionalContext: 'No.' }) });
    expect(changes.slice(0, 2)).toMatchObject([
      {
        kind: 'tool',
        turnNumber: 1,
        before: { outcome: 'ran' },
        after: { outcome: 'blocked', toolName: 'read_file' },
      },
      { kind: 'result', before: { isError: false }, after: { content: [{ text: 'No.' }], isError: true } },
    ]);
  });

  it('tell of a result that a mod rewrote, and of the message that carries it', async () => {
    const changes = await changesOf({
      afterToolCall: () => ({ content: [{ type: 'text', text: 'hidden' }] }),
    });
    expect(changes.map(({ kind, turnNumber }) => [kind, turnNumber])).toEqual([
      ['result', 1],
      ['messages', 2],
    ]);
  });

  it('tell of the text as it was shown, and of the last word where it was changed later', async () => {
    const shown = await changesOf({ transformTextDelta: ({ delta }) => delta.toUpperCase() });
    expect(shown.filter(({ kind }) => kind === 'text').map(short)).toEqual([
      ['text', 1, 'I read.', 'I READ.'],
      ['text', 2, 'All done.', 'ALL DONE.'],
    ]);
    const kept = await changesOf({
      transformMessage: ({ message }) =>
        message.role === 'assistant' ? { ...message, content: [{ type: 'text', text: 'Secret.' }] } : message,
    });
    expect(kept.findLast(({ kind }) => kind === 'text')).toMatchObject({
      before: 'All done.',
      after: 'Secret.',
    });
  });

  it('tell of other events: the model that a request goes to, an error of the mod', async () => {
    const changes = await changesOf({
      beforeModelRequest: ({ turnNumber }) => (turnNumber === 2 ? { model: 'other' } : undefined),
      onTurnEnd: ({ turnNumber }) => {
        if (turnNumber === 1) throw new Error('boom');
        return undefined;
      },
    });
    expect(changes).toMatchObject([
      {
        kind: 'event',
        turnNumber: 1,
        before: undefined,
        after: { type: 'mod_error', error: { message: 'boom' } },
      },
      { kind: 'event', turnNumber: 2, before: { model: 'scripted' }, after: { model: 'other' } },
    ]);
  });

  it('are a page of text with formatChanges', async () => {
    const { changes } = await replay(cassette, {
      mods: [
        withHooks({
          appendSystemPrompt: () => 'Be brief.',
          beforeToolCall: () => ({ block: true, additionalContext: 'No reading.' }),
        }),
      ],
    });
    expect(formatChanges(changes.filter(({ kind }) => kind !== 'messages'))).toBe(
      `turn 1, prompt
  + 
  + Be brief.

turn 1, tool of read_file (call_1)
  - ran with {"file_path":"a.txt"}
  + blocked with {"file_path":"a.txt"}

turn 1, result of read_file (call_1)
  - 1\tthe text
  + (error)
  + No reading.`,
    );
    expect(formatChanges([])).toBe('Nothing changed.');
  });
});

describe('tools in a replay', () => {
  const calls = scriptedModel()
    .calls('write_file', { file_path: 'new.txt', content: 'one' })
    .calls('read_file', { file_path: 'a.txt' })
    .says('Done.');
  const readB = withHooks({
    beforeToolCall: ({ toolName, input }) =>
      toolName === 'read_file' ? { input: { ...input, file_path: 'b.txt' } } : undefined,
  });

  it('give the recorded result, and do nothing', async () => {
    const tape = await record({ script: calls, files: { 'a.txt': 'recorded' } });
    const other = await harnessOf({ files: { 'a.txt': 'changed since' } });
    const { run } = await replay(tape, { mods: [], cwd: other.cwd });
    expect(run).toHaveEmitted('tool_completed', { toolName: 'read_file', result: [{ text: /recorded/ }] });
    expect(() => readFileSync(join(other.cwd, 'new.txt'))).toThrow('ENOENT');
  });

  it('fail where a mod rewrote the input to what nobody recorded, and offTape says so', async () => {
    const { run } = await replay(await record({ script: calls, files: { 'a.txt': 'x' } }), { mods: [readB] });
    expect(run).toHaveEmitted('tool_errored', { error: /^Not on the cassette/ });
    expect(run.offTape).toEqual([
      {
        kind: 'tool',
        turnNumber: 1,
        toolCallId: 'call_2',
        toolName: 'read_file',
        input: { file_path: 'b.txt' },
      },
    ]);
  });

  it('read in a real project where one is given', async () => {
    const other = await harnessOf({ files: { 'b.txt': 'from the project' } });
    const tape = await record({ script: calls, files: { 'a.txt': 'x' } });
    const { run } = await replay(tape, { mods: [readB], cwd: other.cwd });
    expect(run).toHaveEmitted('tool_completed', { result: [{ text: /from the project/ }] });
    expect(run.offTape).toHaveLength(1);
  });

  it('of mods do their work, since they are what is looked at', async () => {
    const tool =
      (answer: string): ModFactory =>
      (cmd) =>
        void cmd.addTool({
          schema: { name: 'notes', description: 'Notes', input_schema: { type: 'object', properties: {} } },
          readOnly: true,
          run: () => ({ ok: true, content: [{ type: 'text', text: answer }] }),
        });
    const tape = await record({
      mods: [tool('old')],
      script: scriptedModel().calls('notes', {}).says('Done.'),
    });
    const { baseline, run } = await replay(tape, { mods: [tool('new')] });
    expect(baseline).toHaveEmitted('tool_completed', { result: [{ text: 'old' }] });
    expect(run).toHaveEmitted('tool_completed', { result: [{ text: 'new' }] });
  });

  it('are denied where the recorded person denied them', async () => {
    const script = scriptedModel().calls('shell_command', { command: 'make' }).says('never said');
    const { run } = await replay(await record({ script, permissions: 'deny' }), { mods: [] });
    expect(run.stopReason).toBe('permission_denied');
  });
});

describe('settings and projects in a replay', () => {
  const reading: ModFactory = (cmd) => {
    const settingsOf = (folder: string) =>
      JSON.parse(readFileSync(join(folder, '.commandcode', 'settings.json'), 'utf8'));
    const tones = [process.env.HOME ?? '', cmd.cwd].map((folder) => settingsOf(folder).tone);
    cmd.hooks({ appendSystemPrompt: () => tones.join(' and ') });
  };

  it('are those that are given, where mods look for them', async () => {
    const { run } = await replay(cassette, { mods: [reading], settings: { tone: 'kind' } });
    expect(run).toHaveSystemPrompt('kind and kind');
  });

  it('are never those of the real project: its own mods stay out', async () => {
    const own = "export default (cmd) => void cmd.hooks({ appendSystemPrompt: () => 'Of the project.' });";
    const project = await harnessOf({ files: { '.commandcode/mods/own.mjs': own } });
    expect(project.mods).toEqual(['own']);
    const { run } = await replay(cassette, { mods: [], cwd: project.cwd });
    expect(run).not.toHaveSystemPrompt('Of the project.');
  });
});

describe('a run that leaves the tape', () => {
  it('ends with run_error when it asks for more than was recorded', async () => {
    const { run, baseline } = await replay(cassette, {
      mods: [withHooks({ onStop: () => ({ continue: true, reason: 'Go on.' }) })],
    });
    expect(run.stopReason).toBe('error');
    expect(run).toHaveEmitted('run_error', { error: { code: 'CASSETTE_EXHAUSTED' } });
    expect(run.offTape).toEqual([{ kind: 'request', turnNumber: 3, purpose: 'run' }]);
    expect(baseline.offTape).toEqual([]);
  });

  it('says how many answers it did not come to', async () => {
    const { run } = await replay(cassette, { mods: [withHooks({ shouldStopAfterTurn: () => true })] });
    expect(run.answersLeft).toBe(2);
  });

  it('is interrupted where the recorded one was', async () => {
    const script = scriptedModel().calls('glob', { pattern: '*' }).says('never');
    for (const type of ['model_request_start', 'tool_running'] as const) {
      const abort = new AbortController();
      const stop: ModFactory = (cmd) => void cmd.on(type, () => abort.abort());
      const t = await harnessOf({ mods: [stop], script });
      await t.run('go', { signal: abort.signal });
      const { baseline } = await replay(t.trace, { mods: [] });
      expect([baseline.stopReason, baseline.offTape]).toEqual(['interrupted', []]);
    }
  });
});

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
