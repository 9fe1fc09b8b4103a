import { type ModelClient, ModelError, type ResponseRow } from '@cmd-mods/harness';
import type { Block, StreamParams, StreamResult } from '@cmd-mods/mod-api';
import type { Purpose, Tape } from './tape.ts';

/** A model that answers from a tape. */
export interface TapeModel extends ModelClient {
  /** Answers of the tape that nobody has asked for yet. */
  readonly answersLeft: number;
}

/** What a tape's model needs to know of the run it plays for. */
export interface TapeModelOptions {
  /** What the request is for that comes now. */
  purpose(): Purpose;
  /** Interrupts the run, as the recorded one was. */
  interrupt(): void;
  /** A request that the tape has no answer for. */
  leftTape(purpose: Purpose, requests: number): void;
}

/**
 * Makes the model of a tape: the requests of each purpose get the recorded answers in their order, whatever they ask. One beyond
 * the tape is rejected with `CASSETTE_EXHAUSTED`.
 */
export function createTapeModel(tape: Tape, options: TapeModelOptions): TapeModel {
  const played = new Map<Purpose, number>();
  return {
    get answersLeft() {
      const all = [...tape.slots].flatMap(([purpose, slots]) => slots.slice(played.get(purpose) ?? 0));
      return all.filter(({ response }) => response !== undefined).length;
    },
    async complete(params) {
      const purpose = options.purpose();
      const number = played.get(purpose) ?? 0;
      played.set(purpose, number + 1);
      const slots = tape.slots.get(purpose) ?? [];
      const slot = slots[number];
      const isLast = purpose === 'run' && number >= slots.length - 1;
      if (
        isLast &&
        tape.isInterrupted &&
        (slot?.response === undefined || slot.response.error !== undefined)
      ) {
        options.interrupt();
        params.signal.throwIfAborted();
      }
      if (slot?.response === undefined) {
        options.leftTape(purpose, slots.length);
        throw exhausted(purpose, slots.length);
      }
      const { response, isRetried } = slot;
      return play(response, isRetried, params);
    },
    retryDelay: () => 0,
  };
}

function exhausted(purpose: Purpose, requests: number): ModelError {
  const what = `${requests} ${requests === 1 ? 'request' : 'requests'} with the purpose "${purpose}"`;
  return new ModelError(
    'CASSETTE_EXHAUSTED',
    `The cassette has ${what}, and the run asked for another one: from here on nobody recorded what the model says.`,
  );
}

function play(response: ResponseRow, isRetried: boolean, params: StreamParams): StreamResult {
  const { content, deltas, error, stopReason, usage } = response;
  if (error !== undefined) {
    stream([{ type: 'text', text: deltas.join('') }], deltas, params);
    throw new ModelError(String(error.code ?? error.name), error.message, { retryable: isRetried });
  }
  // An answer with text and without chunks did not stream.
  const isStreamed = deltas.length > 0 || !content.some(({ type }) => type === 'text');
  if (isStreamed) stream(content, deltas, params);
  return { content, usage, stopReason };
}

/** Streams blocks in their order, the text in the chunks that it came in. */
function stream(content: readonly Block[], deltas: readonly string[], params: StreamParams): void {
  let next = 0;
  content.forEach((block, index) => {
    const before = content.slice(0, index);
    const update = (last: Block) => params.onMessageUpdate({ role: 'assistant', content: [...before, last] });
    if (block.type === 'thinking') {
      params.onThinkingStart();
      params.onThinkingDelta(block.thinking);
      params.onThinkingEnd(block.thinking);
    }
    if (block.type !== 'text') {
      update(block);
      return;
    }
    let streamed = '';
    while (streamed.length < block.text.length && next < deltas.length) {
      const delta = deltas[next] ?? '';
      next += 1;
      streamed += delta;
      params.onTextDelta(delta);
      update({ ...block, text: streamed });
    }
  });
}
