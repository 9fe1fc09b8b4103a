import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
  LanguageModelV3ToolResultOutput,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { AgentMessage, Block, ImageBlock, StreamParams, ToolResultBlock } from '@cmd-mods/mod-api';
import { textOf } from '../../hooks/content.ts';
import { signatureOptions } from './signature.ts';

/** The version of the AI SDK's interface that a model was built for. Only pictures in tool results differ in what is sent. */
export type SpecificationVersion = 'v2' | 'v3';

/** Marks the end of what a provider with explicit caching may keep for the next request. Others ignore it. */
const CACHE_HERE: SharedV3ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/**
 * A conversation as an AI SDK prompt. The system prompt and the last message are marked for caching, so that the next request, which
 * begins with the same, reads them from the cache.
 *
 * Source: AI SDK, `LanguageModelV3Prompt`.
 */
export function buildPrompt(
  { system, messages }: Pick<StreamParams, 'system' | 'messages'>,
  version: SpecificationVersion,
): LanguageModelV3Prompt {
  const toolNames = new Map(
    messages
      .flatMap(({ content }) => content)
      .filter((block) => block.type === 'tool_use')
      .map(({ id, name }) => [id, name]),
  );
  const conversation = messages.flatMap((message) =>
    message.role === 'assistant'
      ? [{ role: 'assistant' as const, content: message.content.flatMap(assistantPart) }]
      : userMessages(message, toolNames, version),
  );
  const last = conversation.pop();
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system, providerOptions: CACHE_HERE }]),
    ...conversation,
    ...(last === undefined ? [] : [{ ...last, providerOptions: CACHE_HERE }]),
  ];
}

/** The tools as AI SDK function tools. */
export function buildTools(tools: StreamParams['tools']): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, input_schema }) => ({
    type: 'function',
    name,
    description,
    inputSchema: input_schema,
  }));
}

type AssistantPart = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number];

/** Pictures, results and what a provider found by itself are nothing that an assistant's message can say again. */
function assistantPart(block: Block): AssistantPart[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [textPart(block.text)];
    case 'thinking':
      return [{ type: 'reasoning', text: block.thinking, ...signatureOptions(block.signature) }];
    case 'tool_use':
      return [{ type: 'tool-call', toolCallId: block.id, toolName: block.name, input: block.input }];
    default:
      return [];
  }
}

/** A user's message: the results in it go first, in a message of their own. */
function userMessages(
  { content }: AgentMessage,
  toolNames: ReadonlyMap<string, string>,
  version: SpecificationVersion,
): LanguageModelV3Message[] {
  const results = content
    .filter((block) => block.type === 'tool_result')
    .map((block) => ({
      type: 'tool-result' as const,
      toolCallId: block.tool_use_id,
      toolName: toolNames.get(block.tool_use_id) ?? 'unknown',
      output: toolOutput(block, version),
    }));
  const rest = content.flatMap((block): UserPart[] => {
    if (block.type === 'text') return block.text === '' ? [] : [textPart(block.text)];
    return block.type === 'image' ? [imagePart(block)] : [];
  });
  return [
    ...(results.length === 0 ? [] : [{ role: 'tool' as const, content: results }]),
    ...(rest.length === 0 ? [] : [{ role: 'user' as const, content: rest }]),
  ];
}

type UserPart = Extract<LanguageModelV3Message, { role: 'user' }>['content'][number];

function textPart(text: string): LanguageModelV3TextPart {
  return { type: 'text', text };
}

function imagePart({ source }: ImageBlock): UserPart {
  return source.type === 'url'
    ? { type: 'file', mediaType: 'image/*', data: new URL(source.url) }
    : { type: 'file', mediaType: source.media_type, data: source.data };
}

type ContentPart = Extract<LanguageModelV3ToolResultOutput, { type: 'content' }>['value'][number];

function toolOutput(block: ToolResultBlock, version: SpecificationVersion): LanguageModelV3ToolResultOutput {
  if (block.is_error === true) return { type: 'error-text', value: textOf(block.content) };
  if (block.content.every(({ type }) => type === 'text')) {
    return { type: 'text', value: textOf(block.content) };
  }
  const value = block.content.map((part): ContentPart => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const { source } = part;
    if (source.type === 'url') {
      return version === 'v3' ? { type: 'image-url', url: source.url } : { type: 'text', text: source.url };
    }
    const picture = { data: source.data, mediaType: source.media_type };
    // 'media' is what version 2 calls it, which the types of version 3 no longer have.
    return { type: version === 'v3' ? 'image-data' : ('media' as 'image-data'), ...picture };
  });
  return { type: 'content', value };
}
