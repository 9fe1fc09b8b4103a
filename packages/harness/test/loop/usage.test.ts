import type { ContextUsage } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../src/index.ts';
import { calls, ofType, runScripted, setStage } from '../support/run-scripted.ts';

const turns = [
  { ...calls(['echo']), usage: { inputTokens: 10, outputTokens: 1, cacheReadTokens: 5 } },
  { text: 'done', usage: { inputTokens: 30, outputTokens: 2, cacheWriteTokens: 7 } },
];
const first = { inputTokens: 10, outputTokens: 1, cacheReadTokens: 5, cacheWriteTokens: 0 };
const second = { inputTokens: 30, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 7 };

describe('usage', () => {
  it('of the run is the sum over its requests, figure by figure', async () => {
    const { result } = await runScripted({ turns });
    expect(result.usage).toEqual({
      inputTokens: 40,
      outputTokens: 3,
      cacheReadTokens: 5,
      cacheWriteTokens: 7,
    });
  });

  it('of turn_end, onTurnEnd and model_request_end is that of the turn alone', async () => {
    const seen: unknown[] = [];
    const { events } = await runScripted({
      mods: { m: { onTurnEnd: ({ usage, hadToolCalls }) => void seen.push([usage, hadToolCalls]) } },
      turns,
    });
    expect(seen).toEqual([
      [first, true],
      [second, false],
    ]);
    expect(ofType(events, 'turn_end').map(({ usage }) => usage)).toEqual([first, second]);
    expect(ofType(events, 'model_request_end').map(({ usage }) => usage)).toEqual([first, second]);
  });

  it('starts at nothing in each run', async () => {
    const stage = await setStage({ turns: [...turns, { text: 'x', usage: { inputTokens: 1 } }] });
    await stage.run();
    expect((await stage.run()).result.usage.inputTokens).toBe(1);
  });

  it('getContextUsage has nulls until the first request has measured the window, never a zero', async () => {
    const model = createScriptedModel({ turns });
    const seen: ContextUsage[] = [];
    let measure: () => ContextUsage = () => ({ tokens: 0, contextWindow: 0, percent: 0 });
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          measure = cmd.getContextUsage;
          seen.push(measure());
        },
      },
      harness: {
        modelClient: { ...model, complete: model.complete, describe: (id) => ({ id, contextWindow: 64 }) },
      },
    });
    seen.push(measure());
    await stage.run();
    seen.push(measure());
    expect(seen).toEqual([
      { tokens: null, contextWindow: null, percent: null },
      { tokens: null, contextWindow: 64, percent: null },
      { tokens: 32, contextWindow: 64, percent: 50 },
    ]);
  });

  it('an event prefers the provider own word for the stop reason', async () => {
    const model = createScriptedModel({ turns: [{ text: 'done' }] });
    const { events } = await runScripted({
      harness: {
        modelClient: {
          complete: async (params) => ({ ...(await model.complete(params)), rawFinishReason: 'STOP' }),
        },
      },
    });
    expect(ofType(events, 'model_request_end')[0]?.stopReason).toBe('STOP');
  });
});
