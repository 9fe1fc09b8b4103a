import { createAnthropic } from '@ai-sdk/anthropic';
import type { ProviderModule } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createModelRouter } from '../../src/index.ts';
import { ask, rejection } from '../support/ask-provider.ts';
import { user } from '../support/run-scripted.ts';
import { failure, type Reply, startWireServer, stream } from '../support/wire-server.ts';

const KEY = 'sk-ant-api03-a-secret-of-the-test';

/** A mod's provider whose protocol the host speaks. */
function openai(url: string): ProviderModule {
  const headers = { authorization: `Bearer ${KEY}` };
  return {
    id: 'p',
    displayName: 'P',
    transport: { kind: 'direct', baseUrl: `${url}/v1`, headers },
  };
}

/** A mod's provider that builds an AI SDK model. */
function anthropic(url: string): ProviderModule {
  const build = createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY });
  return {
    id: 'p',
    displayName: 'P',
    transport: { kind: 'aisdk', buildModel: ({ model }) => build(model) },
  };
}

const WIRES = [
  ['anthropic', anthropic],
  ['openai', openai],
] as const;

async function asked(wire: (typeof WIRES)[number], name: string, more: Partial<Reply> = {}) {
  const server = await startWireServer({ body: stream(`${wire[0]}/${name}`), ...more });
  return ask(wire[1](server.url));
}

