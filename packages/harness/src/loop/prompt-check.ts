import type { AgentState } from '@cmd-mods/mod-api';
import type { AppendedPrompt } from '../hooks/mod-events.ts';

/** Watches whether a mod's part of the system prompt changes without cause. */
export interface PromptCheck {
  /**
   * Compares the texts of this round with those of the last one.
   * @returns the ids of mods whose text differs although their `modState` slot and the model are the same; each mod is named
   *   once in a run.
   */
  unstable(appended: readonly AppendedPrompt[], state: AgentState, model: string): readonly string[];
}

interface Seen {
  readonly text: string;
  readonly slot: unknown;
  readonly model: string;
}

/**
 * Makes the check of one run. Providers cache requests by their first bytes, so a prompt that changes each round costs a
 * cache miss each round, and nothing else would say so.
 */
export function createPromptCheck(): PromptCheck {
  const last = new Map<string, Seen>();
  const named = new Set<string>();
  return {
    unstable(appended, state, model) {
      const texts = new Map<string, string>();
      for (const { modId, text } of appended) texts.set(modId, `${texts.get(modId) ?? ''}\n\n${text}`);
      const changed: string[] = [];
      for (const [modId, text] of texts) {
        const slot = state.modState[modId];
        const before = last.get(modId);
        last.set(modId, { text, slot, model });
        if (before === undefined || before.text === text || named.has(modId)) continue;
        if (before.model !== model || !isSameValue(before.slot, slot)) continue;
        named.add(modId);
        changed.push(modId);
      }
      return changed;
    },
  };
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
