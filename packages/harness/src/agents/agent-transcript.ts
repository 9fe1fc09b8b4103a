import type { AgentState } from '@cmd-mods/mod-api';
import { withModState } from '../hooks/agent-state.ts';
import { Transcript } from '../loop/transcript.ts';

/**
 * The state of a sub-agent's run: messages of its own, and the `modState` of the run that delegated. What a mod counts there, it
 * counts for both.
 */
export class AgentTranscript extends Transcript {
  readonly #outer: Transcript;

  constructor(outer: Transcript) {
    super({ ...outer.state, messages: [], interrupted: false });
    this.#outer = outer;
  }

  override get state(): AgentState {
    return withModState(super.state, this.#outer.state.modState);
  }

  override set({ modState, ...fields }: Partial<Omit<AgentState, 'messages'>>): void {
    if (modState !== undefined) this.#outer.set({ modState });
    super.set(fields);
  }
}
