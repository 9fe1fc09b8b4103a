import { codeOf } from './failures.ts';
import type { NpmSettings } from './npm-settings.ts';

/**
 * Whether the registry's signature of a version was checked: it holds; the registry signs, but not this version; or the
 * registry publishes no keys to check with. A signature that does not hold is an error instead.
 */
export type SignatureState = 'verified' | 'unsigned' | 'not-checked';

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
  try {
    const options = { ...settings, registry, ...(signal === undefined ? {} : { signal }) };
    const { keys } = (await fetch.json('/-/npm/v1/keys', options)) as { keys?: readonly RegistryKey[] };
    if (!Array.isArray(keys) || keys.length === 0) return {};
    const { host, pathname } = new URL(registry);
    const pem = (key: string) => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`;
    return {
      verifySignatures: true,
      [`//${host}${pathname}:_keys`]: keys.map((key) => ({ ...key, pemkey: pem(key.key) })),
    };
  } catch (thrown) {
    // The registry answered, and has no keys. Anything else (no network, no login) is for the caller to report when the
    // package itself cannot be had either.
    if (/^E[45]\d\d$|^ENEEDAUTH$/.test(codeOf(thrown) ?? '') || thrown instanceof SyntaxError) return {};
    throw thrown;
  }
}
