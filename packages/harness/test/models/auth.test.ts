import { inspect } from 'node:util';
import type { ProviderAuthModule, ProviderModule, StreamParams } from '@cmd-mods/mod-api';
import { ModError } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createProviderAnthropic, createProviderOpenAi } from '../../src/builtin/index.ts';
import { type CredentialSource, createModelRouter, createModHost } from '../../src/index.ts';
import { rejection } from '../support/ask-provider.ts';
import { ofType, setStage, tempFolder, user } from '../support/run-scripted.ts';
import { failure, startWireServer, stream } from '../support/wire-server.ts';

/** A key that looks like none, so that only knowing it can keep it out. */
const CANARY = 'canary+6f1d/2c9b=7a';
const STORED: CredentialSource = () => ({ kind: 'api', key: CANARY });

const bearer: ProviderAuthModule = {
  methods: [{ kind: 'api', label: 'Acme key' }],
  loader: ({ credential }) => ({
    headers: credential === undefined ? {} : { authorization: `Bearer ${credential.key}` },
  }),
};

function acme(transport: ProviderModule['transport'], auth = bearer): ProviderModule {
  return { id: 'acme', displayName: 'Acme', transport, auth };
}

const PARAMS: StreamParams = {
  model: 'acme/m',
  messages: [user('hi')],
  system: '',
  tools: [],
  signal: new AbortController().signal,
  onTextDelta() {},
  onThinkingStart() {},
  onThinkingDelta() {},
  onThinkingEnd() {},
  onMessageUpdate() {},
};

const ANSWER = {
  content: [{ type: 'text', text: 'hi' }],
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  stopReason: 'end_turn',
} as const;

const request = (provider: ProviderModule, credentials: CredentialSource = STORED) =>
  createModelRouter(() => [provider], credentials).complete(PARAMS);

describe('what is stored for a provider of a mod', () => {
  it('reaches its loader, whose headers reach a transport that does the request itself', async () => {
    const seen: unknown[] = [];
    const transport = {
      kind: 'direct',
      stream: async ({ auth }: StreamParams) => {
        seen.push(auth);
        return ANSWER;
      },
    } as const;
    await request(acme(transport));
    await request(acme(transport), () => undefined);
    expect(seen).toEqual([{ headers: { authorization: `Bearer ${CANARY}` } }, { headers: {} }]);
  });

  it('goes along to a server whose protocol the host speaks', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    await request(acme({ kind: 'direct', baseUrl: `${server.url}/v1` }));
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
  });

  it('goes along with an AI SDK model that the mod built', async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const sdk = createOpenAICompatible({ name: 'acme', baseURL: `${server.url}/v1` });
    await request(acme({ kind: 'aisdk', buildModel: ({ model }) => sdk.chatModel(model) }));
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
  });

  it('is asked for anew with each request, and only for a provider with auth', async () => {
    const asked: string[] = [];
    const credentials: CredentialSource = ({ id }) => void asked.push(id);
    const provider = acme({ kind: 'direct', stream: async () => ANSWER });
    await request(provider, credentials);
    await request(provider, credentials);
    const { auth: _auth, ...open } = provider;
    await request(open, credentials);
    expect(asked).toEqual(['acme', 'acme']);
  });

  it.each([
    ['undefined', undefined],
    ['a text', 'Bearer x'],
    ['headers that are no object', { headers: 'x' }],
    ['headers that are no texts', { headers: { a: 1, b: null } }],
  ])('a loader that answers with %s sends no header', async (_what, answer) => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const auth = { methods: [], loader: () => answer as never };
    await request(acme({ kind: 'direct', baseUrl: `${server.url}/v1` }, auth));
    expect(Object.keys(server.received[0]?.headers ?? {})).not.toContain('authorization');
  });
});

