import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, place, runCli } from './support/run-cli.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

describe('--output', () => {
  it('json prints one object: result, session, warnings', async () => {
    const at = place();
    const { stdout } = await runCli(at, ['-p', 'hi', '--output', 'json']);
    const printed = JSON.parse(stdout);
    expect(printed).toEqual({
      schemaVersion: 1,
      result: { finalText: 'hi', stopReason: 'end_turn', turnCount: 1, usage: USAGE },
      sessionId: expect.any(String),
      sessionFile: expect.stringContaining(at.home),
      warnings: [],
    });
    expect(existsSync(printed.sessionFile)).toBe(true);
  });

  it('events prints each event as a line, in the order of the loop', async () => {
    const at = place();
    const script = at.script(
      { text: 'a', toolCalls: [{ name: 'read_file', input: { file_path: 'x' } }] },
      { deltas: ['b', 'c'] },
    );
    at.file('x', 'content');
    const { stdout } = await runCli(at, ['-p', 'go', '--script', script, '--output', 'events']);
    expect(
      lines(stdout)
        .map(({ type }) => type)
        .filter((type) => type !== 'message_update'),
    ).toEqual([
      ...[
        'run_start',
        'turn_start',
        'message_start',
        'model_request_start',
        'text_delta',
        'model_request_end',
      ],
      ...['message_end', 'tool_queued', 'tool_running', 'tool_completed', 'turn_end'],
      ...[
        'turn_start',
        'message_start',
        'model_request_start',
        'text_delta',
        'text_delta',
        'model_request_end',
      ],
      ...['message_end', 'turn_end', 'run_end'],
    ]);
  });

  it('events writes a run_error as name and message', async () => {
    const at = place();
    const script = at.script({ error: { message: 'down' } });
    const { code, stdout } = await runCli(at, ['-p', 'go', '--script', script, '--output', 'events']);
    expect(code).toBe(1);
    const all = lines(stdout);
    expect(all.find(({ type }) => type === 'run_error')).toEqual({
      type: 'run_error',
      error: { name: 'ModelError', message: 'down', code: 'SCRIPTED_ERROR' },
    });
    expect(all.at(-1)).toMatchObject({ type: 'run_end', result: { stopReason: 'error' } });
  });

  it('text prints the message of a handled prompt', async () => {
    const at = place();
    const mod = at.mod(
      'roast',
      `cmd.hooks({transformInput: () => ({action: 'handled', message: 'You again.'})});`,
    );
    expect((await runCli(at, ['-p', 'hi', '--mod', mod])).stdout).toBe('You again.\n');
  });
});

describe('--trace', () => {
  it('writes requests, responses, hook calls and events, in the order they happened', async () => {
    const at = place();
    const mod = at.mod(
      'm',
      `cmd.hooks({appendSystemPrompt: () => 'Be good.', transformContext: ({messages}) => messages});`,
    );
    await runCli(at, ['-p', 'hi', '--mod', mod, '--trace', 'out/trace.jsonl']);
    const rows = lines(readFileSync(join(at.project, 'out/trace.jsonl'), 'utf8'));
    const shown = rows.map(({ kind, hook, event, changed }) =>
      kind === 'hook'
        ? `hook ${hook} ${changed}`
        : kind === 'event'
          ? (event as { type: string }).type
          : kind,
    );
    expect(shown.filter((row) => row !== 'message_update')).toEqual([
      ...[
        'session_start',
        'run_start',
        'turn_start',
        'hook appendSystemPrompt true',
        'hook transformContext false',
      ],
      ...['message_start', 'model_request_start', 'request', 'text_delta', 'response', 'model_request_end'],
      ...['message_end', 'turn_end', 'run_end', 'session_shutdown'],
    ]);
    expect(rows.find(({ kind }) => kind === 'request')).toMatchObject({
      turnNumber: 1,
      attempt: 0,
      model: 'echo',
      system: expect.stringMatching(/\n\nBe good\.$/),
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      tools: expect.arrayContaining([expect.objectContaining({ name: 'read_file' })]),
    });
    expect(rows.find(({ kind }) => kind === 'response')).toMatchObject({
      deltas: ['hi'],
      stopReason: 'end_turn',
    });
  });

  it('is refused before the run when its file cannot be written', async () => {
    const at = place();
    at.file('taken', '');
    const { code, stderr } = await runCli(at, ['-p', 'hi', '--trace', 'taken/trace.jsonl']);
    expect(code).toBe(2);
    expect(stderr).toContain('taken/trace.jsonl');
  });
});
