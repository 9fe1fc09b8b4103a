import { describe, expect, it } from 'vitest';
import { createScriptedModel, type ModelClient, ModelError, type ScriptTurn } from '../../src/index.ts';
import { defaultRetryDelay } from '../../src/models/model-client.ts';
import { calls, ofType, only, runScripted, texts } from '../support/run-scripted.ts';

const failing: ScriptTurn = { error: { message: 'overloaded', retryable: true } };
const cut: ScriptTurn = { ...failing, deltas: ['half ', 'an answer'], afterDeltas: 1 };

describe('retries', () => {
  it('a retryable failure is tried again, with the same request', async () => {
    const { result, requests } = await runScripted({ turns: [failing, { text: 'done' }] });
    expect(result.finalText).toBe('done');
    expect(requests.map(({ attempt, turnNumber }) => [turnNumber, attempt])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(requests[1]?.messages).toEqual(requests[0]?.messages);
  });

  it('hooks that build the request do not run again for a retry', async () => {
    const { log } = await runScripted({
      mods: { m: { appendSystemPrompt: () => 'x', beforeModelRequest: () => undefined } },
      turns: [failing, failing, { text: 'done' }],
    });
    expect(only(log, 'appendSystemPrompt', 'beforeModelRequest')).toEqual([
      'beforeModelRequest m',
      'appendSystemPrompt m',
    ]);
  });

  it('the first three are silent; api_retry comes from the fourth on', async () => {
    const { events } = await runScripted({ turns: [...Array(5).fill(failing), { text: 'done' }] });
    expect(ofType(events, 'api_retry')).toEqual([
      { type: 'api_retry', attempt: 4, error: 'overloaded', delayMs: 4 },
      { type: 'api_retry', attempt: 5, error: 'overloaded', delayMs: 5 },
    ]);
  });

  it('a failure that is not retryable ends the run with run_error, and run_end still follows', async () => {
    const { events, result, log } = await runScripted({
      turns: [{ error: { message: 'no key' } }, { text: 'x' }],
    });
    const [failed] = ofType(events, 'run_error');
    expect(failed?.error).toBeInstanceOf(Error);
    expect(failed?.error).toMatchObject({ message: 'no key' });
    expect(result).toMatchObject({ stopReason: 'error', turnCount: 1, finalText: '' });
    expect(log.slice(-2)).toEqual(['run_error', 'run_end']);
  });

  it('gives up after ten retries, with the last error', async () => {
    const { events, result, requests } = await runScripted({ turns: Array(20).fill(failing) });
    expect(requests).toHaveLength(11);
    expect(result.stopReason).toBe('error');
    expect(ofType(events, 'api_retry').at(-1)).toMatchObject({ attempt: 10, delayMs: 10 });
  });

  it('an error says that it can be retried by retryable or isRetryable', async () => {
    for (const mark of ['retryable', 'isRetryable']) {
      const model = createScriptedModel({ turns: [{ text: 'done' }] });
      let tries = 0;
      const modelClient: ModelClient = {
        async complete(params) {
          tries += 1;
          if (tries === 1) throw Object.assign(new Error('busy'), { [mark]: true });
          return model.complete(params);
        },
        retryDelay: () => 0,
      };
      expect((await runScripted({ harness: { modelClient } })).result.finalText).toBe('done');
    }
  });

  it('a client that throws at once, and not as a rejection, is treated alike', async () => {
    const modelClient: ModelClient = {
      complete() {
        throw new ModelError('X', 'at once');
      },
    };
    const { events } = await runScripted({ harness: { modelClient } });
    expect(ofType(events, 'run_error')[0]?.error).toMatchObject({ message: 'at once' });
  });

  it('real providers start at a second and double, up to thirty, less up to a quarter', () => {
    for (const [retry, full] of [
      [1, 1000],
      [2, 2000],
      [4, 8000],
      [9, 30_000],
    ] as const) {
      const delay = defaultRetryDelay(retry);
      expect(delay).toBeLessThanOrEqual(full);
      expect(delay).toBeGreaterThanOrEqual(full * 0.75);
    }
  });
});

describe('a retry in the middle of the stream', () => {
  it('marks the seam with stream_restart, and the abandoned text is nowhere in the transcript', async () => {
    const { events, state, log } = await runScripted({ turns: [cut, { deltas: ['whole ', 'answer'] }] });
    expect(ofType(events, 'stream_restart')).toEqual([{ type: 'stream_restart', turnNumber: 1, attempt: 1 }]);
    expect(only(log, 'text_delta', 'stream_restart')).toEqual([
      'text_delta',
      'stream_restart',
      'text_delta',
      'text_delta',
    ]);
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: whole answer']);
    expect(ofType(events, 'message_end')).toHaveLength(1);
  });

  it('emits no stream_restart when nothing had been shown', async () => {
    const { events } = await runScripted({ turns: [failing, { text: 'done' }] });
    expect(ofType(events, 'stream_restart')).toEqual([]);
  });

  it('counts attempts of the request from 0 for transformTextDelta, and anew in the next turn', async () => {
    const seen: string[] = [];
    await runScripted({
      mods: {
        m: {
          transformTextDelta: ({ delta, done, turnNumber, attempt }) => {
            seen.push(`${turnNumber}.${attempt} ${done ? 'done' : delta}`);
            return delta;
          },
        },
      },
      turns: [cut, { ...calls(['echo']), text: 'one' }, { text: 'two' }],
    });
    expect(seen).toEqual(['1.0 half ', '1.1 one', '1.1 done', '2.0 two', '2.0 done']);
  });

  it('text that a mod held back in the abandoned attempt does not appear unless the mod keeps it', async () => {
    let held = '';
    let attemptOfHeld = 0;
    const { state } = await runScripted({
      mods: {
        m: {
          transformTextDelta: ({ delta, done, attempt }) => {
            if (attempt !== attemptOfHeld) held = '';
            attemptOfHeld = attempt;
            if (done) return held;
            held += delta;
            return '';
          },
        },
      },
      turns: [cut, { deltas: ['whole ', 'answer'] }],
    });
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: whole answer']);
  });

  it('what a client of the abandoned attempt still reports is ignored', async () => {
    let late: (delta: string) => void = () => {};
    let tries = 0;
    const modelClient: ModelClient = {
      async complete(params) {
        tries += 1;
        if (tries === 1) {
          late = params.onTextDelta;
          throw new ModelError('X', 'busy', { retryable: true });
        }
        late('ghost');
        params.onTextDelta('real');
        const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
        return { content: [{ type: 'text', text: 'real' }], usage, stopReason: 'end_turn' };
      },
      retryDelay: () => 0,
    };
    const { events } = await runScripted({ harness: { modelClient } });
    expect(ofType(events, 'text_delta').map(({ delta }) => delta)).toEqual(['real']);
  });
});
