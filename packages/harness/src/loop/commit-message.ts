import type { AgentMessage } from '@cmd-mods/mod-api';
import { freezeDeep } from '../events/snapshot.ts';
import type { RunContext } from './run-context.ts';

/**
 * Commits a message to the transcript, as `transformMessage` leaves it. Once committed it is frozen: what a hook holds of the
 * transcript cannot be changed behind the run's back.
 */
export async function commitMessage(run: RunContext, message: AgentMessage): Promise<void> {
  const rewritten = await run.hooks.emit(
    { type: 'transformMessage', params: { message, state: run.transcript.state } },
    run.interruption.signal,
  );
  run.transcript.append(freezeDeep(rewritten ?? message));
}
