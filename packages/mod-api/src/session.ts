import type { AgentMessage, Block } from './messages.ts';

/**
 * What a mod can keep in the session file, next to the transcript and just as durable.
 *
 * Source: hooks and events page, "`ModContext.session`".
 */
export interface ModSession {
  /** The session's id. */
  readonly sessionId: string;

  /**
   * Appends an entry for this mod alone: never sent to the model, never drawn.
   * `data` must survive JSON. Throws a `TypeError` when `customType` is empty or `data` does not survive.
   * @returns the new entry's id.
   */
  appendCustomEntry(entry: { readonly customType: string; readonly data?: unknown }): string;

  /**
   * Appends content that the model should see, as a user message.
   * It is shown exactly once: fold the returned `message` onto the state that your hook returns to show it in this turn,
   * or leave that and it is shown at the start of the next one, after a resume too. `display: true` also draws it.
   * Throws a `TypeError` when `customType` is empty or the content is neither text nor blocks.
   */
  appendCustomMessageEntry(entry: {
    readonly customType: string;
    readonly content: string | readonly Block[];
    readonly display: boolean;
    readonly details?: unknown;
  }): { readonly entryId: string; readonly message: AgentMessage };

  /**
   * Every entry of that type which this mod appended, in file order, over the active branch. Synchronous.
   * Seed memory from it at the first `onTurnStart`.
   */
  getCustomEntries(query: { readonly customType: string }): readonly CustomEntry[];
}

/** An entry as it was appended. */
export interface CustomEntry {
  readonly id: string;
  readonly customType: string;
  readonly data?: unknown;
}

/** One node of the session tree. */
export interface SessionTreeNode {
  readonly id: string;
  readonly label: string | null;
  readonly children: readonly SessionTreeNode[];
}

/**
 * Control over the session that is live now. Creating, switching and forking sessions is the host's business and not here.
 * Every method throws a clear error while no session is bound.
 *
 * Source: mods page, "Live methods", `cmd.sessions`.
 */
export interface SessionControls {
  /**
   * Puts a summary in the place of everything before the last prompt, in what the model sees; the recorded transcript stays whole.
   * Resolves when the summary is made; also when it cannot be: then everything is as it was, and a `notice` says why. In a run
   * it counts from the next request on.
   */
  compact(options?: { readonly customInstructions?: string }): Promise<void>;
  /** The branches of the session. */
  tree(): readonly SessionTreeNode[];
  /** The entry at the end of the active branch; `null` in an empty session. */
  leafId(): string | null;
  /**
   * Makes the branch that ends in `targetId` the active one. With `summarize`, the model sums up what is left behind, and sees that
   * on the new branch. Rejects, and changes nothing, for an unknown entry, while a run is going, and when the summary fails.
   */
  navigateTree(params: {
    readonly targetId: string;
    readonly summarize?: boolean;
    readonly customInstructions?: string;
  }): Promise<void>;
  /** Names an entry; `null` takes the name away. */
  setLabel(params: { readonly targetId: string; readonly label: string | null }): void;
}
