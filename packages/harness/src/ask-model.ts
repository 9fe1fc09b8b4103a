import type { AgentMessage } from '@cmd-mods/mod-api';
import { errorToJson } from './events/event-json.ts';
import { textBlock, textOf } from './hooks/content.ts';
import { forkInterruption, InterruptedError, sleep } from './loop/interruption.ts';
import { readResult } from './loop/read-result.ts';
import { NO_USAGE } from './loop/usage.ts';
import { defaultRetryDelay, isRetryable, type ModelClient } from './models/model-client.ts';
import { nextRequestNumber, type RequestRow, type TraceSink } from './trace.ts';

/** How often a question is asked again: less than a run does, since the person waits for something else. */
const MAX_RETRIES = 3;

/** Who is asked, and who writes it down. */
export interface Asked {
  readonly client: ModelClient;
  readonly trace: TraceSink | undefined;
}

/** One question beside the conversation. */
export interface Question {
  /** What the trace says it is for. */
  readonly purpose: Exclude<RequestRow['purpose'], 'run' | 'agent'>;
  readonly model: string;
  /** None when left out. */
  readonly system?: string;
  readonly prompt: string;
  /** Ends the wait at once. */
  readonly signal: AbortSignal;
}

/**
 * Asks the model one question, without transcript and tools, and tries again where that is worth it.
 *
 * @returns the text of the answer; empty when there was none.
 * @throws `InterruptedError` once the signal is aborted; otherwise the client's last error.
 */
export async function askModel(asked: Asked, question: Question): Promise<string> {
  const interruption = forkInterruption(question.signal);
  try {
    for (let attempt = 0; ; attempt += 1) {
      interruption.check();
      try {
        const answer = ask(asked, question, attempt, interruption.signal);
        return await interruption.aborted.wait(answer, () => new InterruptedError());
      } catch (error) {
        interruption.check();
        const retry = attempt + 1;
        if (!isRetryable(error) || retry > MAX_RETRIES) throw error;
        await sleep(asked.client.retryDelay?.(retry, error) ?? defaultRetryDelay(retry), interruption.signal);
      }
    }
  } finally {
    interruption.release();
  }
}

async function ask(
  { client, trace }: Asked,
  { purpose, model, system = '', prompt }: Question,
  attempt: number,
  signal: AbortSignal,
): Promise<string> {
  const messages: readonly AgentMessage[] = [{ role: 'user', content: [textBlock(prompt)] }];
  const request = { model, system, messages, tools: [] };
  const deltas: string[] = [];
  const nothing = () => {};
  const place = { requestNumber: trace === undefined ? 0 : nextRequestNumber(trace), turnNumber: 0, attempt };
  trace?.({ kind: 'request', purpose, ...place, ...request });
  const row = { kind: 'response', ...place, deltas } as const;
  try {
    const returned = await client.complete({
      ...request,
      signal,
      onTextDelta: (delta) => void deltas.push(delta),
      onThinkingStart: nothing,
      onThinkingDelta: nothing,
      onThinkingEnd: nothing,
      onMessageUpdate: nothing,
    });
    const { content, stopReason, usage } = readResult(returned, model);
    trace?.({ ...row, content, stopReason, usage });
    return textOf(content);
  } catch (error) {
    trace?.({ ...row, content: [], stopReason: 'error', usage: NO_USAGE, error: errorToJson(error) });
    throw error;
  }
}
