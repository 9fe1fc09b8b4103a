import type { Block, StreamResult, Usage } from '@cmd-mods/mod-api';
import { isRecord, kindOf } from '../hooks/content.ts';
import { ModelError } from '../models/model-client.ts';
import { NO_USAGE } from './usage.ts';

/**
 * Reads what a model client answered; clients come from mods and may be plain JavaScript. Figures that are left out are 0, and
 * the stop reason follows from the content.
 * @throws A `ModelError` (`ANSWER_MALFORMED`) that says what is wrong.
 */
export function readResult(result: unknown, model: string): StreamResult {
  const wrong = (problem: string): never => {
    throw new ModelError('ANSWER_MALFORMED', `The client of "${model}" answered ${problem}.`);
  };
  if (!isRecord(result)) return wrong(`with ${kindOf(result)}, not with {content, usage, stopReason}`);
  const { content, usage, stopReason, rawFinishReason } = result;
  if (!Array.isArray(content)) return wrong(`with content that is ${kindOf(content)}, not blocks`);
  const bad = content.findIndex((block) => !isUsable(block));
  if (bad !== -1) return wrong(`with a block ${bad} that is not usable`);
  const blocks = content as readonly Block[];
  const hasCalls = blocks.some((block) => block.type === 'tool_use');
  return {
    content: blocks,
    usage: readUsage(usage),
    stopReason: typeof stopReason === 'string' ? stopReason : hasCalls ? 'tool_use' : 'end_turn',
    ...(typeof rawFinishReason === 'string' ? { rawFinishReason } : {}),
  };
}

function isUsable(block: unknown): boolean {
  if (!isRecord(block) || typeof block.type !== 'string') return false;
  if (block.type === 'text') return typeof block.text === 'string';
  return block.type !== 'tool_use' || (typeof block.id === 'string' && typeof block.name === 'string');
}

function readUsage(usage: unknown): Usage {
  if (!isRecord(usage)) return NO_USAGE;
  const figure = (name: keyof Usage) => {
    const value = usage[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : 0;
  };
  return {
    inputTokens: figure('inputTokens'),
    outputTokens: figure('outputTokens'),
    cacheReadTokens: figure('cacheReadTokens'),
    cacheWriteTokens: figure('cacheWriteTokens'),
  };
}
