import type { AgentMessage } from '@cmd-mods/mod-api';
import { textBlock, textOf } from '../hooks/content.ts';
import type { ModelClient } from './model-client.ts';

/** The id of the built-in model that needs no account. */
export const ECHO_MODEL = 'echo';

/** A model that answers with the text of the last user message, word by word. */
export function createEchoModel(): ModelClient {
  return {
    async complete({ messages, signal, onTextDelta, onMessageUpdate }) {
      const text = textOf(lastUserMessage(messages)?.content ?? []);
      let streamed = '';
      for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
        signal.throwIfAborted();
        streamed += word;
        onTextDelta(word);
        onMessageUpdate({ role: 'assistant', content: [textBlock(streamed)] });
      }
      const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
      return { content: [textBlock(text)], usage, stopReason: 'end_turn' };
    },
  };
}

function lastUserMessage(messages: readonly AgentMessage[]): AgentMessage | undefined {
  return messages.findLast((message) => message.role === 'user');
}
