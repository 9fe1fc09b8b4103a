import { describe, expect, it } from 'vitest';
import { MAX_STOP_HOOK_CONTINUATIONS } from '../../src/loop/run.ts';
import { calls, ofType, only, runScripted, setStage, texts, tool, user } from '../support/run-scripted.ts';

const denying = { permissions: { check: () => ({ behavior: 'deny' }) as const } };

describe('how a run stops', () => {
  it('with end_turn when the model calls no tool and nobody wants to go on', async () => {
    const { result } = await runScripted({ turns: [{ text: 'done' }] });
    expect(result).toMatchObject({ stopReason: 'end_turn', finalText: 'done', turnCount: 1 });
  });

  it('with permission_denied after the turn commits', async () => {
    const { result, commits, log } = await runScripted({ turns: [calls(['echo'])], harness: denying });
    expect(result.stopReason).toBe('permission_denied');
    expect(only(log, 'tool_denied', 'turn_end', 'commit', 'run_end')).toEqual([
      'tool_denied',
      'turn_end',
      'commit',
      'run_end',
    ]);
    expect(commits[0]?.messages.at(-1)?.content[0]?.type).toBe('tool_result');
  });

  it('with terminate after the whole batch finishes', async () => {
    const { result, log } = await runScripted({
      mods: {
        m: { afterToolCall: ({ toolCallId }) => (toolCallId === 'call_1' ? { terminate: true } : {}) },
      },
      turns: [calls(['echo'], ['echo'])],
    });
    expect(result.stopReason).toBe('terminate');
    expect(only(log, 'tool_completed')).toHaveLength(2);
  });

  it('with stop_hook when shouldStopAfterTurn says so', async () => {
    const { result } = await runScripted({
      mods: { m: { shouldStopAfterTurn: ({ turnNumber }) => turnNumber === 2 } },
      turns: [calls(['echo']), calls(['echo']), { text: 'never' }],
    });
    expect(result).toMatchObject({ stopReason: 'stop_hook', turnCount: 2 });
  });

  it('a hard stop of the batch comes before shouldStopAfterTurn is asked', async () => {
    const { log } = await runScripted({
      mods: { m: { shouldStopAfterTurn: () => true, beforeToolCall: () => ({ terminate: true }) } },
      turns: [calls(['echo'])],
    });
    expect(only(log, 'shouldStopAfterTurn')).toEqual([]);
  });

  it('both onTurnStart and onTurnEnd fire in the round that stops', async () => {
    const { log } = await runScripted({
      mods: { m: { onTurnStart: () => undefined, onTurnEnd: () => undefined } },
      turns: [calls(['echo'])],
      harness: denying,
    });
    expect(only(log, 'onTurnStart', 'onTurnEnd')).toEqual(['onTurnStart m', 'onTurnEnd m']);
  });

  it('the final text is that of the last assistant message, also when a later round brought none', async () => {
    const { result } = await runScripted({
      mods: { m: { shouldStopAfterTurn: () => true } },
      turns: [{ ...calls(['echo']), text: 'thinking aloud' }],
    });
    expect(result.finalText).toBe('thinking aloud');
  });

  it('a script without a turn left ends in a run_error that says so', async () => {
    const { events, result } = await runScripted({ turns: [calls(['echo'])] });
    expect(result.stopReason).toBe('error');
    expect(ofType(events, 'run_error')[0]?.error).toMatchObject({
      code: 'SCRIPT_EXHAUSTED',
      message: expect.stringContaining('1 turn'),
    });
  });

  it('a failed run leaves the harness free for the next one', async () => {
    const stage = await setStage({ turns: [{ error: { message: 'no' } }, { text: 'better' }] });
    expect((await stage.run()).result.stopReason).toBe('error');
    expect((await stage.run()).result.finalText).toBe('better');
  });

  it('a second run while one is going is refused', async () => {
    const stage = await setStage({ turns: [{ text: 'one' }, { text: 'two' }] });
    const first = stage.run();
    await expect(stage.run()).rejects.toThrow('A run is going already');
    expect((await first).result.finalText).toBe('one');
  });

  it('isIdle is false from run_start to run_end and true otherwise', async () => {
    const seen: Record<string, boolean> = {};
    let isIdle: () => boolean = () => false;
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          isIdle = cmd.isIdle;
          seen.factory = cmd.isIdle();
          for (const event of ['run_start', 'turn_end', 'run_end'] as const) {
            cmd.on(event, () => {
              seen[event] = cmd.isIdle();
            });
          }
        },
      },
    });
    seen.bound = isIdle();
    await stage.run('');
    seen.after = isIdle();
    expect(seen).toEqual({
      factory: true,
      bound: true,
      run_start: false,
      turn_end: false,
      run_end: false,
      after: true,
    });
  });
});