describe('resolveProvider', () => {
  const resolving = async (resolveProvider: (params: { readonly model: string }) => unknown) => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const transport = {
      kind: 'direct',
      baseUrl: `${server.url}/a`,
      headers: { x: '1' },
      resolveProvider,
    } as const;
    const error = await request(acme(transport)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return { server, error };
  };

  it('says for each model where it is, what it is called there and what to send', async () => {
    const server = await startWireServer({ body: stream('openai/text-with-cache-figures') });
    const transport = {
      kind: 'direct',
      baseUrl: 'http://127.0.0.1:1',
      headers: { x: '1', y: '1' },
      resolveProvider: async ({ model }: { readonly model: string }) => ({
        baseUrl: `${server.url}/b`,
        headers: { y: '2', authorization: 'none' },
        model: `vendor/${model}`,
      }),
    } as const;
    await request(acme(transport));
    expect(server.received[0]).toMatchObject({
      path: '/b/chat/completions',
      headers: { x: '1', y: '2', authorization: `Bearer ${CANARY}` },
      body: { model: 'vendor/m' },
    });
  });

  it.each([[undefined], ['vendor'], [{}], [null], [{ id: 'vendor' }]])(
    'changes nothing with %j',
    async (answer) => {
      const { server } = await resolving(() => answer);
      expect(server.received[0]).toMatchObject({ path: '/a/chat/completions', body: { model: 'm' } });
    },
  );

  it.each([[{ baseUrl: 1 }], [{ headers: { x: 1 } }], [{ headers: 'x' }], [{ model: null }]])(
    'ends the request with %j',
    async (answer) => {
      const { server, error } = await resolving(() => answer);
      expect(error).toMatchObject({ code: 'TRANSPORT_UNSUPPORTED' });
      expect(server.received).toEqual([]);
    },
  );
});

/** Ways for a request to fail in which somebody says the key. */
const LEAKS: Readonly<Record<string, () => Promise<ProviderModule> | ProviderModule>> = {
  'a server that says it back': async () => {
    const server = await startWireServer(failure(401, { type: 'x', message: `Bad key: ${CANARY}.` }));
    return acme({ kind: 'direct', baseUrl: server.url });
  },
  'a server that says it back in an address': async () => {
    const server = await startWireServer(
      failure(400, { type: 'x', message: `See /help?key=${encodeURIComponent(CANARY)}.` }),
    );
    return acme({ kind: 'direct', baseUrl: server.url });
  },
  'an address that has it': () =>
    acme({
      kind: 'direct',
      baseUrl: 'http://127.0.0.1:1',
      resolveProvider: () => ({ baseUrl: `x:${CANARY}` }),
    }),
  'a key that no header can hold': () =>
    acme(
      { kind: 'direct', baseUrl: 'http://127.0.0.1:1' },
      { ...bearer, loader: () => ({ headers: { authorization: `Bearer ${CANARY}\n` } }) },
    ),
  'a transport that throws it': () =>
    acme({
      kind: 'direct',
      stream: async ({ auth }) => {
        throw Object.assign(new Error(`401 for ${auth?.headers.authorization}`), { code: 'NOPE' });
      },
    }),
  'a transport that hides it in a cause': () =>
    acme({
      kind: 'direct',
      stream: async ({ auth }) => {
        throw new Error('refused', { cause: { request: { headers: auth?.headers } } });
      },
    }),
  'a transport that throws a text': () =>
    acme({ kind: 'direct', stream: ({ auth }) => Promise.reject(`bad ${auth?.headers.authorization}`) }),
  'a loader that throws it': () =>
    acme(
      { kind: 'direct', stream: async () => ANSWER },
      {
        methods: [],
        loader: ({ credential }) => {
          throw new Error(`cannot use ${credential?.key}`);
        },
      },
    ),
};

