import type { AgentMessage, AgentState } from '@cmd-mods/mod-api';
import { hasSameMessages, stateOverLog } from '../hooks/agent-state.ts';

/**
 * The state of one run while it goes: a log of messages that only grows, and the fields around it. Every state that is handed
 * out is a value of its own and stays as it was; appending costs the same however long the transcript is.
 */
export class Transcript {
  #log: AgentMessage[];
  #fields: Omit<AgentState, 'messages'>;
  #state: AgentState | undefined;
  #committed = 0;

  constructor({ messages, ...fields }: AgentState) {
    this.#log = [...messages];
    this.#fields = fields;
  }

  /** The state as it is now. */
  get state(): AgentState {
    this.#state ??= stateOverLog(this.#fields, this.#log, this.#log.length);
    return this.#state;
  }

  /** The messages as they are now, to be read at once: the array grows with the transcript. */
  get messages(): readonly AgentMessage[] {
    return this.#log;
  }

  append(message: AgentMessage): void {
    this.#log.push(message);
    this.#state = undefined;
  }

  /** Replaces fields around the messages. */
  set(fields: Partial<Omit<AgentState, 'messages'>>): void {
    this.#fields = { ...this.#fields, ...fields };
    this.#state = undefined;
  }

  /** Goes on with a state that a hook returned. */
  adopt(state: AgentState): void {
    if (state === this.state) return;
    if (!hasSameMessages(state, this.state)) {
      this.#log = [...state.messages];
      this.#committed = 0;
    }
    this.set({ interrupted: state.interrupted, modState: state.modState });
  }

  /**
   * Hands the state to what makes it durable: with the messages as they are, to be read at once, and how many of them it has
   * seen before.
   */
  commit(store: (state: AgentState, options: { readonly trusted: number }) => void): void {
    store({ ...this.#fields, messages: this.#log }, { trusted: this.#committed });
    this.#committed = this.#log.length;
  }
}
