import type { ProviderAuthMethod } from '@cmd-mods/mod-api';
import { isRecord } from '../hooks/content.ts';
import { messageOf } from '../host/explain-error.ts';
import { redact } from '../models/redact.ts';
import { credentialError } from './diagnostics.ts';

/** Longer than any key; whoever pastes more pasted something else. */
const LONGEST = 8192;

/**
 * Holds a key against what every header needs, and against the method's own `validate`.
 * @throws ModError `KEY_UNUSABLE` that says why, without the key.
 */
export async function checkKey(key: string, method: ProviderAuthMethod): Promise<void> {
  const problem = formProblem(key) ?? (await methodProblem(key, method));
  if (problem === undefined) return;
  const message = `The ${method.label} was not stored: ${redact(problem, [key])}.`;
  throw credentialError('KEY_UNUSABLE', { message });
}

/** What would not go into a header, or would end up as another one. */
function formProblem(key: string): string | undefined {
  if (key === '') return 'nothing was given';
  if (key.length > LONGEST) return `it has more than ${LONGEST} characters`;
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'it holds a blank, a line break or another character that no key has';
}

async function methodProblem(key: string, method: ProviderAuthMethod): Promise<string | undefined> {
  let answer: unknown;
  try {
    answer = await method.validate?.({ key });
  } catch (error) {
    return withoutFullStop(messageOf(error));
  }
  if (typeof answer === 'string') return withoutFullStop(answer);
  if (answer === false) return 'its provider does not take it';
  if (!isRecord(answer) || ![answer.ok, answer.valid, answer.isValid].includes(false)) return undefined;
  const reason = [answer.reason, answer.message, answer.error].find((text) => typeof text === 'string');
  return typeof reason === 'string' ? withoutFullStop(reason) : 'its provider does not take it';
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
