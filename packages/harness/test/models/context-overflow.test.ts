import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/index.ts';
import { isContextOverflow } from '../../src/models/context-overflow.ts';

const overflows = (message: string) => isContextOverflow(new ModelError('REQUEST_FAILED', message));

describe('a request that is more than the model can hold is told by the words of its provider', () => {
  it.each([
    'answered with 400: prompt is too long: 213462 tokens > 200000 maximum',
    "answered with 400: This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.",
    'answered with 400: context_length_exceeded',
    'Your input exceeds the context window of this model.',
    'the request exceeds the available context size',
    'answered with 413: request_too_large: Request exceeds the maximum size',
    'input length and `max_tokens` exceed context limit: input length 199000 exceeds 200000',
  ])('%s', (message) => {
    expect(overflows(message)).toBe(true);
  });

  it.each([
    'answered with 429: Number of tokens per minute exceeded; too many tokens',
    'answered with 400: max_tokens is too large: 300000',
    'answered with 401: invalid key',
    'The script has 1 turn, and the run asked for another one.',
  ])('not: %s', (message) => {
    expect(overflows(message)).toBe(false);
  });

  it('the code of the error counts as well, and what is no error is none', () => {
    expect(isContextOverflow(new ModelError('context_length_exceeded', 'no'))).toBe(true);
    expect(isContextOverflow(undefined)).toBe(false);
  });
});
