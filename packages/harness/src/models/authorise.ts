import { inspect } from 'node:util';
import { ModError, type ProviderAuth, type ProviderCredential, type ProviderModule } from '@cmd-mods/mod-api';
import { isRecord } from '../hooks/content.ts';
import { messageOf } from '../host/explain-error.ts';
import { isRetryable, ModelError } from './model-client.ts';
import { redact, secretsIn } from './redact.ts';

/** Finds what a person has stored for a provider. Asked before each request of a provider that has `auth`. */
export type CredentialSource = (
  provider: ProviderModule,
) => ProviderCredential | undefined | Promise<ProviderCredential | undefined>;

/** What lets a request in, and what of it must not be shown. */
export interface Authorisation {
  /** `undefined` for a provider without `auth`. */
  readonly auth: ProviderAuth | undefined;
  readonly secrets: readonly string[];
}

/**
 * Asks a provider's loader for the headers of a request, with what is stored for it.
 * @throws What the loader throws, without the key; a `ModelError` with the code of a credential file that cannot be used.
 */
export async function authorise(
  provider: ProviderModule,
  credentials: CredentialSource | undefined,
): Promise<Authorisation> {
  if (provider.auth === undefined) return { auth: undefined, secrets: [] };
  const credential = await storedFor(provider, credentials);
  const key = credential === undefined ? [] : [credential.key];
  try {
    const answer: unknown = await provider.auth.loader({ credential });
    const headers = headersOf(answer);
    return { auth: { headers }, secrets: [...key, ...secretsIn(headers)] };
  } catch (error) {
    throw withoutSecrets(error, key);
  }
}

async function storedFor(
  provider: ProviderModule,
  credentials: CredentialSource | undefined,
): Promise<ProviderCredential | undefined> {
  try {
    return await credentials?.(provider);
  } catch (error) {
    if (!ModError.isInstance(error)) throw error;
    const { code, message, hint } = error.diagnostic;
    throw new ModelError(code, hint === undefined ? message : `${message} ${hint}`);
  }
}

/** A loader in plain JavaScript may answer with anything; what is no text is no header. */
function headersOf(answer: unknown): Readonly<Record<string, string>> {
  const headers = isRecord(answer) && isRecord(answer.headers) ? answer.headers : {};
  const texts = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/**
 * An error of a mod as it may be shown: itself where none of the secrets is anywhere in it, else one that says the same without them and
 * is tried again just as the first would be.
 */
export function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  const shown = inspect(error, { depth: 8, maxStringLength: null, showHidden: true });
  if (!secrets.some((secret) => shown !== redact(shown, [secret]))) return error;
  const { code, retryAfterMs } = isObject(error) ? error : {};
  return new ModelError(
    typeof code === 'string' ? redact(code, secrets) : 'REQUEST_FAILED',
    redact(messageOf(error), secrets),
    {
      retryable: isRetryable(error),
      ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
    },
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
