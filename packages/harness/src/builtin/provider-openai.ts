import type { ModelDefinition, ModFactory, ProviderModule, ThinkingEffort } from '@cmd-mods/mod-api';
import { baseUrlIn, keyFrom, type ProviderEnvironment } from './provider-environment.ts';

const DEFAULT_URL = 'https://api.openai.com/v1';

const REASONING: readonly ThinkingEffort[] = ['low', 'medium', 'high'];

const MODELS: readonly ModelDefinition[] = [
  { id: 'gpt-5.5', contextWindow: 1_050_000, reasoning: false, reasoningEfforts: [] },
  { id: 'gpt-5.4-mini', contextWindow: 400_000, reasoning: false, reasoningEfforts: [] },
  { id: 'gpt-5', contextWindow: 400_000, reasoning: true, reasoningEfforts: ['minimal', ...REASONING] },
  { id: 'gpt-5-mini', contextWindow: 400_000, reasoning: true, reasoningEfforts: ['minimal', ...REASONING] },
  { id: 'gpt-4.1', contextWindow: 1_047_576, reasoning: false, reasoningEfforts: [] },
  { id: 'o3', contextWindow: 200_000, reasoning: true, reasoningEfforts: REASONING },
  { id: 'o4-mini', contextWindow: 200_000, reasoning: true, reasoningEfforts: REASONING },
];

/**
 * The mod `provider-openai`: models over the chat completions API of OpenAI, and of every server that speaks it. Few are listed; every
 * id that begins with `gpt-`, or with `o` and a digit, is taken. Any other goes as `openai/<id>`. GPT-5.2 and later do not reason here
 * while there are tools: the protocol has both for older models alone.
 *
 * @param env - `OPENAI_API_KEY`, and `OPENAI_BASE_URL` for another server: with `/v1` at its end.
 *
 * Source: mods page, `cmd.addProvider`, "Built-in mods"; AI SDK, `@ai-sdk/openai-compatible`.
 */
export function createProviderOpenAi(env: ProviderEnvironment): ModFactory {
  return (cmd) => void cmd.addProvider(openAi(env));
}

function openAi(env: ProviderEnvironment): ProviderModule {
  return {
    id: 'openai',
    displayName: 'OpenAI',
    models: MODELS,
    matchesModelId: (id) => /^(?:gpt-|o\d)/.test(id),
    transport: {
      kind: 'aisdk',
      async buildModel({ model }) {
        const baseURL = baseUrlIn(env, 'OPENAI_BASE_URL') ?? DEFAULT_URL;
        // Loaded here: a start without such a model needs none of it.
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        const provider = createOpenAICompatible({
          name: 'openai',
          baseURL,
          includeUsage: true,
          transformRequestBody: (body) => bodyFor(model, body),
        });
        return provider.chatModel(model);
      },
    },
    auth: {
      methods: [{ kind: 'api', label: 'OpenAI API key', variable: 'OPENAI_API_KEY' }],
      loader({ credential }) {
        const variables = { keyVariable: 'OPENAI_API_KEY', urlVariable: 'OPENAI_BASE_URL' };
        const key = keyFrom({ env, credential, provider: 'OpenAI', id: 'openai', ...variables });
        return { headers: { authorization: key && `Bearer ${key}` } };
      },
    },
  };
}

/** Reasoning models of OpenAI: `o` and a digit, GPT-5 and later. */
const REASONING_MODEL = /^(?:o\d|gpt-(?:[5-9]|\d\d))/;

/** Models that refuse to reason in this protocol when a request has tools, GPT-5.2 and later. They reason by themselves, so silence is no way out. */
const TOOLS_OR_REASONING = /^gpt-(?:5\.(?:[2-9]|\d\d)|[6-9]|\d\d)(?!.*-chat)/;

function bodyFor(model: string, body: Record<string, unknown>): Record<string, unknown> {
  const limited = REASONING_MODEL.test(model) ? withCompletionLimit(body) : body;
  return body.tools !== undefined && TOOLS_OR_REASONING.test(model)
    ? { ...limited, reasoning_effort: 'none' }
    : limited;
}

/** They refuse `max_tokens`: what they think counts as well, and the limit has another name. */
function withCompletionLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
