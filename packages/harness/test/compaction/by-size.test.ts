import { describe, expect, it } from 'vitest';
import { createScriptedModel, type ModelClient } from '../../src/index.ts';
import { FULL, lastSent, notices, purposesOf, stageOf, talked } from '../support/compaction-stage.ts';
import { calls, modErrors, ofType, only } from '../support/run-scripted.ts';

describe('compaction by size', () => {
  it('comes before the request that follows a nearly full window, once', async () => {
    const stage = await stageOf({
      turns: [
        { text: 'one' },
        { ...calls(['echo']), usage: FULL },
        { text: 'SUMMARY' },
        { text: 'two', usage: { inputTokens: 5_000 } },
        { text: 'three' },
      ],
    });
    await stage.run('first');
    await stage.run('second');
    await stage.run('third');
    expect(purposesOf(stage)).toBe('run run compaction run run');
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('goes by the window of the model in force', async () => {
    const turns = [
      { text: 'one' },
      { text: 'two', usage: { inputTokens: 900 } },
      { text: 'SUMMARY' },
      { text: 'three' },
    ];
    const describe = (id: string) => ({ id, contextWindow: 1_000 });
    const stage = await stageOf({
      harness: { modelClient: { ...createScriptedModel({ turns }), describe } as ModelClient },
    });
    for (const prompt of ['first', 'second', 'third']) await stage.run(prompt);
    expect(purposesOf(stage)).toBe('run run compaction run');
  });

  it('does not come where the window is not known', async () => {
    const turns = [{ text: 'one' }, { text: 'two', usage: { inputTokens: 1_000_000 } }, { text: 'three' }];
    const stage = await stageOf({ harness: { modelClient: createScriptedModel({ turns }) } });
    for (const prompt of ['first', 'second', 'third']) await stage.run(prompt);
    expect(purposesOf(stage)).toBe('run run run');
  });

  it('a window that is less full changes nothing, not even the trace', async () => {
    const stage = await talked({}, { text: 'three', usage: { inputTokens: 100_000 } }, { text: 'four' });
    await stage.run('third');
    const { hookRows } = await stage.run('fourth');
    expect(hookRows).toEqual([]);
    expect(only(stage.log, /^compaction/)).toEqual([]);
  });

  it('that failed is not tried again in the same run, but in the next one', async () => {
    const round = { ...calls(['echo']), usage: FULL };
    const stage = await stageOf({
      turns: [
        { text: 'one' },
        round,
        { error: { message: 'no' } },
        round,
        { text: 'two', usage: FULL },
        { text: 'SUMMARY' },
        { text: 'three' },
      ],
    });
    for (const prompt of ['first', 'second', 'third']) await stage.run(prompt);
    expect(purposesOf(stage)).toBe('run run compaction run run compaction run');
  });

  it('an interruption ends it, and the run', async () => {
    const abort = new AbortController();
    const stage = await stageOf({
      mods: { m: (cmd) => void cmd.on('compaction_start', () => abort.abort()) },
      turns: [{ text: 'one' }, { ...calls(['echo']), usage: FULL }, { text: 'SUMMARY' }],
    });
    await stage.run('first');
    const { result } = await stage.run('second', { signal: abort.signal });
    expect(result.stopReason).toBe('interrupted');
    expect(notices(stage)).toEqual([]);
    expect(modErrors(stage.events)).toEqual([]);
  });

  it('is unknown until the next request how full the window is then', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact();
    expect(stage.cmd.getContextUsage().tokens).toBeNull();
  });
});

describe('a request that is too large for the model', () => {
  const tooLarge = { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } };

  it('is compacted and sent once more', async () => {
    const stage = await talked({}, tooLarge, { text: 'SUMMARY' }, { text: 'three' });
    const { result } = await stage.run('third');
    expect(result).toMatchObject({ stopReason: 'end_turn', finalText: 'three' });
    expect(purposesOf(stage)).toBe('run run run compaction run');
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('ends the run with the error when it is too large even then', async () => {
    const stage = await talked({}, tooLarge, { text: 'SUMMARY' }, tooLarge);
    expect((await stage.run('third')).result.stopReason).toBe('error');
    expect(ofType(stage.events, 'run_error')).toHaveLength(1);
  });

  it('ends the run with the first error when it cannot be compacted', async () => {
    const stage = await talked({}, tooLarge, { error: { message: 'no summary' } });
    await stage.run('third');
    expect(ofType(stage.events, 'run_error')).toMatchObject([{ error: { message: tooLarge.error.message } }]);
  });
});
