import { describe, expect, it } from 'vitest';
import { createProviderAnthropic, createProviderOpenAi } from '../../src/builtin/index.ts';
import { createModelRouter, createModHost } from '../../src/index.ts';
import { ofType, setStage, tempFolder } from '../support/run-scripted.ts';
import { failure, startWireServer, stream } from '../support/wire-server.ts';

type Env = Record<string, string>;

/** A harness with both providers, as the program has them. */
async function stage(env: Env, model: string) {
  const host = createModHost({ cwd: tempFolder() });
  await host.register({ name: 'provider-anthropic', factory: createProviderAnthropic(env), builtin: true });
  await host.register({ name: 'provider-openai', factory: createProviderOpenAi(env), builtin: true });
  return setStage({ host, harness: { modelClient: createModelRouter(() => host.providers()), model } });
}

/** What the run ended with. */
async function runError(env: Env, model: string) {
  const { events, result } = await (await stage(env, model)).run();
  expect(result.stopReason).toBe('error');
  return ofType(events, 'run_error')[0]?.error;
}

const PROVIDERS = [
  {
    id: 'anthropic',
    model: 'claude-sonnet-4-5',
    key: 'ANTHROPIC_API_KEY',
    url: 'ANTHROPIC_BASE_URL',
    /** What its address variable has after the host. */
    below: '',
    path: '/v1/messages',
    header: 'x-api-key',
    prefix: '',
  },
  {
    id: 'openai',
    model: 'gpt-4.1',
    key: 'OPENAI_API_KEY',
    url: 'OPENAI_BASE_URL',
    below: '/v1',
    path: '/v1/chat/completions',
    header: 'authorization',
    prefix: 'Bearer ',
  },
] as const;

