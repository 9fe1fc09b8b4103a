import type { AgentMessage, ModFactory } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { calls, ofType, only, runScripted, setStage, texts, tool, user } from '../support/run-scripted.ts';

/** A mod that queues when the tool `t` has run. */
function queueing(...messages: readonly [content: string, deliverAs?: 'steer' | 'follow-up'][]): ModFactory {
  return (cmd) => {
    cmd.on('tool_completed', () => {
      for (const [content, deliverAs] of messages) {
        cmd.queueMessage({ content, ...(deliverAs === undefined ? {} : { deliverAs }) });
      }
    });
  };
}

/** Hands the messages out once. */
function once(...messages: readonly AgentMessage[]) {
  const waiting = [...messages];
  return () => waiting.splice(0);
}

describe('steering', () => {
  it('what was queued before the run is polled once at its start, behind the user input', async () => {
    const { state, log } = await runScripted({ config: { getSteeringMessages: once(user('wait')) } });
    expect(texts(state.messages)).toEqual(['user: go', 'user: wait', 'assistant: done']);
    expect(only(log, 'run_start', 'turn_start')).toEqual(['run_start', 'turn_start']);
  });

  it('is polled after each batch of tools, and lands behind its results', async () => {
    let polls = 0;
    const { state } = await runScripted({
      turns: [calls(['echo'], ['echo']), calls(['echo']), { text: 'done' }],
      config: {
        getSteeringMessages: () => {
          polls += 1;
          return polls === 2 ? [user('left!')] : [];
        },
      },
    });
    expect(polls).toBe(3);
    expect(texts(state.messages)).toEqual([
      'user: go',
      'assistant: [tool_use]|[tool_use]',
      'user: <{}>|<{}>',
      'user: left!',
      'assistant: [tool_use]',
      'user: <{}>',
      'assistant: done',
    ]);
  });

  it('is sent to the model merged with the results, as one user message', async () => {
    const { requests } = await runScripted({
      mods: { m: queueing(['mind the gap']) },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(texts(requests[1]?.messages ?? [])).toEqual([
      'user: go',
      'assistant: [tool_use]',
      'user: <{}>|mind the gap',
    ]);
  });

  it('a mod queued message lands behind a queued user message of the same poll', async () => {
    let polls = 0;
    const { state } = await runScripted({
      mods: { m: queueing(['from the mod', 'steer']) },
      turns: [calls(['echo']), { text: 'done' }],
      config: {
        getSteeringMessages: () => {
          polls += 1;
          return polls === 2 ? [user('typed')] : [];
        },
      },
    });
    expect(texts(state.messages).slice(3, 5)).toEqual(['user: typed', 'user: from the mod']);
  });

  it('queueMessage steers by default, and the message is marked as automated', async () => {
    const { state } = await runScripted({
      mods: { m: queueing(['nudge']) },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(state.messages[3]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'nudge' }],
      meta: { isAutomated: true, source: 'steering' },
    });
  });

  it('is not polled when the batch terminates the run', async () => {
    let polls = 0;
    const { result } = await runScripted({
      mods: { m: { afterToolCall: () => ({ terminate: true }) } },
      turns: [calls(['echo'])],
      config: {
        getSteeringMessages: () => {
          polls += 1;
          return [];
        },
      },
    });
    expect(result.stopReason).toBe('terminate');
    expect(polls).toBe(1);
  });

  it('steering that finds no batch of tools keeps the run going instead of being lost', async () => {
    const { state, result } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.on('text_delta', ({ delta }) => delta === 'one' && cmd.queueMessage({ content: 'more' })),
      },
      turns: [{ text: 'one' }, { text: 'two' }],
    });
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: one', 'user: more', 'assistant: two']);
    expect(result.turnCount).toBe(2);
  });

  it('a queued message never starts a run: it waits for the next one', async () => {
    let queue: (content: string) => void = () => {};
    const stage = await setStage({
      mods: {
        m: (cmd) => {
          queue = (content) => cmd.queueMessage({ content });
        },
      },
      turns: [{ text: 'one' }],
    });
    queue('later');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ofType(stage.events, 'run_start')).toEqual([]);
    const { state } = await stage.run();
    expect(texts(state.messages)).toEqual(['user: go', 'user: later', 'assistant: one']);
  });
});

describe('follow-ups', () => {
  it('are delivered only when the run would stop', async () => {
    const { state } = await runScripted({
      mods: { m: queueing(['and then?', 'follow-up']) },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }],
    });
    expect(texts(state.messages).slice(2)).toEqual([
      'user: <{}>',
      'assistant: one',
      'user: and then?',
      'assistant: two',
    ]);
  });

  it('of a mod come behind what the person queued', async () => {
    const { state } = await runScripted({
      mods: { m: queueing(['of the mod', 'follow-up']) },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }],
      config: { getFollowUpMessages: once(user('typed')) },
    });
    expect(texts(state.messages).slice(4)).toEqual(['user: typed', 'user: of the mod', 'assistant: two']);
  });

  it('get first say: onStop is consulted only when none is waiting', async () => {
    const { log } = await runScripted({
      mods: { m: { onStop: () => undefined } },
      turns: [{ text: 'one' }, { text: 'two' }],
      config: { getFollowUpMessages: once(user('typed')) },
    });
    expect(only(log, 'onStop', 'turn_start')).toEqual(['turn_start', 'turn_start', 'onStop m']);
  });

  it('sendUserMessage and prompt.submit fall back to the queue in a headless run', async () => {
    const { state } = await runScripted({
      mods: {
        m: (cmd) => {
          cmd.on('tool_running', () => {
            cmd.prompt.submit('submitted');
            cmd.sendUserMessage('sent');
            cmd.sendUserMessage('sent later', { deliverAs: 'follow-up' });
          });
        },
      },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }],
    });
    expect(texts(state.messages).slice(3)).toEqual([
      'user: sent',
      'assistant: one',
      'user: submitted',
      'user: sent later',
      'assistant: two',
    ]);
  });

  it('a message that is no string is refused with what is wrong', async () => {
    const errors: unknown[] = [];
    await setStage({
      mods: {
        m: (cmd) => {
          for (const message of [{ content: 5 }, { content: 'x', deliverAs: 'now' }]) {
            try {
              cmd.queueMessage(message as never);
            } catch (error) {
              errors.push(String(error));
            }
          }
        },
      },
    });
    expect(errors).toEqual([
      'TypeError: cmd.queueMessage needs a string, not a number.',
      'TypeError: deliverAs is "steer" or "follow-up", not "now".',
    ]);
  });
});