describe('a stored key is not shown by', () => {
  it.each(Object.entries(LEAKS))('%s', async (_what, provider) => {
    const made = await provider();
    const error = await rejection(request(made));
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(CANARY);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(encodeURIComponent(CANARY));

    const host = createModHost({ cwd: tempFolder() });
    const modelClient = {
      complete: createModelRouter(() => [made], STORED).complete,
      retryDelay: () => 0,
    };
    const { run } = await setStage({ host, harness: { modelClient, model: 'acme/m' } });
    const { events, trace, result } = await run();
    expect(result.stopReason).toBe('error');
    expect(inspect([events, trace, result], { depth: 12, maxArrayLength: null })).not.toContain(CANARY);
  });

  it('an error that keeps what decides over another try', async () => {
    const fail = (more: object) =>
      acme({
        kind: 'direct',
        stream: async ({ auth }) => {
          throw Object.assign(new Error(`busy ${auth?.headers.authorization}`), more);
        },
      });
    expect(await rejection(request(fail({ code: 'BUSY', retryable: true, retryAfterMs: 7 })))).toMatchObject({
      message: 'busy [redacted]',
      code: 'BUSY',
      retryable: true,
      retryAfterMs: 7,
    });
  });

  it('an error without it, which stays the one that was thrown', async () => {
    const thrown = new TypeError('something else');
    const transport = { kind: 'direct', stream: () => Promise.reject(thrown) } as const;
    expect(await rejection(request(acme(transport)))).toBe(thrown);
  });
});

describe('a credential file that cannot be used', () => {
  it('ends the request with its own code and what to do', async () => {
    const credentials: CredentialSource = () => {
      throw new ModError({
        code: 'CREDENTIALS_EXPOSED',
        severity: 'error',
        message: 'It is open.',
        hint: 'Close it.',
      });
    };
    expect(
      await rejection(request(acme({ kind: 'direct', stream: async () => ANSWER }), credentials)),
    ).toMatchObject({
      code: 'CREDENTIALS_EXPOSED',
      message: 'It is open. Close it.',
      retryable: false,
    });
  });
});

describe.each([
  ['anthropic', createProviderAnthropic, 'claude-sonnet-4-5', 'ANTHROPIC', 'x-api-key'],
  ['openai', createProviderOpenAi, 'gpt-4.1', 'OPENAI', 'authorization'],
] as const)('the built-in mod provider-%s', (id, create, model, variables, header) => {
  it('names the variable that goes before what is stored', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({ name: 'p', factory: create({}), builtin: true });
    expect(host.providers()).toMatchObject([
      { id, auth: { methods: [{ kind: 'api', variable: `${variables}_API_KEY` }] } },
    ]);
  });

  it('takes the stored key when the environment has none, and that of the environment before it', async () => {
    const headersWith = async (env: Record<string, string>) => {
      const host = createModHost({ cwd: tempFolder() });
      await host.register({ name: 'p', factory: create(env), builtin: true });
      const auth = await host.providers()[0]?.auth?.loader({ credential: { kind: 'api', key: CANARY } });
      return auth?.headers[header]?.replace('Bearer ', '');
    };
    expect(await headersWith({})).toBe(CANARY);
    expect(await headersWith({ [`${variables}_API_KEY`]: 'from-env' })).toBe('from-env');
  });

  it('sends a stored key to the provider’s own address alone, not to another', async () => {
    const server = await startWireServer({ body: stream(`${id}/text-with-cache-figures`) });
    const host = createModHost({ cwd: tempFolder() });
    await host.register({
      name: 'p',
      factory: create({ [`${variables}_BASE_URL`]: server.url }),
      builtin: true,
    });
    await createModelRouter(() => host.providers(), STORED).complete({ ...PARAMS, model });
    expect(server.received[0]?.headers).not.toHaveProperty(header);
  });

  it('refuses a key that no header can hold, without showing it', async () => {
    const host = createModHost({ cwd: tempFolder() });
    await host.register({
      name: 'p',
      factory: create({ [`${variables}_API_KEY`]: `${CANARY} b` }),
      builtin: true,
    });
    const modelClient = createModelRouter(() => host.providers());
    const { events } = await (await setStage({ host, harness: { modelClient, model } })).run();
    const error = ofType(events, 'run_error')[0]?.error;
    expect(error).toMatchObject({ code: 'KEY_MALFORMED' });
    expect(inspect(error)).not.toContain(CANARY);
  });
});
