import type { ModHooks } from '@cmd-mods/mod-api';

/** A mod with every hook of a run, each without an opinion. */
export const everyHook: ModHooks = {
  onTurnStart: () => undefined,
  beforeModelRequest: () => undefined,
  appendSystemPrompt: () => undefined,
  transformSystemPrompt: () => undefined,
  transformContext: () => undefined,
  transformTextDelta: ({ delta }) => delta,
  transformMessage: () => undefined,
  beforeToolCall: () => undefined,
  afterToolCall: () => undefined,
  onTurnEnd: () => undefined,
  shouldStopAfterTurn: () => undefined,
  onStop: () => undefined,
  prepareNextTurn: () => undefined,
  onRunEnd: () => undefined,
};
