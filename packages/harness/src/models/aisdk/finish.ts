import type { LanguageModelV2StreamPart, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { StreamResult, Usage } from '@cmd-mods/mod-api';

/** The last part of a stream, of either version of the interface. */
export type FinishPart = Extract<LanguageModelV2StreamPart | LanguageModelV3StreamPart, { type: 'finish' }>;

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
};

/** Usage and stop reason of a stream; `undefined` when it ended without the provider having said why, so was cut. */
export function readFinish({ finishReason, usage }: FinishPart): Omit<StreamResult, 'content'> | undefined {
  const { unified, raw } =
    typeof finishReason === 'string' ? { unified: finishReason, raw: undefined } : finishReason;
  if (raw === undefined && (unified === 'other' || unified === 'unknown' || unified === 'error'))
    return undefined;
  return {
    usage: readUsage(usage),
    stopReason: STOP_REASONS[unified] ?? raw ?? unified,
    ...(raw === undefined ? {} : { rawFinishReason: raw }),
  };
}

function readUsage(usage: FinishPart['usage']): Usage {
  const { inputTokens, outputTokens } = usage;
  if (typeof inputTokens === 'object' && typeof outputTokens === 'object') {
    return {
      inputTokens: inputTokens.total ?? 0,
      outputTokens: outputTokens.total ?? 0,
      cacheReadTokens: inputTokens.cacheRead ?? 0,
      cacheWriteTokens: inputTokens.cacheWrite ?? 0,
    };
  }
  const cached = 'cachedInputTokens' in usage ? usage.cachedInputTokens : undefined;
  return {
    inputTokens: typeof inputTokens === 'number' ? inputTokens : 0,
    outputTokens: typeof outputTokens === 'number' ? outputTokens : 0,
    cacheReadTokens: cached ?? 0,
    cacheWriteTokens: 0,
  };
}
