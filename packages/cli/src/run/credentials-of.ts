import type { CredentialSource } from '@cmd-mods/harness';
import type { Io } from '../io.ts';

/** The keys that the person has stored. What reads them is loaded with the first request that may need one. */
export function credentialsOf({ home, env }: Pick<Io, 'home' | 'env'>): CredentialSource {
  return async (provider) => {
    const { credentialFileIn, storedCredential } = await import('@cmd-mods/harness/credentials');
    return storedCredential(provider, { file: credentialFileIn(home), env });
  };
}
