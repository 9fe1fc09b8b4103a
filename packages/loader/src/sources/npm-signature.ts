import type { NpmSettings } from './npm-settings.ts';

/**
 * Whether the registry's signature of a version was checked: it holds; the registry signs, but not this version; or the
 * registry publishes no keys to check with. A signature that does not hold is an error instead.
 */
export type SignatureState = 'verified' | 'unsigned' | 'not-checked';

/** How long to wait for the keys at most, in milliseconds: without them an install goes on, and says so. */
const KEYS_TIMEOUT = 10_000;

interface RegistryKey {
  readonly keyid: string;
  readonly key: string;
  readonly expires: string | null;
}

/**
 * Fetches the keys that the registry of a package signs with, and gives the options that make pacote check with them.
 * Empty when the registry has no keys, or does not give them: that is reported as `not-checked`, never as verified.
 */
export async function signatureKeys(
  spec: string,
  settings: NpmSettings,
  signal: AbortSignal | undefined,
): Promise<{ verifySignatures?: true } & NpmSettings> {
  const { default: fetch } = await import('npm-registry-fetch');
  const registry = fetch.pickRegistry(spec, settings);
  const { host, pathname } = new URL(registry);
  const { timeout: asked } = settings;
  const timeout = typeof asked === 'number' ? Math.min(asked, KEYS_TIMEOUT) : KEYS_TIMEOUT;
  const quick = { ...settings, registry, fetchRetries: 0, timeout, ...(signal && { signal }) };
  const answer = await fetch.json('/-/npm/v1/keys', quick).catch((cause: unknown) => {
    signal?.throwIfAborted();
    // No keys, no login, no network: what the package's own request meets is reported there.
    return { keys: [], cause };
  });
  const keys = (answer as { keys?: unknown }).keys;
  if (!Array.isArray(keys) || keys.length === 0) return {};
  const pem = (key: string) => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
  return {
    verifySignatures: true,
    [`//${host}${pathname}:_keys`]: (keys as RegistryKey[]).map((key) => ({ ...key, pemkey: pem(key.key) })),
  };
}
