import type { AgentMessage, Block, ToolResultBlock } from '@cmd-mods/mod-api';
import { textBlock } from '../hooks/content.ts';

/** What the model reads in place of a result that never came. */
export const MISSING_RESULT = 'No result: the call was interrupted.';

/**
 * Makes messages valid for the wire. It remembers what it did last, so that a round costs only what is new.
 * The array it returns holds until the next call, which may change it.
 */
export type PrepareForSend = (messages: readonly AgentMessage[]) => readonly AgentMessage[];

/**
 * Makes the pass that every request goes through last: tool calls without a result get one, results without a call go,
 * neighbours of one role are merged, empty messages go, and `meta` is stripped.
 *
 * Everything before an assistant message that follows a user message is final: no later message can change it. So the next
 * call starts from there as long as the messages up to it are the same objects.
 *
 * Source: hooks and events page, "Lifecycle", `prepareForSend`.
 */
export function createPrepareForSend(): PrepareForSend {
  const sent: AgentMessage[] = [];
  let done: Progress = { messages: [], finished: 0, sentAtFinish: 0 };
  return (messages) => {
    const from = isContinued(done, messages) ? done : { finished: 0, sentAtFinish: 0 };
    sent.length = from.sentAtFinish;
    done = { messages, ...prepareFrom(messages, from.finished, sent) };
    return sent;
  };
}

interface Progress {
  readonly messages: readonly AgentMessage[];
  /** How many messages of the input can no longer change. */
  readonly finished: number;
  /** How many messages they came to. */
  readonly sentAtFinish: number;
}

function isContinued(done: Progress, messages: readonly AgentMessage[]): boolean {
  if (messages.length < done.finished) return false;
  // A log only grows, so the same one begins as it did.
  if (messages === done.messages) return true;
  // The message behind them counts too: it is the one that made them final.
  const last = Math.min(done.finished, messages.length - 1);
  for (let index = 0; index <= last; index += 1) {
    if (messages[index] !== done.messages[index]) return false;
  }
  return true;
}

/** Neighbours of one role, on their way to becoming one message. */
interface Group {
  readonly role: AgentMessage['role'];
  readonly content: Block[];
}

function prepareFrom(messages: readonly AgentMessage[], from: number, sent: AgentMessage[]) {
  let finished = from;
  let sentAtFinish = sent.length;
  let group: Group | undefined;
  for (let index = from; index < messages.length; index += 1) {
    const message = messages[index];
    if (message === undefined || message.content.length === 0) continue;
    if (group?.role === message.role) {
      group.content.push(...message.content);
      continue;
    }
    if (group !== undefined) close(group, sent);
    // A user message that came to nothing keeps nobody from merging what stands around it.
    if (group?.role === 'user' && sent.at(-1)?.role === 'user') {
      finished = index;
      sentAtFinish = sent.length;
    }
    group = { role: message.role, content: [...message.content] };
  }
  if (group !== undefined) close(group, sent);
  // The last call of all may wait for its results in vain.
  if (sent.at(-1)?.role === 'assistant') close({ role: 'user', content: [] }, sent);
  return { finished, sentAtFinish };
}

/** Adds a finished group: a user's with exactly the results that the calls before it want, and these first. */
function close({ role, content }: Group, sent: AgentMessage[]): void {
  const before = sent.at(-1);
  const whole = role === 'user' ? [...resultsFor(before, content), ...content.filter(isNoResult)] : content;
  if (whole.length === 0) return;
  if (before?.role === role) sent[sent.length - 1] = { role, content: [...before.content, ...whole] };
  else sent.push({ role, content: whole });
}

function isNoResult(block: Block): boolean {
  return block.type !== 'tool_result';
}

/** One result for each call: the first that came, or one that says that none did. */
function resultsFor(before: AgentMessage | undefined, content: readonly Block[]): readonly ToolResultBlock[] {
  const calls =
    before?.role === 'assistant' ? before.content.filter((block) => block.type === 'tool_use') : [];
  const results = content.filter((block) => block.type === 'tool_result');
  return calls.map(({ id }) => results.find((result) => result.tool_use_id === id) ?? missingResult(id));
}

function missingResult(id: string): ToolResultBlock {
  return { type: 'tool_result', tool_use_id: id, content: [textBlock(MISSING_RESULT)], is_error: true };
}
