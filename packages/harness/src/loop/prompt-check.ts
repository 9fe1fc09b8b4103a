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

/** What the check remembers of a round. */
interface Round {
  readonly texts: ReadonlyMap<string, string>;
  readonly slots: AgentState['modState'];
  readonly model: string;
}

/**
 * Makes the check of one run. Providers cache requests by their first bytes, so a prompt that changes each round costs a
 * cache miss each round, and nothing else would say so. A mod that appends nothing appends the empty text.
 */
export function createPromptCheck(): PromptCheck {
  let last: Round | undefined;
  const named = new Set<string>();
  return {
    unstable(appended, state, model) {
      const before = last;
      const now: Round = { texts: textsByMod(appended), slots: state.modState, model };
      last = now;
      if (before === undefined || before.model !== model) return [];
      const changed = [...new Set([...before.texts.keys(), ...now.texts.keys()])].filter(
        (modId) =>
          !named.has(modId) &&
          before.texts.get(modId) !== now.texts.get(modId) &&
          isSameValue(before.slots[modId], now.slots[modId]),
      );
      for (const modId of changed) named.add(modId);
      return changed;
    },
  };
}

function textsByMod(appended: readonly AppendedPrompt[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { modId, text } of appended) texts.set(modId, `${texts.get(modId) ?? ''}\n\n${text}`);
  return texts;
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
