import type { ModelDefinition, ModFactory, ProviderModule } from '@cmd-mods/mod-api';
import { baseUrlIn, keyFrom, type ProviderEnvironment } from './provider-environment.ts';

const DEFAULT_URL = 'https://api.anthropic.com';

const MODELS: readonly ModelDefinition[] = (
  [
    ['claude-opus-5-5', 1_000_000],
    ['claude-sonnet-5-5', 1_000_000],
    ['claude-haiku-5-5', 1_000_000],
    ['claude-fable-5-1', 1_000_000],
    ['claude-opus-4-5', 200_000],
    ['claude-sonnet-4-5', 200_000],
    ['claude-haiku-4-5', 200_000],
  ] as const
).map(([id, contextWindow]) => ({ id, contextWindow, reasoning: true, inputModalities: ['text', 'image'] }));

/**
 * The mod `provider-anthropic`: models over the Anthropic Messages API. Few are listed; every id that begins with `claude-` is taken,
 * newer ones too.
 *
 * @param env - `ANTHROPIC_API_KEY`, and `ANTHROPIC_BASE_URL` for a server that speaks the same: without `/v1` at its end.
 *
 * Source: mods page, `cmd.addProvider`, "Built-in mods"; AI SDK, `@ai-sdk/anthropic`.
 */
export function createProviderAnthropic(env: ProviderEnvironment): ModFactory {
  return (cmd) => void cmd.addProvider(anthropic(env));
}

function anthropic(env: ProviderEnvironment): ProviderModule {
  return {
    id: 'anthropic',
    displayName: 'Anthropic',
    models: MODELS,
    matchesModelId: (id) => id.startsWith('claude-'),
    transport: {
      kind: 'aisdk',
      async buildModel({ model }) {
        const base = (baseUrlIn(env, 'ANTHROPIC_BASE_URL') ?? DEFAULT_URL).replace(/\/v1$/, '');
        // Loaded here: a start without such a model needs none of it.
        const { createAnthropic } = await import('@ai-sdk/anthropic');
        return createAnthropic({ baseURL: `${base}/v1`, apiKey: '', fetch: fetchWithoutEmptyKey })(model);
      },
    },
    auth: {
      methods: [{ kind: 'api', label: 'Anthropic API key', variable: 'ANTHROPIC_API_KEY' }],
      loader({ credential }) {
        const variables = { keyVariable: 'ANTHROPIC_API_KEY', urlVariable: 'ANTHROPIC_BASE_URL' };
        const key = keyFrom({ env, credential, provider: 'Anthropic', id: 'anthropic', ...variables });
        return { headers: { 'x-api-key': key } };
      },
    },
  };
}

/** The library sends a key always; the one that counts comes with the headers of a request, and a server without keys gets none. */
const fetchWithoutEmptyKey: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  if (headers.get('x-api-key') === '') headers.delete('x-api-key');
  return fetch(input, { ...init, headers });
};
