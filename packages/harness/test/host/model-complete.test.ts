import type { ModApi, StreamResult } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { cmdOf } from '../support/cmd-of.ts';
import { calls, modErrors, runScripted, setStage } from '../support/run-scripted.ts';

describe('cmd.model.complete', () => {
  it('is one completion on the session model, with no transcript and no tools', async () => {
    const answers: unknown[] = [];
    const { requests, state, trace } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onTurnStart: async ({ turnNumber }) => {
              if (turnNumber === 1) answers.push(await cmd.model.complete({ prompt: 'one word' }));
            },
          }),
      },
      turns: [{ text: 'side answer' }, { text: 'main answer' }],
    });
    expect(answers).toEqual([{ isAnswered: true, text: 'side answer', model: 'scripted' }]);
    expect(requests.map(({ purpose, tools, system }) => [purpose, tools.length, system])).toEqual([
      ['complete', 0, ''],
      ['run', 1, 'BASE'],
    ]);
    expect(JSON.stringify(state)).not.toContain('side answer');
    const answered = trace.flatMap((row) => (row.kind === 'response' ? [[row.turnNumber, row.content]] : []));
    expect(answered).toEqual([
      [0, [{ type: 'text', text: 'side answer' }]],
      [1, [{ type: 'text', text: 'main answer' }]],
    ]);
  });

  it('always resolves: unavailable before a session binds, error, aborted', async () => {
    const { cmd } = await cmdOf();
    expect(await cmd.model.complete({ prompt: '' })).toEqual({ isAnswered: false, reason: 'unavailable' });
    const answers: unknown[] = [];
    await runScripted({
      mods: {
        m: (api) =>
          void api.hooks({
            onRunEnd: async () => {
              answers.push(await api.model.complete({ prompt: '' }));
              answers.push(await api.model.complete({ prompt: '', signal: AbortSignal.abort() }));
            },
          }),
      },
      turns: [calls(['echo']), { text: 'done' }, { error: { message: 'no' } }],
    });
    expect(answers).toEqual([
      { isAnswered: false, reason: 'error' },
      { isAnswered: false, reason: 'aborted' },
    ]);
  });

  it.each([
    ['nothing', undefined, '{prompt} with a string, not undefined'],
    ['no text', { prompt: 5 }, '{prompt} with a string, not a number'],
    ['a signal that is none', { prompt: 'x', signal: {} }, 'an AbortSignal for its signal, not an object'],
  ])('always resolves, and reports what it was asked wrongly: %s', async (_what, params, problem) => {
    let answered: unknown;
    const { events } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onRunEnd: async () => {
              answered = await cmd.model.complete(params as never);
            },
          }),
      },
    });
    expect(answered).toEqual({ isAnswered: false, reason: 'error' });
    expect(modErrors(events)).toEqual([`m model.complete: cmd.model.complete needs ${problem}.`]);
  });

  it('resolves when the harness ends, though the model never answers; onSessionEnd may still ask', async () => {
    let ending: unknown;
    let kept: ModApi | undefined;
    const answers = [() => new Promise<never>(() => {}), async () => said('bye')];
    const { harness } = await setStage({
      mods: {
        m: (cmd) => {
          kept = cmd;
          cmd.hooks({
            async onSessionEnd() {
              ending = await cmd.model.complete({ prompt: 'a last word' });
            },
          });
        },
      },
      harness: { modelClient: { complete: () => answers.shift()?.() ?? Promise.reject(new Error('no')) } },
    });
    const hanging = kept?.model.complete({ prompt: 'x' });
    await harness.dispose();
    expect(await hanging).toEqual({ isAnswered: false, reason: 'aborted' });
    expect(ending).toMatchObject({ isAnswered: true, text: 'bye' });
  });
});

function said(text: string): StreamResult {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return { content: [{ type: 'text', text }], usage, stopReason: 'end_turn' };
}
