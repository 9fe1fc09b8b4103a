import type { Block, StreamResult } from '@cmd-mods/mod-api';
import { textBlock } from '../hooks/content.ts';
import { type RewrittenChunk, withRewrittenText } from './answer-text.ts';
import type { RunContext } from './run-context.ts';

/** The callbacks that a model client reports to while it streams. */
export type StreamCallbacks = Pick<
  import('@cmd-mods/mod-api').StreamParams,
  'onTextDelta' | 'onThinkingStart' | 'onThinkingDelta' | 'onThinkingEnd' | 'onMessageUpdate'
>;

/** One attempt of one request while it streams. */
export interface AnswerStream {
  readonly callbacks: StreamCallbacks;
  /** Whether anything was shown that a retry has to take back. */
  readonly hasStreamed: boolean;
  /** The text as it came. */
  readonly rawDeltas: readonly string[];
  /** Takes the complete answer: flushes the mods' held-back text and gives the content as the transcript keeps it. */
  finish(result: StreamResult): readonly Block[];
  /** Ends the attempt: what a client still reports is ignored. */
  close(): void;
}

/**
 * Folds the text of one attempt through `transformTextDelta` and emits what streams.
 *
 * Source: mods page, `transformTextDelta`.
 */
export function createAnswerStream(run: RunContext, attempt: number): AnswerStream {
  const { hooks, turnNumber } = run;
  const { emit } = run.harness;
  const isRewriting = hooks.has('transformTextDelta');
  const rawDeltas: string[] = [];
  const chunks: RewrittenChunk[] = [];
  let isOpen = true;
  let hasStreamed = false;

  const rewrite = (delta: string, done: boolean): string => {
    const params = { delta, done, turnNumber, attempt, state: run.transcript.state };
    const text = hooks.emitSync({ type: 'transformTextDelta', params }, run.interruption.signal) ?? delta;
    chunks.push({ rawLength: delta.length, text });
    return text;
  };
  const show = (text: string) => {
    if (text === '') return;
    hasStreamed = true;
    emit({ type: 'text_delta', delta: text });
  };

  /** What the answer holds beyond what streamed: all of it when the client does not stream. */
  const passUnstreamed = (content: readonly Block[]): void => {
    let streamed = rawDeltas.reduce((length, delta) => length + delta.length, 0);
    for (const block of content) {
      if (block.type !== 'text') continue;
      const rest = block.text.slice(streamed);
      streamed = Math.max(0, streamed - block.text.length);
      if (rest === '') continue;
      const text = isRewriting ? rewrite(rest, false) : rest;
      if (rawDeltas.length > 0) show(text);
    }
  };

  return {
    rawDeltas,
    get hasStreamed() {
      return hasStreamed;
    },
    callbacks: {
      onTextDelta(delta) {
        if (!isOpen || delta === '') return;
        rawDeltas.push(delta);
        show(isRewriting ? rewrite(delta, false) : delta);
      },
      onThinkingStart() {
        if (!isOpen) return;
        hasStreamed = true;
        emit({ type: 'thinking_start' });
      },
      onThinkingDelta(delta) {
        if (isOpen) emit({ type: 'thinking_delta', delta });
      },
      onThinkingEnd(text) {
        if (isOpen) emit({ type: 'thinking_end', text });
      },
      onMessageUpdate(message) {
        if (!isOpen) return;
        const content = isRewriting ? withRewrittenText(message.content, chunks) : message.content;
        emit({ type: 'message_update', message: { ...message, content } });
      },
    },
    finish({ content }) {
      passUnstreamed(content);
      if (!isRewriting) return content;
      const held = rewrite('', true);
      if (rawDeltas.length > 0) show(held);
      const hasTextBlock = content.some((block) => block.type === 'text');
      return withRewrittenText(hasTextBlock || held === '' ? content : [...content, textBlock('')], chunks);
    },
    close() {
      isOpen = false;
    },
  };
}
