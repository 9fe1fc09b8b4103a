import type { AgentMessage, ContinuationRecoveryEvent } from '@cmd-mods/mod-api';
import { textBlock } from '../hooks/content.ts';
import type { ModelAnswer } from './request-model.ts';

/** How often in a run an answer that stopped short is followed up. */
export const MAX_CONTINUATIONS = 3;

const NUDGES: Readonly<Record<'pause' | 'empty' | 'length', string>> = {
  pause: 'Go on.',
  empty: 'Your last answer was empty. Answer, or go on with the task.',
  length: 'Your last answer was cut off by the length limit. Go on exactly where it stopped.',
};

/** Why an answer without tool calls stopped short; `undefined` when it is complete. */
export function stoppedShort({ content, stopReason }: ModelAnswer): 'pause' | 'empty' | 'length' | undefined {
  if (stopReason === 'pause_turn') return 'pause';
  if (stopReason === 'max_tokens' || stopReason === 'length') return 'length';
  const hasText = content.some((block) => block.type === 'text' && block.text.trim() !== '');
  return hasText ? undefined : 'empty';
}

/** What a run does about it: an automated message, and the event that tells of it. */
export function continuation(
  kind: keyof typeof NUDGES,
  attempt: number,
): { readonly message: AgentMessage; readonly event: ContinuationRecoveryEvent } {
  return {
    message: {
      role: 'user',
      content: [textBlock(NUDGES[kind])],
      meta: { isAutomated: true, source: 'continuation' },
    },
    event: { type: 'continuation_recovery', kind, attempt, maxAttempts: MAX_CONTINUATIONS },
  };
}
