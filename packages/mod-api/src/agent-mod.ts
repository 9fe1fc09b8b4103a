import type { ModHooks } from './hooks.ts';
import type { ToolModule } from './tools.ts';

/**
 * A mod as plain data: what an embedder passes to `createHarness({mods})`, and what a factory amounts to once it has run.
 *
 * Source: hooks and events page, "Hooks and events".
 */
export interface AgentMod extends ModHooks {
  /** The key of its `modState` slot, and its name in `mod_error` events and traces. */
  readonly id: string;
  /** Tools it adds; an existing name wins, and the collision becomes `mod_error`. */
  readonly tools?: readonly ToolModule[];
}
