import type { ModelDefinition, StreamParams, StreamResult } from '@cmd-mods/mod-api';

/**
 * Whatever answers model requests: a script, a provider, the echo.
 *
 * Source: hooks and events page, `modelClient.complete`.
 */
export interface ModelClient {
  /**
   * Answers one request, reporting its progress through the callbacks of `params`. A client that does not stream calls none.
   * Rejects when it fails; an error with `retryable: true` (or `isRetryable`) is tried again.
   */
  complete(params: StreamParams): Promise<StreamResult>;
  /**
   * Milliseconds to wait before the retry of that number, from 1. Left out: 1 s, doubling up to 30 s, with jitter.
   * @param error - What the request before it failed with.
   */
  retryDelay?(retry: number, error?: unknown): number;
  /** What is known of a model: how much it can hold, which efforts it has. */
  describe?(model: string): ModelDefinition | undefined;
}

/** A failed model request. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: string;
  readonly retryable: boolean;
  /** How long the provider asked to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: string,
    message: string,
    options?: { readonly retryable?: boolean; readonly retryAfterMs?: number; readonly cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options?.retryable ?? false;
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** Whether a failed request is worth trying again: the error says so itself. */
export function isRetryable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return (
    ('retryable' in error && error.retryable === true) ||
    ('isRetryable' in error && error.isRetryable === true)
  );
}

/** The wait before a retry of a real provider: doubling from 1 s up to 30 s, less up to a quarter at random. */
export function defaultRetryDelay(retry: number): number {
  const full = Math.min(1000 * 2 ** (retry - 1), 30_000);
  return Math.round(full * (1 - Math.random() / 4));
}
