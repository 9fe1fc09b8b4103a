import type { ProviderModule, StreamParams, StreamResult } from '@cmd-mods/mod-api';

/**
 * Sends a request the way a provider's transport wants it. What drives AI SDK models is loaded with the first request that needs it.
 *
 * @throws What the mod's own transport throws; otherwise a `ModelError`.
 *
 * Source: mods page, `cmd.addProvider`.
 */
export async function completeWith(provider: ProviderModule, params: StreamParams): Promise<StreamResult> {
  const { transport, id } = provider;
  const { signal } = params;
  // No credential is stored anywhere yet: a loader that knows its own, from the environment say, gives headers all the same.
  const auth = await provider.auth?.loader({ credential: undefined });
  signal.throwIfAborted();
  if (transport.kind === 'direct' && 'stream' in transport) {
    return transport.stream(auth === undefined ? params : { ...params, auth });
  }
  const { driveModel, readModel } = await import('./aisdk/drive-model.ts');
  if (transport.kind === 'aisdk') {
    const model = readModel(await transport.buildModel({ model: params.model }), id);
    return driveModel(model, params, { provider: id, headers: { ...auth?.headers } });
  }
  const headers = { ...transport.headers, ...auth?.headers };
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  // Not the provider's id: options for a namesake, such as Anthropic's own, would get into the request.
  const model = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: transport.baseUrl,
    includeUsage: true,
  });
  return driveModel(model.chatModel(params.model), params, { provider: id, headers });
}
