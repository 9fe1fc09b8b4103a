import type { APICallError } from '@ai-sdk/provider';
import { isRecord } from '../../hooks/content.ts';
import { messageOf } from '../../host/explain-error.ts';
import { ModelError } from '../model-client.ts';
import { redact } from '../redact.ts';
import { retryAfter } from './retry-after.ts';

/** What an error needs to be told: whom the request went to, and what must not be shown. */
export interface RequestTarget {
  readonly provider: string;
  /** What must not be shown: values of headers that were sent, the key itself. */
  readonly secrets: readonly string[];
}

/** The names that providers give, in the middle of a stream, to failures that pass. */
const PASSING = /overloaded|rate_limit|api_error|server_error|timeout|unavailable/i;

/**
 * What went wrong with a request, as an error to throw: whether it is worth trying again and how long to wait first. What the provider
 * said is kept, keys are not. The original is no `cause`, since it holds the whole request.
 */
export function requestError(error: unknown, target: RequestTarget): ModelError {
  if (error instanceof ModelError) return error;
  const say = (text: string) => redact(text, target.secrets);
  const name = `The provider "${target.provider}"`;
  if (isApiCallError(error)) {
    const { statusCode, message, responseHeaders } = error;
    if (statusCode === undefined) {
      return new ModelError('PROVIDER_UNREACHABLE', say(`${name} cannot be reached: ${message}`), {
        retryable: error.isRetryable,
      });
    }
    if (statusCode === 401 || statusCode === 403) {
      return new ModelError('KEY_REFUSED', say(`${name} refused the key (${statusCode}): ${message}`));
    }
    const after = retryAfter(responseHeaders);
    return new ModelError('REQUEST_FAILED', say(`${name} answered with ${statusCode}: ${message}`), {
      retryable: error.isRetryable || statusCode === 429 || statusCode >= 500,
      ...(after === undefined ? {} : { retryAfterMs: after }),
    });
  }
  if (isCutStream(error)) return streamCut(target);
  if (error instanceof Error && /^AI_(TypeValidation|JSONParse|InvalidResponseData)Error$/.test(error.name)) {
    return new ModelError('ANSWER_MALFORMED', say(`${name} sent what is not its protocol: ${error.message}`));
  }
  const { text, type } = readStreamError(error);
  return new ModelError('REQUEST_FAILED', say(`${name} broke off its answer: ${text}`), {
    retryable: PASSING.test(type) || isNetworkError(error),
  });
}

/** A stream that ended before the answer did. */
export function streamCut({ provider }: RequestTarget): ModelError {
  return new ModelError('STREAM_CUT', `The provider "${provider}" ended its answer before it was complete.`, {
    retryable: true,
  });
}

/** By shape: a provider may have been built with another copy of the AI SDK. */
function isApiCallError(error: unknown): error is APICallError {
  return error instanceof Error && error.name === 'AI_APICallError';
}

function isCutStream(error: unknown): boolean {
  return error instanceof Error && /ended without a finish reason/.test(error.message);
}

/** Node's `fetch` rejects a body that broke with a TypeError ("terminated"), with the socket's error behind it. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error instanceof TypeError || ('code' in error && /^(E[A-Z]+|UND_ERR_\w+)$/.test(String(error.code)))
  );
}

/** An error that came as a part of the stream: a text, or what the provider's JSON said. */
function readStreamError(error: unknown): { readonly text: string; readonly type: string } {
  if (!isRecord(error) || error instanceof Error) {
    const text = messageOf(error);
    return { text, type: typeof error === 'string' ? error : '' };
  }
  const text = typeof error.message === 'string' ? error.message : JSON.stringify(error);
  return { text, type: [error.type, error.code].filter((one) => typeof one === 'string').join(' ') };
}