describe.each(PROVIDERS)('the built-in mod provider-$id', (one) => {
  const { id, model, key, url, below, path, header, prefix } = one;
  const good = { body: stream(`${id}/text-with-cache-figures`) };

  it('answers a run, with the key of its variable', async () => {
    const server = await startWireServer(good);
    const { run } = await stage({ [key]: 'secret-key', [url]: `${server.url}${below}` }, model);
    const { result, events } = await run();
    expect(result).toMatchObject({ finalText: 'Hello, wörld 👋', stopReason: 'end_turn' });
    expect(ofType(events, 'text_delta').map(({ delta }) => delta)).toEqual(['Hello', ', wörld 👋']);
    expect(ofType(events, 'model_request_end')[0]).toMatchObject({
      stopReason: id === 'openai' ? 'stop' : 'end_turn',
      usage: { cacheReadTokens: id === 'openai' ? 1920 : 1800 },
    });
    expect(server.received).toMatchObject([
      { path, headers: { [header]: `${prefix}secret-key` }, body: { model, stream: true } },
    ]);
  });

  it('takes a slash at the end of the address', async () => {
    const server = await startWireServer(good);
    const { run } = await stage({ [key]: 'k', [url]: `${server.url}${below}/` }, model);
    await run();
    expect(server.received[0]?.path).toBe(path);
  });

  it('a run without a key ends in an error that names the variable', async () => {
    expect(await runError({}, model)).toMatchObject({
      code: 'KEY_MISSING',
      message: expect.stringMatching(`Set ${key}, store one with cmd auth login ${id}, or set ${url}`),
    });
  });

  it('an empty variable is none', async () => {
    expect(await runError({ [key]: '  ' }, model)).toMatchObject({ code: 'KEY_MISSING' });
  });

  it('a server of one’s own may go without a key, and then none is sent', async () => {
    const server = await startWireServer(good);
    const { run } = await stage({ [url]: `${server.url}${below}` }, model);
    expect((await run()).result.stopReason).toBe('end_turn');
    expect(server.received[0]?.headers).not.toHaveProperty(header);
  });

  it.each(['127.0.0.1:8080', 'ftp://x', 'http://'])('an address that is none is named: %s', async (text) => {
    expect(await runError({ [key]: 'k', [url]: text }, model)).toMatchObject({
      code: 'BASE_URL_INVALID',
      message: expect.stringContaining(url),
    });
  });

  it('takes any model by its prefix', async () => {
    const server = await startWireServer(good);
    const { run } = await stage({ [url]: `${server.url}${below}` }, `${id}/some/model`);
    await run();
    expect(server.received[0]?.body.model).toBe('some/model');
  });

  it.each([429, 500, 529])('tries again after a %i, as soon as the server allows', async (status) => {
    const wait = { 'retry-after-ms': '5' };
    const server = await startWireServer(failure(status, { type: 'x', message: 'later' }, wait), good);
    const { run } = await stage({ [key]: 'k', [url]: `${server.url}${below}` }, model);
    expect((await run()).result.finalText).toBe('Hello, wörld 👋');
    expect(server.received).toHaveLength(2);
  });

  it('a refused key ends the run at once, and is not shown', async () => {
    const secret = 'very-secret-value';
    const server = await startWireServer(failure(401, { type: 'x', message: `invalid key ${secret}` }));
    const { run } = await stage({ [key]: secret, [url]: `${server.url}${below}` }, model);
    const { events, trace } = await run();
    expect(ofType(events, 'run_error')[0]?.error).toMatchObject({ code: 'KEY_REFUSED' });
    expect(JSON.stringify([events, trace])).not.toContain(secret);
    expect(server.received).toHaveLength(1);
  });

  it('a cut stream is told of as a restart, and what it said is taken back', async () => {
    const cut = { body: stream(`${id}/cut-after-a-delta`) };
    const server = await startWireServer(cut, good);
    const { run } = await stage({ [key]: 'k', [url]: `${server.url}${below}` }, model);
    const { events, result } = await run();
    expect(ofType(events, 'stream_restart')).toHaveLength(1);
    expect(result.finalText).toBe('Hello, wörld 👋');
  });

  it('an interrupted run closes the connection', async () => {
    const server = await startWireServer({ body: stream(`${id}/cut-after-a-delta`), end: 'never' });
    const { run, events } = await stage({ [key]: 'k', [url]: `${server.url}${below}` }, model);
    const controller = new AbortController();
    const running = run('go', { signal: controller.signal });
    while (ofType(events, 'text_delta').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect((await running).result.stopReason).toBe('interrupted');
    await server.hungUp;
  });
});

describe('which built-in provider answers', () => {
  it.each([
    ['claude-next-99', 'ANTHROPIC_API_KEY'],
    ['gpt-99', 'OPENAI_API_KEY'],
    ['o9-mini', 'OPENAI_API_KEY'],
    ['openai/claude-x', 'OPENAI_API_KEY'],
  ])('%s asks for %s', async (model, key) => {
    expect(await runError({}, model)).toMatchObject({ message: expect.stringContaining(key) });
  });

  it('none for an id that nobody claims', async () => {
    expect(await runError({}, 'llama-4')).toMatchObject({ code: 'MODEL_UNKNOWN' });
  });
});

describe('provider-openai', () => {
  it.each([
    ['o3', { max_completion_tokens: 50 }, 'max_tokens'],
    ['gpt-5', { max_completion_tokens: 50 }, 'max_tokens'],
    ['gpt-4.1', { max_tokens: 50 }, 'max_completion_tokens'],
  ])('names the limit as the model wants it: %s', async (model, expected, absent) => {
    const server = await startWireServer({ body: stream('openai/length') });
    const { run } = await stage({ OPENAI_BASE_URL: server.url }, model);
    await run('go', { maxOutputTokens: 50 });
    expect(server.received[0]?.body).toMatchObject(expected);
    expect(server.received[0]?.body).not.toHaveProperty(absent);
  });

  it.each([
    ['gpt-5.5', 'high', 'none'],
    ['gpt-5.4-mini', undefined, 'none'],
    ['gpt-5.6-terra', 'low', 'none'],
    ['gpt-6', 'low', 'none'],
    ['gpt-5', 'low', 'low'],
    ['gpt-5.1', 'low', 'low'],
    ['o3', 'low', 'low'],
    ['gpt-5.2-chat-latest', undefined, undefined],
    ['gpt-4.1', undefined, undefined],
  ] as const)('asks %s, with tools and the effort %s, for the effort %s', async (model, effort, asked) => {
    const server = await startWireServer({ body: stream('openai/length') });
    const { run } = await stage({ OPENAI_BASE_URL: server.url }, model);
    await run('go', effort === undefined ? {} : { effort });
    expect(server.received[0]?.body.tools).toHaveLength(1);
    expect(server.received[0]?.body.reasoning_effort).toBe(asked);
  });

  it('says that a model it lists has no effort here, before it asks without one', async () => {
    const server = await startWireServer({ body: stream('openai/length') });
    const { run } = await stage({ OPENAI_BASE_URL: server.url }, 'gpt-5.5');
    const { events } = await run('go', { effort: 'high' });
    expect(ofType(events, 'notice').map(({ message }) => message)).toEqual([
      expect.stringContaining('gpt-5.5'),
    ]);
  });

  it('asks for an effort in the words of the protocol alone', async () => {
    const server = await startWireServer({ body: stream('openai/length') });
    const { run } = await stage({ OPENAI_BASE_URL: server.url }, 'o3');
    await run('go', { effort: 'max' });
    expect(server.received[0]?.body).toMatchObject({ reasoning_effort: 'high' });
    expect(server.received[0]?.body).not.toHaveProperty('reasoningEffort');
  });
});

describe('provider-anthropic', () => {
  it.each([
    [
      'claude-opus-5-5',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
    ],
    ['claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 16_384 } }],
  ])('asks %s for an effort in its own words', async (model, expected) => {
    const server = await startWireServer({ body: stream('anthropic/text-with-cache-figures') });
    const { run } = await stage({ ANTHROPIC_BASE_URL: server.url }, model);
    await run('go', { effort: 'high' });
    expect(server.received[0]?.body).toMatchObject(expected);
    expect(server.received[0]?.headers['anthropic-version']).toBe('2023-06-01');
  });
});
