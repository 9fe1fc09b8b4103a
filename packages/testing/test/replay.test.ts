import '../src/vitest.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { replay, scriptedModel } from '../src/index.ts';
import { cassette, FILE, record, withHooks } from './support/cassettes.ts';
import { harnessOf } from './support/harness-of.ts';

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
