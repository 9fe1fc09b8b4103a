import type { ModApi } from '@cmd-mods/mod-api';

/** Adds a model that needs no network: it answers with today's menu. */
export function addModel(cmd: ModApi): void {
  cmd.addProvider({
    id: 'kitchen',
    displayName: 'Kitchen',
    models: [{ id: 'kitchen-menu', label: 'Menu', contextWindow: 1000 }],
    transport: {
      kind: 'direct',
      async stream({ onTextDelta }) {
        const text = 'Today: soup, bread, and a plum.';
        onTextDelta(text);
        return {
          content: [{ type: 'text', text }],
          usage: { inputTokens: 1, outputTokens: 8, cacheReadTokens: 0, cacheWriteTokens: 0 },
          stopReason: 'end_turn',
        };
      },
    },
  });
}
