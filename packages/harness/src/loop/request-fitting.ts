import { isContextOverflow } from '../models/context-overflow.ts';
import { buildMessages, type ModelRequest } from './build-request.ts';
import { type ModelAnswer, requestModel } from './request-model.ts';
import type { RunContext } from './run-context.ts';

/**
 * Sends a request. When the provider says that it is more than the model can hold, the conversation is compacted and the request sent
 * once more, with its context built anew.
 *
 * @throws As `requestModel` does.
 */
export async function requestFitting(run: RunContext, request: ModelRequest): Promise<ModelAnswer> {
  try {
    return await requestModel(run, request);
  } catch (error) {
    run.interruption.check();
    if (!isContextOverflow(error)) throw error;
    const { compaction } = run.harness;
    if (!(await compaction.makeRoom(run.transcript.state.messages, run.interruption.signal))) throw error;
    run.interruption.check();
    return requestModel(run, { ...request, messages: await buildMessages(run) });
  }
}
