import type { ProviderModule, StreamParams, StreamResult } from '@cmd-mods/mod-api';
import { isRecord } from '../hooks/content.ts';
import { authorise, type CredentialSource, withoutSecrets } from './authorise.ts';
import { ModelError } from './model-client.ts';
import { secretsIn } from './redact.ts';

/**
 * Sends a request the way a provider's transport wants it. What drives AI SDK models is loaded with the first request that needs it.
 *
 * @throws What the mod's own transport throws; otherwise a `ModelError`. No key is in either.
 *
 * Source: mods page, `cmd.addProvider`.
 */
export async function completeWith(
  provider: ProviderModule,
  params: StreamParams,
  credentials?: CredentialSource,
): Promise<StreamResult> {
  const { transport, id } = provider;
  const { signal } = params;
  const { auth, secrets } = await authorise(provider, credentials);
  signal.throwIfAborted();
  if (transport.kind === 'direct' && 'stream' in transport) {
    try {
      return await transport.stream(auth === undefined ? params : { ...params, auth });
    } catch (error) {
      throw withoutSecrets(error, secrets);
    }
  }
  const { driveModel, readModel } = await import('./aisdk/drive-model.ts');
  if (transport.kind === 'aisdk') {
    const model = readModel(await transport.buildModel({ model: params.model }), id);
    return driveModel(model, params, { provider: id, headers: { ...auth?.headers }, secrets });
  }
  const { baseUrl, headers: fixed, model: name } = await resolved(transport, params.model, id);
  const headers = { ...fixed, ...auth?.headers };
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  // Not the provider's id: options for a namesake, such as Anthropic's own, would get into the request.
  const model = createOpenAICompatible({ name: 'openaiCompatible', baseURL: baseUrl, includeUsage: true });
  const target = { provider: id, headers, secrets: [...secrets, ...secretsIn(headers)] };
  return driveModel(model.chatModel(name), params, target);
}

type AddressTransport = Extract<ProviderModule['transport'], { readonly baseUrl: string }>;

/** Where a model is, which the provider may say for each; what it does not say is as for all of them. */
async function resolved(
  transport: AddressTransport,
  model: string,
  provider: string,
): Promise<{
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
}> {
  const all = { baseUrl: transport.baseUrl, headers: { ...transport.headers }, model };
  const answer = await transport.resolveProvider?.({ model });
  if (!isRecord(answer)) return all;
  const { baseUrl = all.baseUrl, headers = {}, model: name = model } = answer;
  const isUsable = typeof baseUrl === 'string' && typeof name === 'string' && isRecord(headers);
  if (!isUsable || !Object.values(headers).every((value) => typeof value === 'string')) {
    throw new ModelError(
      'TRANSPORT_UNSUPPORTED',
      `The provider "${provider}" resolved "${model}" to something that is no {baseUrl?, headers?, model?} of texts.`,
    );
  }
  return {
    baseUrl,
    model: name,
    headers: { ...all.headers, ...(headers as Readonly<Record<string, string>>) },
  };
}