describe('a transport that the host drives', () => {
  describe.each(WIRES)('over the wire of %s', (...wire) => {
    const [folder, provider] = wire;

    it('streams text, and reports usage with what the cache gave', async () => {
      const { result, log, updates } = await asked(wire, 'text-with-cache-figures');
      expect(log).toEqual(['text Hello', 'text , wörld 👋']);
      expect(updates.map(({ content }) => content)).toEqual([
        [{ type: 'text', text: 'Hello' }],
        [{ type: 'text', text: 'Hello, wörld 👋' }],
      ]);
      const usage =
        folder === 'anthropic'
          ? { inputTokens: 2012, outputTokens: 15, cacheReadTokens: 1800, cacheWriteTokens: 200 }
          : { inputTokens: 2006, outputTokens: 300, cacheReadTokens: 1920, cacheWriteTokens: 0 };
      expect(result).toEqual({
        content: [{ type: 'text', text: 'Hello, wörld 👋' }],
        usage,
        stopReason: 'end_turn',
        rawFinishReason: folder === 'anthropic' ? 'end_turn' : 'stop',
      });
    });

    it('takes a stream that arrives byte by byte', async () => {
      const bytes = Buffer.from(stream(`${folder}/text-with-cache-figures`));
      const { result } = await asked(wire, 'text-with-cache-figures', {
        body: Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)),
      });
      expect(result.content).toEqual([{ type: 'text', text: 'Hello, wörld 👋' }]);
    });

    it('shows what a slow stream has said before it says the rest', async () => {
      const events = stream(`${folder}/text-with-cache-figures`).split(/(?<=\n\n)/);
      const server = await startWireServer({ body: events, end: 'never' });
      const controller = new AbortController();
      const texts: string[] = [];
      const pending = ask(provider(server.url), {
        signal: controller.signal,
        onTextDelta(delta) {
          texts.push(delta);
          if (texts.length === 2) controller.abort(new Error('enough'));
        },
      });
      await expect(pending).rejects.toThrow('enough');
      expect(texts).toEqual(['Hello', ', wörld 👋']);
    });

    it('an abort closes the connection', async () => {
      const [first = ''] = stream(`${folder}/cut-after-a-delta`).split(/(?=$)/);
      const server = await startWireServer({ body: first, end: 'never' });
      const controller = new AbortController();
      const pending = ask(provider(server.url), {
        signal: controller.signal,
        onTextDelta: () => controller.abort(),
      });
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
      await server.hungUp;
    });

    it('a stream that ends too early is tried again', async () => {
      expect(await rejection(asked(wire, 'cut-after-a-delta'))).toMatchObject({
        code: 'STREAM_CUT',
        message: 'The provider "p" ended its answer before it was complete.',
        retryable: true,
      });
    });

    it('a connection that breaks is tried again', async () => {
      expect(await rejection(asked(wire, 'cut-after-a-delta', { end: 'reset' }))).toMatchObject({
        code: 'REQUEST_FAILED',
        retryable: true,
      });
    });

    it('a server that is not there is tried again', async () => {
      expect(await rejection(ask(provider('http://127.0.0.1:1')))).toMatchObject({
        code: 'PROVIDER_UNREACHABLE',
        retryable: true,
      });
    });

    it('a malformed event ends the request: the next one would be no better', async () => {
      expect(await rejection(asked(wire, 'malformed-event'))).toMatchObject({
        code: 'ANSWER_MALFORMED',
        retryable: false,
      });
    });

    it('a page that is no stream at all is told of', async () => {
      const server = await startWireServer({
        body: '<html>Welcome to the hotel network</html>',
        headers: { 'content-type': 'text/html' },
      });
      expect(await rejection(ask(provider(server.url)))).toMatchObject({
        code: expect.stringMatching(/STREAM_CUT|ANSWER_MALFORMED/),
      });
    });

    it.each([
      [400, 'REQUEST_FAILED', false],
      [401, 'KEY_REFUSED', false],
      [403, 'KEY_REFUSED', false],
      [404, 'REQUEST_FAILED', false],
      [429, 'REQUEST_FAILED', true],
      [500, 'REQUEST_FAILED', true],
      [503, 'REQUEST_FAILED', true],
      [529, 'REQUEST_FAILED', true],
    ])('the status %i is %s, and worth another try: %s', async (status, code, retryable) => {
      const server = await startWireServer(failure(status, { type: 'x', message: 'what the server said' }));
      expect(await rejection(ask(provider(server.url)))).toMatchObject({
        code,
        retryable,
        message: expect.stringMatching(new RegExp(`${status}.*what the server said`)),
      });
    });

    it('no key is in an error, even when the server says it back', async () => {
      const server = await startWireServer(
        failure(401, { type: 'x', message: `Incorrect API key: ${KEY}.` }),
      );
      const error = await rejection(ask(provider(server.url)));
      expect(error).toMatchObject({ message: expect.stringContaining('Incorrect API key: [redacted].') });
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
    });

    it.each([
      [{ 'retry-after': '7' }, 7000],
      [{ 'retry-after-ms': '25', 'retry-after': '7' }, 25],
      [{ 'retry-after': '3600' }, 60_000],
    ])('waits as long as the server wants, a minute at most: %j', async (headers, expected) => {
      const server = await startWireServer(failure(429, { type: 'x', message: 'slow down' }, headers));
      const error = await rejection(ask(provider(server.url)));
      expect(createModelRouter(() => []).retryDelay?.(1, error)).toBe(expected);
    });
  });

  it.each([
    ['anthropic', 'totals-in-the-last-event', 2012],
    ['anthropic', 'events-of-a-later-version', 2012],
    ['openai', 'comments-between', 2006],
    ['openai', 'crlf', 2006],
  ])('takes a stream of %s with %s for what it says', async (folder, name, inputTokens) => {
    const wire = WIRES.find(([each]) => each === folder) ?? WIRES[0];
    const { result } = await asked(wire, name);
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'Hello, wörld 👋' }],
      usage: { inputTokens },
      stopReason: 'end_turn',
    });
  });

  it('streams thinking of Anthropic, with the signature that has to go back', async () => {
    const { result, log } = await asked(['anthropic', anthropic], 'thinking-with-signature');
    expect(log).toEqual([
      'thinking start',
      'thinking Let me see. ',
      'thinking 27 * 453 = 12231.',
      'thinking end Let me see. 27 * 453 = 12231.',
      'text 12231',
    ]);
    expect(result.content[0]).toEqual({
      type: 'thinking',
      thinking: 'Let me see. 27 * 453 = 12231.',
      signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds',
    });
  });

  it('thinking goes back as it came, also what the provider showed to nobody', async () => {
    const server = await startWireServer({ body: stream('anthropic/redacted-thinking') });
    const { result } = await ask(anthropic(server.url));
    const signed = { type: 'thinking', thinking: 'why', signature: 'abc' } as const;
    await ask(anthropic(server.url), {
      messages: [
        user('a'),
        { role: 'assistant', content: [...result.content, signed, { type: 'text', text: 'x' }] },
        user('b'),
      ],
    });
    expect(server.received[1]?.body.messages).toMatchObject([
      {},
      {
        content: [
          { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
          { type: 'text', text: 'ok' },
          { type: 'thinking', thinking: 'why', signature: 'abc' },
          { type: 'text', text: 'x' },
        ],
      },
      {},
    ]);
  });

  it('streams the reasoning that OpenAI-compatible servers send', async () => {
    const { log } = await asked(['openai', openai], 'reasoning-content');
    expect(log).toEqual([
      'thinking start',
      'thinking Let me see. ',
      'thinking 27 * 453 = 12231.',
      'thinking end Let me see. 27 * 453 = 12231.',
      'text 12231',
    ]);
  });

  it.each([
    ['anthropic', anthropic, 'tool-call-in-pieces', 'tool_use'],
    ['openai', openai, 'tool-calls-in-pieces', 'tool_calls'],
  ] as const)('shows the input of a tool call as it grows: %s', async (folder, provider, name, raw) => {
    const { result, updates } = await asked([folder, provider] as (typeof WIRES)[number], name);
    const inputs = updates.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.type === 'tool_use' && block.name === 'get_weather' ? [block.input] : [],
      ),
    );
    expect(inputs).toContainEqual({});
    expect(inputs).toContainEqual({ location: 'San' });
    const call = { type: 'tool_use', name: 'get_weather', input: { location: 'San Francisco, CA' } };
    expect(result).toMatchObject({ stopReason: 'tool_use', rawFinishReason: raw });
    expect(result.content).toContainEqual(expect.objectContaining(call));
  });

  it('several calls of one answer keep their order', async () => {
    const { result } = await asked(['openai', openai], 'tool-calls-in-pieces');
    expect(result.content).toMatchObject([
      { id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA', name: 'get_weather' },
      { id: 'call_2', name: 'get_time', input: {} },
    ]);
  });

  it('a call that the limit cut off is left out, so that half of an input never runs', async () => {
    const { result } = await asked(['anthropic', anthropic], 'max-tokens-in-a-call');
    expect(result).toMatchObject({
      stopReason: 'max_tokens',
      content: [{ type: 'text', text: 'Checking.' }],
    });
  });

  it('an answer that reached its limit says so', async () => {
    const { result } = await asked(['openai', openai], 'length');
    expect(result).toMatchObject({ stopReason: 'max_tokens', rawFinishReason: 'length' });
  });

  it.each([
    ['anthropic', anthropic, 'overloaded-at-once', 'Overloaded'],
    ['anthropic', anthropic, 'overloaded-midway', 'Overloaded'],
    ['openai', openai, 'error-midway', 'The server had an error while processing your request.'],
  ] as const)('a failure of the server within the stream is tried again: %s %s', async (...row) => {
    const [folder, provider, name, message] = row;
    expect(await rejection(asked([folder, provider] as (typeof WIRES)[number], name))).toMatchObject({
      code: 'REQUEST_FAILED',
      message: expect.stringContaining(message),
      retryable: true,
    });
  });

  it('sends the conversation with calls, results and pictures as Anthropic wants it', async () => {
    const server = await startWireServer({ body: stream('anthropic/text-with-cache-figures') });
    await ask(anthropic(server.url), {
      ...CONVERSATION,
      maxOutputTokens: 100,
      temperature: 0.5,
    });
    const ephemeral = { type: 'ephemeral' };
    expect(server.received[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
      body: {
        model: 'model-1',
        max_tokens: 100,
        temperature: 0.5,
        stream: true,
        system: [{ type: 'text', text: 'BE BRIEF', cache_control: ephemeral }],
        tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }],
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'look' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'c1', name: 'look', input: { at: 'x' } }, {}],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'c1',
                content: [
                  { type: 'text', text: 'see' },
                  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
                ],
              },
              { type: 'tool_result', tool_use_id: 'c2', content: 'no such file', is_error: true },
              { type: 'text', text: 'and?', cache_control: ephemeral },
            ],
          },
        ],
      },
    });
  });

  it('sends the conversation to an OpenAI-compatible server', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    await ask(openai(server.url), { ...CONVERSATION, effort: 'low' });
    expect(server.received[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        model: 'model-1',
        stream: true,
        stream_options: { include_usage: true },
        reasoning_effort: 'low',
        tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
        messages: [
          { role: 'system', content: 'BE BRIEF' },
          { role: 'user', content: 'look' },
          {
            role: 'assistant',
            tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"at":"x"}' } }, {}],
          },
          { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('see') },
          { role: 'tool', tool_call_id: 'c2', content: 'no such file' },
          { role: 'user', content: 'and?' },
        ],
      },
    });
  });

  it('a provider that is called like another one gets no options of that one', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    await ask({ ...openai(server.url), id: 'anthropic' }, { effort: 'low' });
    expect(server.received[0]?.body).not.toHaveProperty('thinking');
    expect(server.received[0]?.body).toMatchObject({ reasoning_effort: 'low' });
  });

  it('headers of the auth loader go with the fixed ones', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    await ask({
      id: 'p',
      displayName: 'P',
      transport: { kind: 'direct', baseUrl: `${server.url}/v1`, headers: { 'x-fixed': '1' } },
      auth: { methods: [], loader: async () => ({ headers: { authorization: 'Bearer from-loader' } }) },
    });
    expect(server.received[0]?.headers).toMatchObject({
      'x-fixed': '1',
      authorization: 'Bearer from-loader',
    });
  });

  it('a transport that does the request itself gets the headers of the auth loader', async () => {
    const { result } = await ask({
      id: 'p',
      displayName: 'P',
      transport: {
        kind: 'direct',
        stream: async ({ auth }) => ({
          content: [{ type: 'text', text: JSON.stringify(auth) }],
          usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
          stopReason: 'end_turn',
        }),
      },
      auth: { methods: [], loader: () => ({ headers: { a: 'b' } }) },
    });
    expect(result.content).toEqual([{ type: 'text', text: '{"headers":{"a":"b"}}' }]);
  });

  it.each([
    ['an object', {}],
    ['undefined', undefined],
    ['a model of version "v9" of the interface', { specificationVersion: 'v9', doStream() {} }],
  ])('what is no AI SDK model is refused: %s', async (what, built) => {
    const transport = { kind: 'aisdk', buildModel: () => built } as const;
    expect(await rejection(ask({ id: 'p', displayName: 'P', transport }))).toMatchObject({
      code: 'TRANSPORT_UNSUPPORTED',
      message: expect.stringContaining(`The provider "p" built ${what}.`),
    });
  });
});

const CONVERSATION = {
  system: 'BE BRIEF',
  tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }],
  messages: [
    user('look'),
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'c1', name: 'look', input: { at: 'x' } },
        { type: 'tool_use', id: 'c2', name: 'look', input: { at: 'y' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          type: 'tool_result',
          tool_use_id: 'c2',
          content: [{ type: 'text', text: 'no such file' }],
          is_error: true,
        },
        { type: 'text', text: 'and?' },
      ],
    },
  ],
} as const;
