import type { AgentMessage, StreamParams } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  createEchoModel,
  createScriptedModel,
  type ModelClient,
  type ScriptTurn,
  scriptLeftover,
} from '../../src/index.ts';
import { user } from '../support/run-scripted.ts';

/** Asks a client once and notes all that it reports. */
async function ask(client: ModelClient, more: Partial<StreamParams> = {}) {
  const reports: string[] = [];
  const updates: AgentMessage[] = [];
  const params: StreamParams = {
    model: 'any',
    messages: [user('hello')],
    system: '',
    tools: [],
    signal: new AbortController().signal,
    onTextDelta: (delta) => reports.push(delta),
    onThinkingStart: () => reports.push('<'),
    onThinkingDelta: (delta) => reports.push(delta),
    onThinkingEnd: (text) => reports.push(`${text}>`),
    onMessageUpdate: (message) => updates.push(message),
    ...more,
  };
  const result = await client.complete(params).catch((error: unknown) => ({ error }));
  return { result, reports, updates };
}

const model = (...turns: readonly ScriptTurn[]) => createScriptedModel({ turns });

describe('the scripted model', () => {
  it('answers one turn a request, whatever model is asked for', async () => {
    const client = model({ text: 'one' }, { text: 'two' });
    expect((await ask(client, { model: 'a' })).result).toMatchObject({
      content: [{ type: 'text', text: 'one' }],
    });
    expect((await ask(client, { model: 'b' })).result).toMatchObject({
      content: [{ type: 'text', text: 'two' }],
    });
  });

  it('streams a text as its deltas, or as one delta', async () => {
    expect((await ask(model({ deltas: ['a', 'b'] }))).reports).toEqual(['a', 'b']);
    expect((await ask(model({ text: 'ab' }))).reports).toEqual(['ab']);
    expect((await ask(model({ text: 'ab', deltas: ['a', 'b'] }))).result).toMatchObject({
      content: [{ type: 'text', text: 'ab' }],
    });
  });

  it('streams nothing with stream false', async () => {
    const { reports, updates, result } = await ask(model({ text: 'ab', thinking: 'hm', stream: false }));
    expect([reports, updates]).toEqual([[], []]);
    expect(result).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'ab' },
      ],
    });
  });

  it('thinks first, then speaks, then calls', async () => {
    const { reports, result, updates } = await ask(
      model({ thinking: 'hm', text: 'ok', toolCalls: [{ name: 't', input: { a: 1 } }] }),
    );
    expect(reports).toEqual(['<', 'hm', 'hm>', 'ok']);
    expect(result).toMatchObject({
      content: [{ type: 'thinking' }, { type: 'text' }, { type: 'tool_use', id: 'call_1' }],
    });
    expect(updates.map(({ content }) => content.map(({ type }) => type))).toEqual([
      ['thinking'],
      ['thinking', 'text'],
      ['thinking', 'text', 'tool_use'],
    ]);
  });

  it('numbers calls over the whole script, unless they bring their id', async () => {
    const call = { name: 't', input: {} };
    const client = model({ toolCalls: [call, { ...call, id: 'mine' }] }, { toolCalls: [call] });
    const ids = async () => {
      const { result } = await ask(client);
      return 'content' in result ? result.content.map((block) => 'id' in block && block.id) : [];
    };
    expect([await ids(), await ids()]).toEqual([['call_1', 'mine'], ['call_2']]);
  });

  it.each([
    [{ text: 'x' }, 'end_turn'],
    [{ toolCalls: [{ name: 't', input: {} }] }, 'tool_use'],
    [{ text: 'x', stopReason: 'max_tokens' }, 'max_tokens'],
    [{}, 'end_turn'],
  ])('%j stops with %s', async (turn, stopReason) => {
    expect((await ask(model(turn))).result).toMatchObject({ stopReason });
  });

  it('figures of usage that are left out are 0', async () => {
    expect((await ask(model({ usage: { outputTokens: 3 } }))).result).toMatchObject({
      usage: { inputTokens: 0, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
  });

  it('an error is thrown instead of answering and uses up its turn', async () => {
    const client = model({ error: { message: 'busy', retryable: true } }, { text: 'next' });
    const { result, reports } = await ask(client);
    expect(result).toMatchObject({ error: { code: 'SCRIPTED_ERROR', message: 'busy', retryable: true } });
    expect(reports).toEqual([]);
    expect((await ask(client)).result).toMatchObject({ content: [{ text: 'next' }] });
  });

  it('afterDeltas says after how many chunks the error is thrown', async () => {
    const { result, reports } = await ask(
      model({ deltas: ['a', 'b', 'c'], error: { message: 'cut' }, afterDeltas: 2 }),
    );
    expect(reports).toEqual(['a', 'b']);
    expect(result).toMatchObject({ error: { message: 'cut', retryable: false } });
  });

  it('a request beyond the last turn is rejected with what to do', async () => {
    expect((await ask(model())).result).toMatchObject({
      error: {
        code: 'SCRIPT_EXHAUSTED',
        message:
          'The script has 0 turns, and the run asked for another one. Add a turn, or end the run earlier.',
        retryable: false,
      },
    });
  });

  it('stops streaming when it is aborted', async () => {
    const controller = new AbortController();
    const heard: string[] = [];
    const { result } = await ask(model({ deltas: ['a', 'b', 'c'] }), {
      signal: controller.signal,
      onTextDelta: (delta) => {
        heard.push(delta);
        controller.abort();
      },
    });
    expect(heard).toEqual(['a']);
    expect(result).toHaveProperty('error');
  });

  it('says how many turns are left, and leftover turns are a warning', async () => {
    const client = model({ text: 'a' }, { text: 'b' }, { text: 'c' });
    await ask(client);
    expect(client.turnsLeft).toBe(2);
    expect(scriptLeftover(2, 's.json')).toMatchObject([
      {
        code: 'SCRIPT_TURNS_LEFT',
        severity: 'warning',
        message: '2 turns of the script were not used.',
        where: { file: 's.json' },
      },
    ]);
    expect(scriptLeftover(1, 's.json')[0]?.message).toBe('One turn of the script was not used.');
    expect(scriptLeftover(0, 's.json')).toEqual([]);
  });

  it('waits at most ten milliseconds before a retry', () => {
    expect([1, 5, 10, 50].map((retry) => model().retryDelay?.(retry))).toEqual([1, 5, 10, 10]);
  });
});

describe('the echo model', () => {
  it('answers with the text of the last user message, word by word', async () => {
    const { result, reports, updates } = await ask(createEchoModel(), {
      messages: [
        user('first'),
        { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
        user('say it  again\n'),
      ],
    });
    expect(reports).toEqual(['say ', 'it  ', 'again\n']);
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'say it  again\n' }],
      stopReason: 'end_turn',
    });
    expect(updates).toHaveLength(3);
  });

  it('keeps blanks in front, and has nothing to say to nothing', async () => {
    expect((await ask(createEchoModel(), { messages: [user('  a')] })).reports).toEqual(['  ', 'a']);
    expect((await ask(createEchoModel(), { messages: [] })).reports).toEqual([]);
  });

  it('ignores what is no text', async () => {
    const image = { type: 'image', source: { type: 'url', url: 'http://127.0.0.1/' } } as const;
    const { reports } = await ask(createEchoModel(), {
      messages: [{ role: 'user', content: [image, { type: 'text', text: 'look' }] }],
    });
    expect(reports).toEqual(['look']);
  });

  it('stops when it is aborted', async () => {
    const { result } = await ask(createEchoModel(), { signal: AbortSignal.abort() });
    expect(result).toHaveProperty('error');
  });
});