describe('onStop', () => {
  it('stops nothing by saying continue: the reason becomes an automated user turn of source stop_hook', async () => {
    const { state, result } = await runScripted({
      mods: {
        m: {
          onStop: ({ lastAssistantText }) => ({
            continue: !/all/.test(lastAssistantText),
            reason: 'Not green.',
          }),
        },
      },
      turns: [{ text: 'some pass' }, { text: 'all pass' }],
    });
    expect(texts(state.messages)).toEqual([
      'user: go',
      'assistant: some pass',
      'user: Not green.',
      'assistant: all pass',
    ]);
    expect(state.messages[2]?.meta).toEqual({ isAutomated: true, source: 'stop_hook' });
    expect(result.stopReason).toBe('end_turn');
  });

  it('a continuation counts as going on, so prepareNextTurn runs', async () => {
    let isFirst = true;
    const { log } = await runScripted({
      mods: {
        m: {
          onStop: () => {
            const answer = { continue: isFirst };
            isFirst = false;
            return answer;
          },
          prepareNextTurn: () => undefined,
        },
      },
      turns: [{ text: 'one' }, { text: 'two' }],
    });
    expect(only(log, 'onStop', 'prepareNextTurn')).toEqual(['onStop m', 'prepareNextTurn m', 'onStop m']);
  });

  it('consecutive continuations are capped at 8', async () => {
    const { result, log } = await runScripted({
      mods: { m: { onStop: () => ({ continue: true }) } },
      turns: Array(20).fill({ text: 'done' }),
    });
    expect(MAX_STOP_HOOK_CONTINUATIONS).toBe(8);
    expect(result).toMatchObject({ turnCount: 9, stopReason: 'end_turn' });
    expect(only(log, 'onStop')).toHaveLength(8);
  });

  it('what a person queues meanwhile starts the count anew', async () => {
    let asked = 0;
    const { result } = await runScripted({
      mods: { m: { onStop: () => ({ continue: true }) } },
      turns: Array(30).fill({ text: 'done' }),
      config: {
        getFollowUpMessages: () => {
          asked += 1;
          return asked === 6 ? [user('one more thing')] : [];
        },
      },
    });
    // Five continuations, the person, and eight more.
    expect(result.turnCount).toBe(1 + 5 + 1 + 8);
  });

  it.each([
    ['max_turns', { config: { maxTurns: 1 }, turns: [{ text: 'x' }] }],
    [
      'terminate',
      {
        turns: [calls(['stopper'])],
        tools: [tool('stopper')],
        hooks: { afterToolCall: () => ({ terminate: true }) },
      },
    ],
    ['permission_denied', { turns: [calls(['echo'])], harness: denying }],
    ['stop_hook', { turns: [{ text: 'x' }], hooks: { shouldStopAfterTurn: () => true } }],
    ['error', { turns: [] }],
  ] as const)('does not fire for a hard stop: %s', async (stopReason, scene) => {
    const { hooks = {}, ...rest } = scene as { hooks?: object } & typeof scene;
    const { result, log } = await runScripted({
      ...rest,
      mods: { m: { ...hooks, onStop: () => ({ continue: true }) } },
    });
    expect(result.stopReason).toBe(stopReason);
    expect(only(log, 'onStop')).toEqual([]);
  });
});
