import type { ProviderCredential } from '@cmd-mods/mod-api';

/** The environment variables, as `process.env` has them. They are read anew for each request. */
export type ProviderEnvironment = Readonly<Record<string, string | undefined>>;

/** What can be wrong with the set-up of a provider. */
export type ProviderSetupCode = 'KEY_MISSING' | 'KEY_MALFORMED' | 'BASE_URL_INVALID';

/** A provider cannot be asked before the person sets a variable right. Ends the run in a `run_error` that names it. */
export class ProviderSetupError extends Error {
  override readonly name = 'ProviderSetupError';
  readonly code: ProviderSetupCode;

  constructor(code: ProviderSetupCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A variable's value without space around it; `undefined` when there is nothing in it. */
export function variable(env: ProviderEnvironment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/**
 * The address in a variable, without a slash at its end.
 * @returns `undefined` when the variable is not set.
 * @throws A {@link ProviderSetupError} (`BASE_URL_INVALID`) when it holds something else.
 */
export function baseUrlIn(env: ProviderEnvironment, name: string): string | undefined {
  const value = variable(env, name);
  if (value === undefined) return undefined;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw new ProviderSetupError(
      'BASE_URL_INVALID',
      `${name} has to be an address that begins with http:// or https://, and is something else. Correct it, or unset it.`,
    );
  }
  return value.replace(/\/+$/, '');
}

/** Where a key comes from, and when there has to be one. */
export interface KeySource {
  readonly env: ProviderEnvironment;
  /** Shown in the error. */
  readonly provider: string;
  /** What `cmd auth login` calls the provider. */
  readonly id: string;
  readonly keyVariable: string;
  readonly urlVariable: string;
  /** What the person has stored for this provider. */
  readonly credential: ProviderCredential | undefined;
}

/**
 * The key to send. The environment goes before what is stored. A server of one's own may have no key, so a custom address may go
 * without; and a stored key is for the provider's own address alone, since it was not given to anybody else.
 * @throws A {@link ProviderSetupError}: `KEY_MISSING`, which names the variable, or `KEY_MALFORMED`.
 */
export function keyFrom(source: KeySource): string | undefined {
  const { env, provider, id, keyVariable, urlVariable, credential } = source;
  const isCustom = baseUrlIn(env, urlVariable) !== undefined;
  const key = variable(env, keyVariable) ?? (isCustom ? undefined : credential?.key);
  if (key === undefined && !isCustom) {
    throw new ProviderSetupError(
      'KEY_MISSING',
      `There is no key for ${provider}. Set ${keyVariable}, store one with cmd auth login ${id}, or set ${urlVariable} for a server that needs none.`,
    );
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ProviderSetupError(
      'KEY_MALFORMED',
      `The key for ${provider} holds a blank, a line break or another character that no key has. Copy it again, whole and alone.`,
    );
  }
  return key;
}
