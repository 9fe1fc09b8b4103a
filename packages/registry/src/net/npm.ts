import type { NpmSettings } from '@cmd-mods/loader';
import type { Answer } from './answer.ts';
import type { HttpOptions } from './http.ts';

/** Asks the registry that `.npmrc` names for this package, with its credentials. Never throws but when aborted. */
export async function askNpm(
  name: string,
  settings: NpmSettings,
  options: HttpOptions,
): Promise<Answer<unknown>> {
  const { default: fetch } = await import('npm-registry-fetch');
  const { cachePath, timeout, retries, retryDelay, signal } = options;
  try {
    const value = await fetch.json(`/${name.replace('/', '%2f')}`, {
      ...settings,
      spec: name,
      cache: cachePath,
      preferOnline: true,
      timeout,
      fetchRetries: retries,
      fetchRetryFactor: 2,
      fetchRetryMintimeout: retryDelay,
      ...(signal === undefined ? {} : { signal }),
    } as Parameters<typeof fetch.json>[1]);
    return { state: 'found', value };
  } catch (error) {
    signal?.throwIfAborted();
    const { statusCode, code, type } = error as { statusCode?: number; code?: string; type?: string };
    if (statusCode === 404 || statusCode === 410) return { state: 'missing' };
    if (statusCode !== undefined) return { state: 'unverified', why: `it answered ${statusCode}` };
    if (type === 'invalid-json' || error instanceof SyntaxError) {
      return { state: 'unverified', why: 'the answer is not JSON' };
    }
    const isTimeout = type === 'request-timeout' || type === 'body-timeout' || code === 'ETIMEDOUT';
    if (isTimeout) return { state: 'unverified', why: `it did not answer in ${timeout / 1000} s` };
    return { state: 'unverified', why: error instanceof Error ? error.message : String(error) };
  }
}
