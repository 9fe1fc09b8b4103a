import type { AgentMessage, Block, ToolContentBlock } from '@cmd-mods/mod-api';

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
 * text block.
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
  const bad = content.findIndex((block) => !isRecord(block) || typeof block.type !== 'string');
  if (bad !== -1) return { problem: `block ${bad} of a message's content must be an object with a type` };
  // Checked above: a role and blocks, which is all that the wire needs.
  return { message: value as unknown as AgentMessage, wasString: false };
}
