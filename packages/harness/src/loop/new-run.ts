import { createPromptCheck } from './prompt-check.ts';
import type { RunContext } from './run-context.ts';
import { NO_USAGE } from './usage.ts';

/** What a run is given; all else of it starts at nothing. */
type GivenToRun = Pick<
  RunContext,
  'purpose' | 'harness' | 'config' | 'interruption' | 'hooks' | 'choice' | 'transcript'
>;

/** A run before its first round. */
export function newRun(given: GivenToRun): RunContext {
  return {
    ...given,
    promptCheck: createPromptCheck(),
    turnNumber: 0,
    usage: NO_USAGE,
    stopHookContinuations: 0,
    recoveries: 0,
    permissionMode: undefined,
    pendingSlots: [],
    isTerminated: false,
    noticed: new Set(),
  };
}
