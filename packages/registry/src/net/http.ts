import { setTimeout as wait } from 'node:timers/promises';
import type fetch from 'make-fetch-happen';
import type { FetchOptions } from 'make-fetch-happen';
import type { Answer } from './answer.ts';

type Response = Awaited<ReturnType<typeof fetch>>;

/** How servers are asked. */
export interface HttpOptions {
  /** Where answers are kept with their ETags, so that an unchanged one is not sent again. Absolute. */
  readonly cachePath: string;
  /** Milliseconds until a server that says nothing is given up. */
  readonly timeout: number;
  readonly retries: number;
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly retryDelay: number;
  readonly signal?: AbortSignal;
  /** Proxies and certificates, as make-fetch-happen takes them. */
  readonly connection: Partial<FetchOptions>;
}

/** A text as it came, with the address that it came from at last. */
export interface Fetched {
  readonly text: string;
  readonly url: string;
}

/** How long a server may ask to wait for that it is worth waiting for. */
const LONGEST_WAIT_S = 10;

/** Asks servers that speak HTTP; GitHub's rate limit, once it is used up, is not run into again. */
export class Http {
  readonly #options: HttpOptions;
  /** Host -> why there is no use in asking it again. */
  readonly #exhausted = new Map<string, string>();

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Asks for a text. 404 and 410 are `missing`; whatever else is no success is `unverified`. Never throws but when aborted. */
  async text(url: string, headers: Readonly<Record<string, string>>): Promise<Answer<Fetched>> {
    const { host } = new URL(url);
    const exhausted = this.#exhausted.get(host);
    if (exhausted !== undefined) return { state: 'unverified', why: exhausted };
    try {
      const response = await this.#patiently(url, headers);
      if (response.ok) return { state: 'found', value: { text: await response.text(), url: response.url } };
      await response.text();
      if (response.status === 404 || response.status === 410) return { state: 'missing' };
      const limit = limitOf(response);
      if (limit !== undefined) this.#exhausted.set(host, limit);
      return { state: 'unverified', why: limit ?? `it answered ${response.status}` };
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      return { state: 'unverified', why: reasonOf(error, this.#options.timeout) };
    }
  }

  /** The same, read as JSON. */
  async json(url: string, headers: Readonly<Record<string, string>>): Promise<Answer<unknown>> {
    const answer = await this.text(url, { accept: 'application/json', ...headers });
    if (answer.state !== 'found') return answer;
    try {
      return { state: 'found', value: JSON.parse(answer.value.text) };
    } catch (error) {
      if (error instanceof SyntaxError) return { state: 'unverified', why: 'the answer is not JSON' };
      throw error;
    }
  }

  /** Retries what may pass: a broken connection, 408, 429 and 5xx; and waits as long as the server asks, if that is short. */
  async #patiently(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const { retries, retryDelay, signal } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const outcome = await this.#once(url, headers).catch((error: unknown) => {
        if (isLast || signal?.aborted) throw error;
        return undefined;
      });
      if (outcome !== undefined && (isLast || !isPassing(outcome))) return outcome;
      const asked = Number(outcome?.headers.get('retry-after') ?? 0);
      if (outcome !== undefined && asked > LONGEST_WAIT_S) return outcome;
      await outcome?.text();
      await wait(Math.max(asked * 1000, retryDelay * 2 ** attempt), undefined, signal && { signal });
    }
  }

  async #once(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    const { default: request } = await import('make-fetch-happen');
    const { cachePath, timeout, signal, connection } = this.#options;
    return request(url, {
      ...connection,
      headers: { 'user-agent': 'cmd-mods', ...headers },
      cachePath,
      // Ask each time whether what is kept is still right.
      cache: 'no-cache',
      retry: false,
      timeout,
      ...(signal === undefined ? {} : { signal }),
    } as FetchOptions);
  }
}

function isPassing({ status }: Response): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Why a server wants to be left alone: GitHub says so with 403 or 429 and what is left of the limit. */
function limitOf({ status, headers }: Response): string | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after');
  if (!isUsedUp) return undefined;
  const reset = Number(headers.get('x-ratelimit-reset'));
  const until = reset > 0 ? ` until ${new Date(reset * 1000).toISOString()}` : '';
  return `the rate limit is used up${until}; with GITHUB_TOKEN it is higher`;
}

function reasonOf(error: unknown, timeout: number): string {
  const { type, code } = error as { type?: string; code?: string };
  if (type === 'request-timeout' || type === 'body-timeout' || code === 'ETIMEDOUT') {
    return `it did not answer in ${timeout / 1000} s`;
  }
  return error instanceof Error ? error.message : String(error);
}
