import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ThinkingEffort } from '@cmd-mods/mod-api';

/** How many tokens a Claude model of before 4.6 may think for. 1,024 is the least that the API takes. */
const BUDGETS: Readonly<Record<ThinkingEffort, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  max: 30_000,
};

/**
 * An effort in the words of each kind of provider; a provider reads its own and leaves the others. No effort asks for nothing, and
 * the model does as it does by itself.
 */
export function effortOptions(effort: ThinkingEffort | undefined, model: string): SharedV3ProviderOptions {
  if (effort === undefined) return {};
  return {
    anthropic: claudeOptions(effort, model),
    openaiCompatible: { reasoningEffort: effort === 'max' ? 'high' : effort },
    openai: { reasoningEffort: effort === 'max' ? 'high' : effort },
  };
}

function claudeOptions(effort: ThinkingEffort, model: string): SharedV3ProviderOptions[string] {
  if (thinksByBudget(model)) return { thinking: { type: 'enabled', budgetTokens: BUDGETS[effort] } };
  return {
    effort: effort === 'minimal' ? 'low' : effort,
    // Without it the newer models think and show nothing of it.
    thinking: { type: 'adaptive', display: 'summarized' },
  };
}

/** Claude models of before 4.6 (`claude-3-7-sonnet-...`, `claude-opus-4-5`, `claude-sonnet-4-20250514`) take a budget, newer ones an effort. */
function thinksByBudget(model: string): boolean {
  const version = /claude-(?:[a-z]+-)?(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model);
  if (version === null) return false;
  const [, major, minor = '0'] = version;
  return Number(major) < 4 || (Number(major) === 4 && Number(minor) < 6);
}
