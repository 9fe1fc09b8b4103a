import type { ProviderCredential, ProviderModule } from '@cmd-mods/mod-api';
import { credentialFor, readCredentials } from './read-credentials.ts';

/** Where the keys of a person come from. */
export interface CredentialPlaces {
  /** The credential file, absolute. */
  readonly file: string;
  /** The environment variables, as `process.env` has them. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The variable that has a provider's key: the first one that its methods name and that is set.
 * @returns `undefined` when the key would come from the credential file.
 */
export function variableWithKey(
  { auth }: Pick<ProviderModule, 'auth'>,
  env: CredentialPlaces['env'],
): string | undefined {
  return (auth?.methods ?? [])
    .flatMap(({ variable }) => variable ?? [])
    .find((name) => (env[name] ?? '').trim() !== '');
}

/**
 * What is stored for a provider; `undefined` for nothing. The environment wins: while one of its variables is set, the file is not even
 * read. The file is read anew each time, so that a key stored meanwhile counts.
 *
 * @throws ModError as `readCredentials` does.
 */
export async function storedCredential(
  provider: Pick<ProviderModule, 'id' | 'auth'>,
  { file, env }: CredentialPlaces,
): Promise<ProviderCredential | undefined> {
  if (variableWithKey(provider, env) !== undefined) return undefined;
  return credentialFor(provider.id, await readCredentials(file), file);
}
