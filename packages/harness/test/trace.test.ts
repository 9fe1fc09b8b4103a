import { setModState } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { hookChanged } from '../src/hooks/hook-changed.ts';
import { calls, runScripted } from './support/run-scripted.ts';

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

describe('the trace of a run', () => {
  it('has requests as sent: model, effort, system, messages and tools', async () => {
    const { requests } = await runScripted({
      mods: { m: { appendSystemPrompt: () => 'MORE' } },
      harness: { effort: 'low' },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests[0]).toMatchObject({
      kind: 'request',
      purpose: 'run',
      turnNumber: 1,
      attempt: 0,
      model: 'scripted',
      effort: 'low',
      system: 'BASE\n\nMORE',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
      tools: [{ name: 'echo' }],
    });
    expect(requests.map(({ turnNumber, messages }) => [turnNumber, messages.length])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('has responses raw, before any hook touched them', async () => {
    const { trace } = await runScripted({
      mods: {
        m: {
          transformTextDelta: ({ delta }) => delta.toUpperCase(),
          transformMessage: ({ message }) => ({ ...message, content: [{ type: 'text', text: 'redacted' }] }),
        },
      },
      turns: [{ deltas: ['a', 'b'], usage: { inputTokens: 3 } }],
    });
    expect(trace.filter(({ kind }) => kind === 'response')).toMatchObject([
      {
        turnNumber: 1,
        attempt: 0,
        deltas: ['a', 'b'],
        content: [{ type: 'text', text: 'ab' }],
        stopReason: 'end_turn',
        usage: { inputTokens: 3 },
      },
    ]);
  });

  it('says of each response which request it answers, in whatever order they come', async () => {
    const waiting: ((text: string) => void)[] = [];
    const { trace } = await runScripted({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            async onTurnStart() {
              const asked = ['one', 'two'].map((prompt) => cmd.model.complete({ prompt }));
              for (const answer of waiting.reverse()) answer('later first');
              await Promise.all(asked);
            },
          }),
      },
      harness: {
        modelClient: {
          complete: ({ tools }) =>
            new Promise((resolve) => {
              const answer = (text: string) =>
                resolve({ content: [{ type: 'text', text }], usage: NO_USAGE, stopReason: 'end_turn' });
              if (tools.length > 0) answer('done');
              else waiting.push(answer);
            }),
        },
      },
    });
    const rows = trace.flatMap((row) =>
      row.kind === 'request' || row.kind === 'response' ? `${row.kind} ${row.requestNumber}` : [],
    );
    expect(rows).toEqual(['request 1', 'request 2', 'response 2', 'response 1', 'request 3', 'response 3']);
  });

  it('has a failed attempt with what had streamed and why it failed', async () => {
    const { trace } = await runScripted({
      turns: [
        { deltas: ['a', 'b'], afterDeltas: 1, error: { message: 'busy', retryable: true } },
        { text: 'x' },
      ],
    });
    expect(trace.filter(({ kind }) => kind === 'response')).toMatchObject([
      { attempt: 0, deltas: ['a'], stopReason: 'error', error: { message: 'busy', code: 'SCRIPTED_ERROR' } },
      { attempt: 1, deltas: ['x'] },
    ]);
  });

  it('has each hook call with its mod, how long it took, and whether it made a difference', async () => {
    const { hookRows } = await runScripted({
      mods: {
        same: { onTurnStart: ({ state }) => state, onRunEnd: () => {} },
        slow: {
          onTurnStart: async ({ state }) => {
            await new Promise((resolve) => setTimeout(resolve, 20));
            return setModState({ state, modId: 'mod:slow', value: 1 });
          },
        },
        bad: {
          onTurnStart: () => {
            throw new RangeError('boom');
          },
        },
      },
    });
    expect(hookRows).toEqual([
      { kind: 'hook', mod: 'mod:same', hook: 'onTurnStart', ms: expect.any(Number), changed: false },
      { kind: 'hook', mod: 'mod:slow', hook: 'onTurnStart', ms: expect.any(Number), changed: true },
      {
        kind: 'hook',
        mod: 'mod:bad',
        hook: 'onTurnStart',
        ms: expect.any(Number),
        changed: false,
        error: { name: 'RangeError', message: 'boom' },
      },
      { kind: 'hook', mod: 'mod:same', hook: 'onRunEnd', ms: expect.any(Number), changed: false },
    ]);
    expect(hookRows[1]?.ms).toBeGreaterThan(10);
  });

  it('has every event, in the order emitted', async () => {
    const { trace, events } = await runScripted({ turns: [calls(['echo']), { text: 'done' }] });
    expect(trace.flatMap((row) => (row.kind === 'event' ? [row.event] : []))).toEqual(events);
  });
});

describe('whether a hook made a difference', () => {
  const messages: readonly never[] = [];
  it.each([
    ['transformContext', { messages }, messages, false],
    ['transformContext', { messages }, [], true],
    ['transformSystemPrompt', { system: 'a' }, 'a', false],
    ['transformTextDelta', { delta: 'a' }, '', true],
    ['shouldStopAfterTurn', {}, false, false],
    ['shouldStopAfterTurn', {}, true, true],
    ['beforeToolCall', {}, {}, false],
    ['beforeToolCall', {}, { block: 'no' }, true],
    ['appendSystemPrompt', {}, undefined, false],
    ['onPermissionRequest', {}, 'allow', true],
  ] as const)('%s %j %j: %s', (hook, params, answer, expected) => {
    expect(hookChanged({ hook, params, answer })).toBe(expected);
  });
});
