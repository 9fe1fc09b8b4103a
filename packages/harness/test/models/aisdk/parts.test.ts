import type { LanguageModelV2, LanguageModelV2StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effortOptions } from '../../../src/models/aisdk/effort-options.ts';
import { createPartialInput } from '../../../src/models/aisdk/partial-input.ts';
import { retryAfter } from '../../../src/models/aisdk/retry-after.ts';
import { redact, secretsIn } from '../../../src/models/redact.ts';
import { ask, rejection } from '../../support/ask-provider.ts';

describe('the input of a call while it streams', () => {
  it('is what the text says so far', () => {
    const input = createPartialInput();
    input.append('{"path": "a.t');
    expect(input.value).toEqual({ path: 'a.t' });
    input.append('xt", "lines": [1, 2');
    expect(input.value).toEqual({ path: 'a.txt', lines: [1, 2] });
  });

  it('is an object after every piece of any input', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        (value, size) => {
          const input = createPartialInput();
          const text = JSON.stringify(value);
          for (let at = 0; at < text.length; at += size) {
            input.append(text.slice(at, at + size));
            expect(typeof input.value).toBe('object');
          }
        },
      ),
    );
  });

  it('a long one is not read again at each piece', () => {
    const input = createPartialInput();
    input.append('{"text":"');
    let reads = 0;
    for (let index = 0; index < 20_000; index += 1) if (input.append('abcd')) reads += 1;
    expect(reads).toBeLessThan(1000);
  });
});

describe('an effort', () => {
  it.each([
    ['claude-3-7-sonnet-20250219', 'enabled'],
    ['claude-sonnet-4-20250514', 'enabled'],
    ['claude-opus-4-5', 'enabled'],
    ['claude-haiku-4-5-20251001', 'enabled'],
    ['claude-opus-4-6', 'adaptive'],
    ['claude-sonnet-5', 'adaptive'],
    ['claude-opus-5-5', 'adaptive'],
    ['claude-new', 'adaptive'],
  ])('is a budget for the older models of Anthropic and an effort for the newer ones: %s', (model, type) => {
    expect(effortOptions('high', model).anthropic).toMatchObject({ thinking: { type } });
  });

  it('asks for nothing when there is none', () => {
    expect(effortOptions(undefined, 'claude-opus-4-5')).toEqual({});
  });
});

describe('the wait that a server asks for', () => {
  const now = Date.parse('2025-01-01T00:00:00Z');
  it.each([
    [{}, undefined],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after-ms': '120' }, 120],
  ])('%j is %s', (headers, expected) => {
    expect(retryAfter(headers as Record<string, string>, now)).toBe(expected);
  });
});

describe('redaction', () => {
  it.each([
    ['Bad key abcdef123.', { 'x-api-key': 'abcdef123' }, 'Bad key [redacted].'],
    ['Bad key abcdef123.', { Authorization: 'Bearer abcdef123' }, 'Bad key [redacted].'],
    ['You sent sk-proj-12345678.', {}, 'You sent [redacted].'],
    ['Bad version 2023-06-01.', { 'anthropic-version': '2023-06-01' }, 'Bad version 2023-06-01.'],
  ])('%s', (text, headers, expected) => {
    expect(redact(text, secretsIn(headers as Record<string, string>))).toBe(expected);
  });
});

describe('a model that was built for version 2 of the interface', () => {
  const provider = (...parts: LanguageModelV2StreamPart[]) => ({
    id: 'old',
    displayName: 'Old',
    transport: {
      kind: 'aisdk' as const,
      buildModel: (): Pick<LanguageModelV2, 'specificationVersion' | 'doStream'> => ({
        specificationVersion: 'v2',
        doStream: async () => ({
          stream: new ReadableStream({
            start(controller) {
              for (const part of parts) controller.enqueue(part);
              controller.close();
            },
          }),
        }),
      }),
    },
  });
  const usage = { inputTokens: 9, outputTokens: 2, totalTokens: 11, cachedInputTokens: 4 };

  it('is driven all the same', async () => {
    const { result } = await ask(
      provider(
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'hi' },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: 'stop', usage },
      ),
    );
    expect(result).toEqual({
      content: [{ type: 'text', text: 'hi' }],
      usage: { inputTokens: 9, outputTokens: 2, cacheReadTokens: 4, cacheWriteTokens: 0 },
      stopReason: 'end_turn',
    });
  });

  it('blocks that use an id again are blocks of their own', async () => {
    const block = (delta: string): LanguageModelV2StreamPart[] => [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta },
      { type: 'text-end', id: '0' },
    ];
    const { result } = await ask(
      provider(...block('a'), ...block('b'), { type: 'finish', finishReason: 'stop', usage }),
    );
    expect(result.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
  });

  it('a call whose input is no JSON is refused and tried again', async () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{"a":' } as const;
    const asked = ask(provider(call, { type: 'finish', finishReason: 'tool-calls', usage }));
    expect(await rejection(asked)).toMatchObject({ code: 'ANSWER_MALFORMED', retryable: true });
  });
});
