import type { SharedV3ProviderMetadata, SharedV3ProviderOptions } from '@ai-sdk/provider';

/** How a signature begins that is thinking which the provider shows to nobody: it goes back as it came, too. */
const REDACTED = 'redacted:';

/** The signature in what a provider says of a piece of thinking; `undefined` when it gives none. */
export function signatureIn(metadata: SharedV3ProviderMetadata | undefined): string | undefined {
  const { signature, redactedData } = metadata?.anthropic ?? {};
  if (typeof signature === 'string') return signature;
  return typeof redactedData === 'string' ? `${REDACTED}${redactedData}` : undefined;
}

/** A signature as the provider wants it back. */
export function signatureOptions(signature: string | undefined): {
  readonly providerOptions?: SharedV3ProviderOptions;
} {
  if (signature === undefined) return {};
  return signature.startsWith(REDACTED)
    ? { providerOptions: { anthropic: { redactedData: signature.slice(REDACTED.length) } } }
    : { providerOptions: { anthropic: { signature } } };
}
