import { isRecord } from '../../hooks/content.ts';

/** The events and the deltas of Anthropic's streams that the AI SDK knows. */
const EVENTS = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping|error)$/;
const DELTAS = /^(?:text|input_json|thinking|signature|citations|compaction)_delta$/;

/**
 * Whether an error of the AI SDK is about an event, or a delta, of a kind that came after it. Anthropic adds kinds without a new version
 * and asks clients to pass over them; the SDK reports each and goes on. What is malformed in a known kind is none.
 *
 * Source: Anthropic's page on streaming messages, "Other events".
 */
export function isLaterEvent(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'AI_TypeValidationError' || !('value' in error))
    return false;
  const { value } = error;
  if (!isRecord(value) || typeof value.type !== 'string') return false;
  if (!EVENTS.test(value.type)) return true;
  const { delta } = value;
  return (
    value.type === 'content_block_delta' &&
    isRecord(delta) &&
    typeof delta.type === 'string' &&
    !DELTAS.test(delta.type)
  );
}
