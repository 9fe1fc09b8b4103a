import type { AgentMessage, Block, ToolContentBlock, ToolResultBlock } from '@cmd-mods/mod-api';

/** Whether a value is an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One text block. */
export function textBlock(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}

/** What a value is called in a message: `a string`, `an array`, `null`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  const type = typeof value;
  return type === 'object' ? 'an object' : `a ${type}`;
}

/**
 * Reads tool content as a mod or a tool may spell it: blocks, or a string that stands for one text block.
 * @returns `undefined` when it is neither.
 */
export function readToolContent(value: unknown): readonly ToolContentBlock[] | undefined {
  if (typeof value === 'string') return [textBlock(value)];
  return Array.isArray(value) && value.every(isToolContentBlock) ? value : undefined;
}

function isToolContentBlock(value: unknown): value is ToolContentBlock {
  if (!isRecord(value)) return false;
  return value.type === 'text'
    ? typeof value.text === 'string'
    : value.type === 'image' && isRecord(value.source);
}

/** The text of content, block after block, joined by line breaks. */
export function textOf(content: readonly Block[]): string {
  return content
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n');
}

/** What came of reading a message: the message, and whether its content had to be put right. */
export type MessageReading =
  | { readonly message: AgentMessage; readonly wasString: boolean }
  | { readonly problem: string };

/**
 * Reads a message as a mod may spell it. Content that is a string, which elsewhere would crash the run, becomes one
 * text block; so does that of a tool result.
 */
export function readMessage(value: unknown): MessageReading {
  if (!isRecord(value)) return { problem: `a message must be an object, not ${kindOf(value)}` };
  const { role, content } = value;
  if (role !== 'user' && role !== 'assistant') {
    return { problem: `a message's role must be "user" or "assistant", not ${JSON.stringify(role)}` };
  }
  if (typeof content === 'string') {
    return { message: { ...value, role, content: [textBlock(content)] }, wasString: true };
  }
  if (!Array.isArray(content)) {
    return { problem: `a message's content must be an array of blocks, not ${kindOf(content)}` };
  }
  for (const [index, block] of content.entries()) {
    const problem = blockProblem(block);
    if (problem !== undefined) return { problem: `block ${index} of a message's content ${problem}` };
  }
  // Checked above: a role and blocks, which is all that the wire needs.
  const message = value as unknown as AgentMessage;
  if (!message.content.some(hasStringResult)) return { message, wasString: false };
  const blocks = message.content.map((block) =>
    hasStringResult(block) ? { ...block, content: [textBlock(String(block.content))] } : block,
  );
  return { message: { ...message, content: blocks }, wasString: true };
}

function hasStringResult(block: Block): block is ToolResultBlock {
  return block.type === 'tool_result' && typeof (block.content as unknown) === 'string';
}

/** What keeps a block from being sent. Of blocks that the harness does not look into, only the type is asked for. */
function blockProblem(block: unknown): string | undefined {
  if (!isRecord(block) || typeof block.type !== 'string') return 'must be an object with a type';
  const needs = (field: string, isRight: boolean) =>
    isRight ? undefined : `is a ${block.type} block and needs ${field}`;
  switch (block.type) {
    case 'text':
      return needs('a string "text"', typeof block.text === 'string');
    case 'tool_use':
      return (
        needs('a string "id"', typeof block.id === 'string') ??
        needs('a string "name"', typeof block.name === 'string') ??
        needs('an object "input"', isRecord(block.input))
      );
    case 'tool_result':
      return (
        needs('a string "tool_use_id"', typeof block.tool_use_id === 'string') ??
        needs('"content"', typeof block.content === 'string' || Array.isArray(block.content))
      );
    default:
      return undefined;
  }
}
