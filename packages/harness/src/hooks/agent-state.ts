import type { AgentMessage, AgentState } from '@cmd-mods/mod-api';

/**
 * A state whose messages are the first `length` of an append-only log. The array is made when somebody reads it, once: most
 * hooks never look at the transcript, and a copy for each of them would make every round cost as much as the transcript is long.
 */
export function stateOverLog(
  fields: Omit<AgentState, 'messages'>,
  log: readonly AgentMessage[],
  length: number,
): AgentState {
  let messages: readonly AgentMessage[] | undefined;
  return Object.defineProperty({ ...fields } as AgentState, 'messages', {
    enumerable: true,
    configurable: true,
    get: () => {
      messages ??= log.slice(0, length);
      return messages;
    },
  });
}

/** Whether two states have the very same messages, told without making the array where that can be avoided. */
export function hasSameMessages(one: { readonly messages?: unknown }, other: AgentState): boolean {
  const mine = messagesGetter(one);
  return (mine !== undefined && mine === messagesGetter(other)) || one.messages === other.messages;
}

/** The same state with another `modState`, its messages still unmade if they were. */
export function withModState(state: AgentState, modState: AgentState['modState']): AgentState {
  return Object.defineProperties({} as AgentState, {
    ...Object.getOwnPropertyDescriptors(state),
    modState: { value: modState, enumerable: true, configurable: true, writable: true },
  });
}

function messagesGetter(state: object): unknown {
  return Object.getOwnPropertyDescriptor(state, 'messages')?.get;
}
