import type { CompletionResult } from '@cmd-mods/mod-api';
import { type Asked, askModel, type Question } from './ask-model.ts';

/**
 * One question of a mod to the session's model. Always resolves.
 *
 * Source: mods page, `cmd.model.complete`.
 */
export async function complete(asked: Asked, question: Omit<Question, 'system'>): Promise<CompletionResult> {
  const { signal, model } = question;
  try {
    return { isAnswered: true, text: await askModel(asked, question), model };
  } catch {
    // What went wrong is in the trace; to a mod it is one of two reasons.
    return { isAnswered: false, reason: signal.aborted ? 'aborted' : 'error' };
  }
}
