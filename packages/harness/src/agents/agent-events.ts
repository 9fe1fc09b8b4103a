import type { AgentEvent, Usage } from '@cmd-mods/mod-api';

/** What of a sub-agent's run is told to everybody: what a person has to know of. The rest would read like the run's own. */
const TOLD: ReadonlySet<AgentEvent['type']> = new Set([
  'notice',
  'mod_error',
  'api_retry',
  'tool_denied',
  'tool_hook_blocked',
]);

/** Tokens as `tokensUsed` counts them; the cache figures are part of the input. */
export function tokensOf({ inputTokens, outputTokens }: Usage): number {
  return inputTokens + outputTokens;
}

/** Where the events of one sub-agent's run go. */
export interface AgentEvents {
  emit(event: AgentEvent): void;
  /** What ended the run with an error; `undefined` when nothing did. */
  readonly failure: unknown;
  /** Lets nothing through any more. */
  close(): void;
}

/** Passes on what a sub-agent's run tells, each of its tool calls as `subagent_progress`. */
export function agentEvents(params: {
  readonly toolCallId: string;
  readonly subagentType: string;
  /** What the sub-agent has used so far. */
  usage(): Usage;
  emit(event: AgentEvent): void;
}): AgentEvents {
  const { toolCallId, subagentType, usage, emit } = params;
  let failure: unknown;
  let isOpen = true;
  return {
    emit(event) {
      if (!isOpen) return;
      if (event.type === 'run_error') failure = event.error;
      if (event.type === 'tool_queued') {
        const { toolName, input: toolInput } = event;
        const tokensUsed = tokensOf(usage());
        emit({ type: 'subagent_progress', toolCallId, subagentType, toolName, toolInput, tokensUsed });
      }
      if (TOLD.has(event.type)) emit(event);
    },
    get failure() {
      return failure;
    },
    close() {
      isOpen = false;
    },
  };
}
