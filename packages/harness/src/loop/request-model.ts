import type { Block, StreamResult, Usage } from '@cmd-mods/mod-api';
import { errorToJson } from '../events/event-json.ts';
import { defaultRetryDelay, isRetryable } from '../models/model-client.ts';
import { nextRequestNumber } from '../trace.ts';
import { coerceToolInputs } from './answer-content.ts';
import { type AnswerStream, createAnswerStream } from './answer-stream.ts';
import type { ModelRequest } from './build-request.ts';
import { InterruptedError, sleep } from './interruption.ts';
import { readResult } from './read-result.ts';
import type { RunContext } from './run-context.ts';
import { NO_USAGE } from './usage.ts';

/** How often a request is tried again. */
const MAX_RETRIES = 10;
/** How many retries happen without a word. */
const SILENT_RETRIES = 3;

/** A complete answer, as the transcript will keep it. */
export interface ModelAnswer {
  readonly content: readonly Block[];
  readonly usage: Usage;
  /** The reason by its common name, not the provider's. */
  readonly stopReason: string;
}

/**
 * Sends a request and brings in the answer, trying again where that is worth it.
 *
 * @throws {@link InterruptedError} when the run is aborted meanwhile; otherwise the client's last error.
 *
 * Source: hooks and events page, "Lifecycle", `modelClient.complete`; mods page, `transformTextDelta`, "Retries".
 */
export async function requestModel(run: RunContext, request: ModelRequest): Promise<ModelAnswer> {
  const { emit, client } = run.harness;
  run.interruption.check();
  emit({ type: 'message_start' });
  emit({ type: 'model_request_start', model: request.model });
  for (let attempt = 0; ; attempt += 1) {
    const stream = createAnswerStream(run, attempt);
    try {
      const result = await complete(run, request, attempt, stream);
      const content = coerceToolInputs(stream.finish(result), emit);
      stream.close();
      emit({
        type: 'model_request_end',
        model: request.model,
        ...(request.effort === undefined ? {} : { effort: request.effort }),
        usage: result.usage,
        stopReason: result.rawFinishReason ?? result.stopReason,
      });
      emit({ type: 'message_end', content });
      return { content, usage: result.usage, stopReason: result.stopReason };
    } catch (error) {
      stream.close();
      run.interruption.check();
      const retry = attempt + 1;
      if (!isRetryable(error) || retry > MAX_RETRIES) throw error;
      const delayMs = client.retryDelay?.(retry, error) ?? defaultRetryDelay(retry);
      if (retry > SILENT_RETRIES)
        emit({ type: 'api_retry', attempt: retry, error: errorToJson(error).message, delayMs });
      await sleep(delayMs, run.interruption.signal);
      run.interruption.check();
      if (stream.hasStreamed) emit({ type: 'stream_restart', turnNumber: run.turnNumber, attempt: retry });
    }
  }
}

async function complete(
  run: RunContext,
  request: ModelRequest,
  attempt: number,
  stream: AnswerStream,
): Promise<StreamResult> {
  const { config, harness, turnNumber, interruption, purpose } = run;
  const { trace } = harness;
  const { effort, ...sent } = request;
  const withEffort = effort === undefined ? {} : { effort };
  const place = { requestNumber: trace === undefined ? 0 : nextRequestNumber(trace), turnNumber, attempt };
  trace?.({ kind: 'request', purpose, ...place, ...sent, ...withEffort });
  const row = { kind: 'response', ...place, deltas: stream.rawDeltas } as const;
  try {
    const answer = harness.client.complete({
      ...sent,
      ...withEffort,
      ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
      ...(config.maxOutputTokens === undefined ? {} : { maxOutputTokens: config.maxOutputTokens }),
      signal: interruption.signal,
      ...stream.callbacks,
    });
    const returned = await interruption.aborted.wait(answer, () => new InterruptedError());
    const result = readResult(returned, request.model);
    trace?.({ ...row, content: result.content, stopReason: result.stopReason, usage: result.usage });
    return result;
  } catch (error) {
    trace?.({ ...row, content: [], stopReason: 'error', usage: NO_USAGE, error: errorToJson(error) });
    throw error;
  }
}
