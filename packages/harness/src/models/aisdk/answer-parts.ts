import type { LanguageModelV2StreamPart, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { Block, StreamParams, TextBlock, ThinkingBlock, ToolUseBlock } from '@cmd-mods/mod-api';
import { isRecord } from '../../hooks/content.ts';
import { ModelError } from '../model-client.ts';
import { createPartialInput, type PartialInput } from './partial-input.ts';
import { signatureIn } from './signature.ts';

/** A part of a stream, of either version of the interface. */
export type StreamPart = LanguageModelV2StreamPart | LanguageModelV3StreamPart;

/** The calls that report an answer while it streams. */
export type AnswerCallbacks = Pick<
  StreamParams,
  'onTextDelta' | 'onThinkingStart' | 'onThinkingDelta' | 'onThinkingEnd' | 'onMessageUpdate'
>;

/** An answer as it grows. */
export interface GrowingAnswer {
  /** Takes the next part and reports what it changed. Parts that are no content change nothing. */
  take(part: StreamPart): void;
  /** The answer so far; blocks that came empty are left out, and so are calls whose input broke off. */
  content(): readonly Block[];
  /** A call whose input was complete and no JSON object, as an error to throw. An answer that was cut at its limit may end in one. */
  brokenCall(): ModelError | undefined;
}

/**
 * Folds the parts of a stream into content blocks, in the order in which the blocks began.
 *
 * Source: AI SDK, `LanguageModelV3StreamPart`.
 */
export function createGrowingAnswer(callbacks: AnswerCallbacks): GrowingAnswer {
  const blocks: Block[] = [];
  /** Where the block of an id stands. A provider may use an id again for a later block, which then begins anew. */
  const places = new Map<string, number>();
  const inputs = new Map<string, PartialInput>();
  const broken = new Map<Block, ModelError>();

  const content = () => blocks.filter((block) => isFilled(block) && !broken.has(block));
  const update = () => callbacks.onMessageUpdate({ role: 'assistant', content: content() });
  const begin = <TBlock extends Block>(key: string, block: TBlock): TBlock => {
    places.set(key, blocks.push(block) - 1);
    return block;
  };
  const replace = (key: string, block: Block) => {
    const place = places.get(key);
    if (place === undefined) begin(key, block);
    else blocks[place] = block;
  };
  const at = (key: string) => blocks[places.get(key) ?? -1];
  const textAt = (key: string): TextBlock => {
    const block = at(key);
    return block?.type === 'text' ? block : begin(key, { type: 'text', text: '' });
  };
  const thinkingAt = (key: string): ThinkingBlock => {
    const block = at(key);
    return block?.type === 'thinking' ? block : begin(key, { type: 'thinking', thinking: '' });
  };

  const takeThinking = (part: ThinkingPart): void => {
    const key = `thinking ${part.id}`;
    if (part.type === 'reasoning-start') {
      begin(key, signed({ type: 'thinking', thinking: '' }, part));
      callbacks.onThinkingStart();
      return;
    }
    const block = signed(thinkingAt(key), part);
    replace(key, block);
    if (part.type === 'reasoning-end') callbacks.onThinkingEnd(block.thinking);
    if (part.type === 'reasoning-end' || part.delta === '') return;
    replace(key, { ...block, thinking: block.thinking + part.delta });
    callbacks.onThinkingDelta(part.delta);
    update();
  };

  const takeCall = (part: CallPart): void => {
    if (part.type === 'tool-call') {
      if (part.providerExecuted === true) return;
      const { block, fault } = readCall(part);
      if (fault !== undefined) broken.set(block, fault);
      replace(`call ${part.toolCallId}`, block);
      update();
      return;
    }
    const key = `call ${part.id}`;
    if (part.type === 'tool-input-start') {
      if (part.providerExecuted === true) return;
      inputs.set(part.id, createPartialInput());
      begin(key, { type: 'tool_use', id: part.id, name: part.toolName, input: {} });
      update();
      return;
    }
    const [input, block] = [inputs.get(part.id), at(key)];
    if (block?.type !== 'tool_use' || !input?.append(part.delta)) return;
    replace(key, { ...block, input: input.value });
    update();
  };

  const take = (part: StreamPart): void => {
    switch (part.type) {
      case 'text-start':
        begin(`text ${part.id}`, { type: 'text', text: '' });
        return;
      case 'text-delta': {
        if (part.delta === '') return;
        const key = `text ${part.id}`;
        replace(key, { type: 'text', text: textAt(key).text + part.delta });
        callbacks.onTextDelta(part.delta);
        update();
        return;
      }
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        takeThinking(part);
        return;
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-call':
        takeCall(part);
    }
  };
  return { take, content, brokenCall: () => broken.values().next().value };
}

type ThinkingPart = Extract<StreamPart, { type: `reasoning-${string}` }>;
type CallPart = Extract<StreamPart, { type: 'tool-input-start' | 'tool-input-delta' | 'tool-call' }>;

function signed(block: ThinkingBlock, { providerMetadata }: ThinkingPart): ThinkingBlock {
  const signature = signatureIn(providerMetadata);
  return signature === undefined ? block : { ...block, signature };
}

/** A call without input comes as an empty text. */
function readCall(call: Extract<StreamPart, { type: 'tool-call' }>): {
  readonly block: ToolUseBlock;
  readonly fault?: ModelError;
} {
  const { toolCallId: id, toolName: name, input: text } = call;
  const block = (input: Readonly<Record<string, unknown>>): ToolUseBlock => ({
    type: 'tool_use',
    id,
    name,
    input,
  });
  if (text.trim() === '') return { block: block({}) };
  const message = `The model called "${name}" with an input that is no JSON object.`;
  try {
    const input: unknown = JSON.parse(text);
    if (isRecord(input)) return { block: block(input) };
    return { block: block({}), fault: new ModelError('ANSWER_MALFORMED', message, { retryable: true }) };
  } catch (cause) {
    return {
      block: block({}),
      fault: new ModelError('ANSWER_MALFORMED', message, { retryable: true, cause }),
    };
  }
}

/** Thinking that shows nothing still has to go back when it is signed. */
function isFilled(block: Block): boolean {
  if (block.type === 'text') return block.text !== '';
  return block.type !== 'thinking' || block.thinking !== '' || block.signature !== undefined;
}
