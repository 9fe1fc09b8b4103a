import type { AgentMessage } from '@cmd-mods/mod-api';
import { estimateTokens } from './estimate-tokens.ts';

/** A summary of fewer messages would hardly be shorter than they are. */
const FEWEST = 2;

/** What is to be cut, and how much of it stays. */
export interface CutWish {
  readonly messages: readonly AgentMessage[];
  /** How many messages a summary covers already. */
  readonly from: number;
  /** How much of the newest may stay, in estimated tokens; the last prompt and what follows it when left out. */
  readonly keepTokens: number | undefined;
}

/**
 * Chooses where the old part of a conversation ends: everything before the index is summed up, everything from it on is sent as
 * it is. The newest message always stays, and a tool call stays together with its result.
 *
 * @returns `undefined` when there is nothing worth summing up.
 */
export function chooseCut({ messages, from, keepTokens }: CutWish): number | undefined {
  const cuts = cutPoints(messages).filter((cut) => cut - from >= FEWEST);
  const last = cuts.at(-1);
  if (keepTokens === undefined) {
    const prompt = messages.findLastIndex(isPrompt);
    return cuts.includes(prompt) ? prompt : last;
  }
  let earliest = last;
  let kept = 0;
  let end = messages.length;
  for (const cut of cuts.toReversed()) {
    kept += estimateTokens(messages.slice(cut, end));
    end = cut;
    if (kept > keepTokens) break;
    earliest = cut;
  }
  return earliest;
}

/** The indexes at which a cut separates no tool call from its result. */
function cutPoints(messages: readonly AgentMessage[]): number[] {
  const callers = new Map<string, number>();
  // For each index, how far back the calls reach that are answered there.
  const reach = messages.map(({ content }, index) => {
    let start = index;
    for (const block of content) {
      if (block.type === 'tool_use') callers.set(block.id, index);
      if (block.type === 'tool_result') start = Math.min(start, callers.get(block.tool_use_id) ?? index);
    }
    return start;
  });
  const cuts: number[] = [];
  let needed = messages.length;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    needed = Math.min(needed, reach[index] ?? index);
    if (needed >= index) cuts.push(index);
  }
  return cuts.reverse();
}

function isPrompt({ role, content }: AgentMessage): boolean {
  return role === 'user' && !content.some((block) => block.type === 'tool_result');
}