describe('answers that stop short', () => {
  it.each([
    ['pause', { text: 'a', stopReason: 'pause_turn' }],
    ['length', { text: 'a', stopReason: 'max_tokens' }],
    ['empty', { text: '' }],
  ] as const)('are followed up where the run wants it: %s', async (kind, turn) => {
    const { events, result } = await runScripted({
      turns: [turn, { text: 'whole' }],
      config: { continuation: true },
    });
    expect(ofType(events, 'continuation_recovery')).toEqual([
      { type: 'continuation_recovery', kind, attempt: 1, maxAttempts: 3 },
    ]);
    expect(result.finalText).toBe('whole');
  });

  it('are followed up three times in a run, and then left alone', async () => {
    const { result } = await runScripted({
      turns: Array(9).fill({ text: '' }),
      config: { continuation: true },
    });
    expect(result).toMatchObject({ turnCount: 4, stopReason: 'end_turn' });
  });

  it('a follow-up of a mod goes ahead of a continuation', async () => {
    const { state, events } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.on('run_start', () => cmd.queueMessage({ content: 'x', deliverAs: 'follow-up' })),
      },
      turns: [{ text: '' }, { text: 'done' }],
      config: { continuation: true },
    });
    expect(texts(state.messages)).toContain('user: x');
    expect(ofType(events, 'continuation_recovery')).toEqual([]);
  });
});

describe('custom messages of the session', () => {
  const append = (cmd: Parameters<ModFactory>[0], content: string) =>
    cmd.session?.appendCustomMessageEntry({ customType: 'note', content, display: false });

  it('that a mod folds into its state reach the model exactly once, in the same turn', async () => {
    const stage = await setStage({
      mods: {
        m: {
          onTurnStart: ({ state, turnNumber }, ctx) => {
            if (turnNumber > 1) return state;
            const entry = ctx?.session?.appendCustomMessageEntry({
              customType: 'n',
              content: 'NOTE',
              display: false,
            });
            return entry === undefined ? state : { ...state, messages: [...state.messages, entry.message] };
          },
        },
      },
      turns: [calls(['echo']), { text: 'done' }, { text: 'again' }],
    });
    const first = await stage.run();
    expect(texts(first.requests[0]?.messages ?? [])).toEqual(['user: go|NOTE']);
    expect(JSON.stringify(first.requests[1]?.messages).match(/NOTE/g)).toHaveLength(1);
  });

  it('that nobody folds are projected at the start of the next turn, exactly once', async () => {
    const { requests } = await runScripted({
      mods: { m: (cmd) => void cmd.on('tool_completed', () => append(cmd, 'NOTE')) },
      turns: [calls(['echo']), calls(['echo']), { text: 'done' }],
      tools: [tool('echo', () => ({ ok: true, content: [] }))],
    });
    expect(JSON.stringify(requests[0]?.messages).match(/NOTE/g)).toBeNull();
    expect(JSON.stringify(requests[1]?.messages).match(/NOTE/g)).toHaveLength(1);
    expect(JSON.stringify(requests[2]?.messages).match(/NOTE/g)).toHaveLength(2);
  });

  it('custom entries are never sent to the model', async () => {
    const { requests } = await runScripted({
      mods: {
        m: {
          onTurnStart: (_params, ctx) =>
            void ctx?.session?.appendCustomEntry({ customType: 'count', data: { secret: 'PRIVATE' } }),
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(JSON.stringify(requests)).not.toContain('PRIVATE');
  });

  it('entries read back over the turns of a session, by the mod that wrote them alone', async () => {
    const counts: number[] = [];
    const foreign: number[] = [];
    const stage = await setStage({
      mods: {
        writer: {
          onTurnStart: (_params, ctx) => {
            counts.push(ctx?.session?.getCustomEntries({ customType: 'count' }).length ?? -1);
            ctx?.session?.appendCustomEntry({ customType: 'count', data: 1 });
          },
        },
        reader: {
          onTurnStart: (_params, ctx) =>
            void foreign.push(ctx?.session?.getCustomEntries({ customType: 'count' }).length ?? -1),
        },
      },
      turns: [calls(['echo']), { text: 'done' }, { text: 'again' }],
    });
    await stage.run();
    await stage.run();
    expect(counts).toEqual([0, 1, 2]);
    expect(foreign).toEqual([0, 0, 0]);
  });

  it('session is absent, not empty, in a harness without a store, and the run works', async () => {
    const contexts: unknown[] = [];
    const { result } = await runScripted({
      mods: { m: { onTurnStart: (_params, ctx) => void contexts.push(ctx) } },
      harness: { session: null },
    });
    expect(result.stopReason).toBe('end_turn');
    expect(contexts[0]).not.toHaveProperty('session');
  });
});
