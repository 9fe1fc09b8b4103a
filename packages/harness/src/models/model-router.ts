import type { ProviderModule } from '@cmd-mods/mod-api';
import { messageOf } from '../host/explain-error.ts';
import { nearest } from '../nearest.ts';
import type { CredentialSource } from './authorise.ts';
import { createEchoModel, ECHO_MODEL } from './echo-model.ts';
import { defaultRetryDelay, type ModelClient, ModelError } from './model-client.ts';
import { completeWith } from './provider-client.ts';

/** How long a provider may make a run wait for one retry. What asks for more is tried earlier, ten times in all. */
const LONGEST_WAIT = 60_000;

/**
 * Sends each request to the provider that has its model. A model is named `provider/id`, or by its bare id where one
 * provider alone claims it. `echo` is built in.
 *
 * @param providers - Asked on every request, since mods add and dispose providers while they run.
 * @param credentials - What a person has stored for a provider; nothing when left out.
 */
export function createModelRouter(
  providers: () => readonly ProviderModule[],
  credentials?: CredentialSource,
): ModelClient {
  const echo = createEchoModel();
  return {
    async complete(params) {
      if (params.model === ECHO_MODEL) return echo.complete(params);
      const { provider, model } = findModel(params.model, providers());
      return completeWith(provider, { ...params, model }, credentials);
    },
    retryDelay: (retry, error) =>
      error instanceof ModelError && error.retryAfterMs !== undefined
        ? Math.min(error.retryAfterMs, LONGEST_WAIT)
        : defaultRetryDelay(retry),
    describe: (id) =>
      providers()
        .flatMap((provider) => (provider.models ?? []).map((model) => ({ provider, model })))
        .find(({ provider, model }) => id === model.id || id === `${provider.id}/${model.id}`)?.model,
  };
}

/** The provider that answers for a model id, and the id it knows the model by. Throws a {@link ModelError} that says why there is none. */
export function findModel(
  id: string,
  providers: readonly ProviderModule[],
): { readonly provider: ProviderModule; readonly model: string } {
  const slash = id.indexOf('/');
  const named = slash > 0 ? providers.find((provider) => provider.id === id.slice(0, slash)) : undefined;
  if (named !== undefined) return { provider: named, model: id.slice(slash + 1) };
  const failures: string[] = [];
  const claiming = providers.filter((provider) => claims(provider, id, failures));
  const [provider, another] = claiming;
  if (provider === undefined) throw unknownModel(id, providers, failures);
  if (another !== undefined) {
    throw new ModelError(
      'MODEL_AMBIGUOUS',
      `The model "${id}" is claimed by ${claiming.map((one) => one.id).join(' and ')}. Say which, as in "${provider.id}/${id}".`,
    );
  }
  return { provider, model: id };
}

/** A matcher that throws claims nothing, so that it takes no model from another provider; it is told of when nobody has the model. */
function claims(provider: ProviderModule, id: string, failures: string[]): boolean {
  if (provider.models?.some((model) => model.id === id)) return true;
  try {
    return provider.matchesModelId?.(id) === true;
  } catch (error) {
    failures.push(`The provider "${provider.id}" could not say: ${messageOf(error)}.`);
    return false;
  }
}

function unknownModel(
  id: string,
  providers: readonly ProviderModule[],
  failures: readonly string[],
): ModelError {
  const known = [
    ECHO_MODEL,
    ...providers.flatMap((provider) => (provider.models ?? []).map((model) => `${provider.id}/${model.id}`)),
  ];
  const bare = known.map((name) => name.slice(name.indexOf('/') + 1));
  const suggestion = nearest(id, [...known, ...bare]);
  const hint =
    suggestion === undefined ? `Known models: ${known.join(', ')}.` : `Did you mean "${suggestion}"?`;
  return new ModelError('MODEL_UNKNOWN', [`No provider has a model "${id}". ${hint}`, ...failures].join(' '));
}
