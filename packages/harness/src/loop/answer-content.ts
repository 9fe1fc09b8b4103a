import type { AgentEvent, Block, ToolUseBlock } from '@cmd-mods/mod-api';
import { isRecord } from '../hooks/content.ts';

/** The content with every tool input an object: what a model sent in its place is rescued where that can be done. */
export function coerceToolInputs(
  content: readonly Block[],
  emit: (event: AgentEvent) => void,
): readonly Block[] {
  return content.map((block) => {
    if (block.type !== 'tool_use' || isRecord(block.input)) return block;
    const rescued = rescue(block.input);
    emit({ type: 'tool_input_coerced', rawType: rawTypeOf(block.input), recovered: rescued !== undefined });
    return { ...block, input: rescued ?? {} };
  });
}

/** Models now and then wrap the input in a list, or send it as JSON text. */
function rescue(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(input)) return input.length === 1 && isRecord(input[0]) ? input[0] : undefined;
  if (typeof input !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(input);
    return isRecord(parsed) ? parsed : undefined;
  } catch (error) {
    // Text that is no JSON cannot be rescued, which is what the event says.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function rawTypeOf(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

/** The content that the transcript keeps: what the provider executed itself is shown but not recorded. */
export function withoutProviderBlocks(content: readonly Block[]): readonly Block[] {
  return content.some((block) => block.type === 'server_tool_result')
    ? content.filter((block) => block.type !== 'server_tool_result')
    : content;
}

/** The calls that the harness has to run. */
export function toolCallsOf(content: readonly Block[]): readonly ToolUseBlock[] {
  return content.filter((block) => block.type === 'tool_use');
}
