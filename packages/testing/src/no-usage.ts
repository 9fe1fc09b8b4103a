import type { Usage } from '@cmd-mods/mod-api';

/** What a run costs in which no model was asked. */
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
