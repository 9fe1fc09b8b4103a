import type { AgentMessage, Block } from '@cmd-mods/mod-api';

/** What a token comes to on average, in characters of English and code. */
export const CHARACTERS_PER_TOKEN = 4;
/** What a picture is counted as, in characters: providers charge some 1,200 tokens for a middling one. */
const PICTURE = 4_800;

/** Messages are never changed, so each is measured once. */
const known = new WeakMap<AgentMessage, number>();

/** About how many tokens messages come to. Good for comparing parts of a conversation, not for more. */
export function estimateTokens(messages: readonly AgentMessage[]): number {
  let tokens = 0;
  for (const message of messages) tokens += tokensOf(message);
  return tokens;
}

function tokensOf(message: AgentMessage): number {
  const before = known.get(message);
  if (before !== undefined) return before;
  const characters = message.content.reduce((sum, block) => sum + charactersOf(block), 0);
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  known.set(message, tokens);
  return tokens;
}

function charactersOf(block: Block): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'thinking':
      return block.thinking.length;
    case 'image':
      return PICTURE;
    case 'tool_use':
      return block.name.length + JSON.stringify(block.input).length;
    case 'tool_result':
      return block.content.reduce((sum, part) => sum + charactersOf(part), 0);
    default:
      return JSON.stringify(block).length;
  }
}
