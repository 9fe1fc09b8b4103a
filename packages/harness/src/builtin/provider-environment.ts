/** The environment variables, as `process.env` has them. They are read anew for each request. */
export type ProviderEnvironment = Readonly<Record<string, string | undefined>>;

/** What can be wrong with the set-up of a provider. */
export type ProviderSetupCode = 'KEY_MISSING' | 'BASE_URL_INVALID';

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
  readonly keyVariable: string;
  readonly urlVariable: string;
  /** What the host has stored for this provider; `{key}` is used before the variable. */
  readonly credential: unknown;
}

/**
 * The key to send. A server of one's own may have none, so a custom address may go without.
 * @throws A {@link ProviderSetupError} (`KEY_MISSING`) that names the variable.
 */
export function keyFrom({
  env,
  provider,
  keyVariable,
  urlVariable,
  credential,
}: KeySource): string | undefined {
  const key = storedKey(credential) ?? variable(env, keyVariable);
  if (key === undefined && baseUrlIn(env, urlVariable) === undefined) {
    throw new ProviderSetupError(
      'KEY_MISSING',
      `There is no key for ${provider}. Set ${keyVariable}, or ${urlVariable} for a server that needs none.`,
    );
  }
  return key;
}

function storedKey(credential: unknown): string | undefined {
  if (typeof credential !== 'object' || credential === null || !('key' in credential)) return undefined;
  return typeof credential.key === 'string' && credential.key !== '' ? credential.key : undefined;
}
