import type { AgentMessage } from '@cmd-mods/mod-api';
import { snapshot } from '../events/snapshot.ts';
import type { RunContext } from './run-context.ts';

/**
 * Commits a message to the transcript, as `transformMessage` leaves it. What is committed is a copy, and frozen: neither what a
 * hook holds of the transcript nor what it came from can change it behind the run's back.
 */
export async function commitMessage(run: RunContext, message: AgentMessage): Promise<void> {
  const rewritten = await run.hooks.emit(
    { type: 'transformMessage', params: { message, state: run.transcript.state } },
    run.interruption.signal,
  );
  run.transcript.append(snapshot(rewritten ?? message));
}
