import type { Block } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import type { ModelClient } from '../../src/index.ts';
import { calls, ofType, runScripted, texts } from '../support/run-scripted.ts';

function answering(content: readonly Block[]): ModelClient {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return { complete: async () => ({ content, usage, stopReason: 'end_turn' }) };
}

const shout = {
  transformTextDelta: ({ delta, done }: { delta: string; done: boolean }) =>
    done ? '!' : delta.toUpperCase(),
};

describe('a response that did not stream', () => {
  it('still goes through transformTextDelta, one chunk per text block and one flush', async () => {
    const chunks: string[] = [];
    await runScripted({
      mods: {
        m: {
          transformTextDelta: ({ delta, done }) => {
            chunks.push(done ? 'done' : delta);
            return delta;
          },
        },
      },
      harness: {
        modelClient: answering([
          { type: 'text', text: 'one block' },
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'another' },
        ]),
      },
    });
    expect(chunks).toEqual(['one block', 'another', 'done']);
  });

  it('has no text_delta events invented for it', async () => {
    const { events, state } = await runScripted({
      mods: { m: shout },
      turns: [{ text: 'quiet', stream: false }],
    });
    expect(ofType(events, 'text_delta')).toEqual([]);
    expect(ofType(events, 'message_update')).toEqual([]);
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: QUIET!']);
  });

  it('keeps each rewrite in its own block, and the flush at the end of the last one', async () => {
    const { events } = await runScripted({
      mods: { m: shout },
      harness: {
        modelClient: answering([
          { type: 'text', text: 'a' },
          { type: 'tool_use', id: '1', name: 'nope', input: {} },
          { type: 'text', text: 'b' },
        ]),
      },
      config: { maxTurns: 1 },
    });
    expect(ofType(events, 'message_end')[0]?.content).toEqual([
      { type: 'text', text: 'A' },
      { type: 'tool_use', id: '1', name: 'nope', input: {} },
      { type: 'text', text: 'B!' },
    ]);
  });

  it('is untouched without a mod that rewrites', async () => {
    const { events, state } = await runScripted({ turns: [{ text: 'as it is', stream: false }] });
    expect(ofType(events, 'text_delta')).toEqual([]);
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: as it is']);
  });

  it('calls tools like any other', async () => {
    const { result } = await runScripted({
      turns: [{ ...calls(['echo']), stream: false }, { text: 'done' }],
    });
    expect(result).toMatchObject({ turnCount: 2, finalText: 'done' });
  });
});

describe('an answer of an unusual shape', () => {
  it('blocks that the provider executed itself are shown in message_end and not recorded', async () => {
    const { events, state } = await runScripted({
      harness: {
        modelClient: answering([
          { type: 'server_tool_result', content: 'found' },
          { type: 'text', text: 'so' },
        ]),
      },
    });
    expect(ofType(events, 'message_end')[0]?.content).toHaveLength(2);
    expect(state.messages[1]?.content).toEqual([{ type: 'text', text: 'so' }]);
  });

  it.each([
    ['an array of one object', [{ a: 1 }], 'array', true, { a: 1 }],
    ['an array of more', [{ a: 1 }, { b: 2 }], 'array', false, {}],
    ['null', null, 'null', false, {}],
    ['JSON text', '{"a": 1}', 'string', true, { a: 1 }],
    ['other text', 'a: 1', 'string', false, {}],
    ['nothing', undefined, 'undefined', false, {}],
  ])(
    'a tool input that is %s becomes an object, with tool_input_coerced',
    async (_what, input, rawType, recovered, expected) => {
      const { events } = await runScripted({
        harness: {
          modelClient: answering([{ type: 'tool_use', id: '1', name: 'echo', input: input as never }]),
        },
        config: { maxTurns: 1 },
      });
      expect(ofType(events, 'tool_input_coerced')).toEqual([
        { type: 'tool_input_coerced', rawType, recovered },
      ]);
      expect(ofType(events, 'tool_queued')[0]?.input).toEqual(expected);
    },
  );

  it.each([
    ['nothing', undefined],
    ['text in place of blocks', { content: 'text', stopReason: 'end_turn' }],
    ['blocks without a type', { content: [{ text: 'a' }], stopReason: 'end_turn' }],
    ['no content', { stopReason: 'end_turn' }],
  ])(
    'a client that answers with %s ends the run with an error that says what is wrong',
    async (_what, result) => {
      const modelClient: ModelClient = { complete: async () => result as never };
      const run = await runScripted({ harness: { modelClient } });
      expect(run.result.stopReason).toBe('error');
      expect(ofType(run.events, 'run_error')[0]?.error).toMatchObject({
        code: 'ANSWER_MALFORMED',
        message: expect.stringContaining('The client of "scripted" answered with'),
      });
    },
  );

  it('a client that leaves usage out is taken to have used nothing', async () => {
    const modelClient: ModelClient = {
      complete: async () => ({ content: [{ type: 'text', text: 'hi' }], stopReason: 'end_turn' }) as never,
    };
    const { result } = await runScripted({ harness: { modelClient } });
    expect(result).toMatchObject({ finalText: 'hi', usage: { inputTokens: 0, outputTokens: 0 } });
  });
});
