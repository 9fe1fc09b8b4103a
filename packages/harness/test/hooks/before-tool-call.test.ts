import type { ModHooks, ToolRunParams } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  answer,
  calls,
  modErrors,
  ofType,
  only,
  resultTexts,
  runScripted,
  type Scene,
  tool,
} from '../support/run-scripted.ts';

const oneCall: Scene = { turns: [calls(['echo', { a: 1 }]), { text: 'done' }] };

function runWith(mods: Readonly<Record<string, ModHooks>>, more: Scene = {}) {
  return runScripted({ ...oneCall, ...more, mods });
}

describe('beforeToolCall', () => {
  it('fires per tool call, after the permission check passed and before execution', async () => {
    const order: string[] = [];
    await runWith(
      { m: { beforeToolCall: ({ toolCallId }) => void order.push(`hook ${toolCallId}`) } },
      {
        turns: [calls(['t'], ['t']), { text: 'done' }],
        tools: [
          tool('t', () => {
            order.push('run');
            return answer('');
          }),
        ],
        harness: {
          permissions: {
            check: () => {
              order.push('check');
              return { behavior: 'allow' };
            },
          },
        },
      },
    );
    expect(order).toEqual(['check', 'check', 'hook call_1', 'run', 'hook call_2', 'run']);
  });

  it('receives id, name, input and state', async () => {
    const seen: unknown[] = [];
    await runWith({
      m: {
        beforeToolCall: ({ state, ...rest }) => void seen.push({ ...rest, messages: state.messages.length }),
      },
    });
    expect(seen).toEqual([{ toolCallId: 'call_1', toolName: 'echo', input: { a: 1 }, messages: 2 }]);
  });
});

describe('beforeToolCall, block', () => {
  const blocking = { beforeToolCall: () => ({ block: true, additionalContext: 'Not on a Sunday.' }) };

  it('the tool does not run, and additionalContext is hookOutput and the tool_result that the model sees', async () => {
    const { events, requests } = await runWith({ m: blocking });
    expect(ofType(events, 'tool_hook_blocked')).toEqual([
      { type: 'tool_hook_blocked', toolCallId: 'call_1', toolName: 'echo', hookOutput: 'Not on a Sunday.' },
    ]);
    expect(requests[1]?.messages.at(-1)?.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'call_1',
        content: [{ type: 'text', text: 'Not on a Sunday.' }],
        is_error: true,
      },
    ]);
  });

  it('says "Blocked by a pre-tool hook." without a reason', async () => {
    const { events, state } = await runWith({ m: { beforeToolCall: () => ({ block: true }) } });
    expect(ofType(events, 'tool_hook_blocked')[0]?.hookOutput).toBe('Blocked by a pre-tool hook.');
    expect(resultTexts(state.messages)).toEqual({ call_1: 'Blocked by a pre-tool hook.' });
  });

  it('is terminal for the call: no tool_running, tool_completed or tool_errored fires, nor afterToolCall', async () => {
    const { log } = await runWith({ m: { ...blocking, afterToolCall: () => undefined } });
    expect(only(log, /^tool_/, 'afterToolCall')).toEqual(['tool_queued', 'tool_hook_blocked']);
  });

  it('later mods are not asked for this call', async () => {
    const { hookRows } = await runWith({ m: blocking, later: { beforeToolCall: () => undefined } });
    expect(hookRows.map(({ mod }) => mod)).toEqual(['mod:m']);
  });

  it('the other calls of the batch run, and so does the run', async () => {
    const { state, result } = await runWith(
      { m: { beforeToolCall: ({ toolCallId }) => (toolCallId === 'call_1' ? { block: true } : undefined) } },
      { turns: [calls(['echo'], ['echo']), { text: 'done' }] },
    );
    expect(resultTexts(state.messages)).toEqual({ call_1: 'Blocked by a pre-tool hook.', call_2: '{}' });
    expect(result.stopReason).toBe('end_turn');
  });

  it('combines with terminate on the same return value', async () => {
    const { result, state } = await runWith({
      m: { beforeToolCall: () => ({ block: true, terminate: true }) },
    });
    expect(result.stopReason).toBe('terminate');
    expect(resultTexts(state.messages)).toEqual({ call_1: 'Blocked by a pre-tool hook.' });
  });

  it('wins over result when both are set', async () => {
    const { state, log } = await runWith({
      m: { beforeToolCall: () => ({ block: true, result: 'an answer' }) },
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'Blocked by a pre-tool hook.' });
    expect(only(log, 'tool_hook_blocked')).toHaveLength(1);
  });

  it.each([
    ['a string is the reason', 'because', 'because'],
    ['a number', 1, 'Blocked by a pre-tool hook.'],
    ['an object', {}, 'Blocked by a pre-tool hook.'],
  ])(
    'a truthy value that is not true errs on the safe side and is reported: %s',
    async (_what, block, reason) => {
      const { events } = await runWith({ m: { beforeToolCall: () => ({ block }) as never } });
      expect(ofType(events, 'tool_hook_blocked')[0]?.hookOutput).toBe(reason);
      expect(modErrors(events)).toEqual([expect.stringContaining('"block" must be a boolean')]);
    },
  );

  it.each([false, null, undefined, 0, ''])('a falsy value does not block: %j', async (block) => {
    const { events } = await runWith({ m: { beforeToolCall: () => ({ block }) as never } });
    expect(ofType(events, 'tool_completed')).toHaveLength(1);
  });

  it('context of the mods before it is not added to the reason', async () => {
    const { state } = await runWith({
      a: { beforeToolCall: () => ({ additionalContext: 'by the way' }) },
      m: blocking,
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'Not on a Sunday.' });
  });
});

describe('beforeToolCall, input', () => {
  it('rewrites what the tool executes with, while the transcript keeps what the model asked for', async () => {
    const { state } = await runWith({
      m: { beforeToolCall: ({ input }) => ({ input: { ...input, b: 2 } }) },
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":1,"b":2}' });
    expect(state.messages[1]?.content[0]).toMatchObject({ input: { a: 1 } });
  });

  it('chains across mods: the next mod sees the rewrite, and the last one is executed', async () => {
    const add = (key: string): ModHooks => ({
      beforeToolCall: ({ input }) => ({ input: { ...input, [key]: Object.keys(input).length } }),
    });
    const { state } = await runWith({ x: add('x'), none: { beforeToolCall: () => ({}) }, y: add('y') });
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":1,"x":1,"y":2}' });
  });

  it('changing the params in place changes nothing, for nobody', async () => {
    const seen: unknown[] = [];
    const { state } = await runWith({
      sly: {
        beforeToolCall: ({ input }) => {
          (input as Record<string, unknown>).a = 'changed';
        },
      },
      next: { beforeToolCall: ({ input }) => void seen.push(input) },
    });
    expect(seen).toEqual([{ a: 1 }]);
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":1}' });
    expect(state.messages[1]?.content[0]).toMatchObject({ input: { a: 1 } });
  });

  it('an input changed in place and returned is a rewrite like any other', async () => {
    const { state, events } = await runWith({
      m: {
        beforeToolCall: ({ input }) => {
          (input as Record<string, unknown>).a = 'changed';
          return { input };
        },
      },
    });
    expect(modErrors(events)).toEqual([]);
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":"changed"}' });
  });

  it.each([[['array']], ['text'], [5]])('that is no object is reported and ignored: %j', async (input) => {
    const { state, events } = await runWith({ m: { beforeToolCall: () => ({ input }) as never } });
    expect(modErrors(events)).toHaveLength(1);
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":1}' });
  });
});

describe('beforeToolCall, additionalContext', () => {
  it('is collected across mods and appended as text blocks, after execution and after afterToolCall overrides', async () => {
    const { state } = await runWith({
      a: { beforeToolCall: () => ({ additionalContext: 'one' }) },
      b: {
        beforeToolCall: () => ({ additionalContext: 'two' }),
        afterToolCall: () => ({ content: 'replaced' }),
      },
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'replaced|one|two' });
  });

  it('is not part of what afterToolCall sees', async () => {
    const seen: unknown[] = [];
    await runWith({
      a: {
        beforeToolCall: () => ({ additionalContext: 'one' }),
        afterToolCall: ({ result }) => void seen.push(result),
      },
    });
    expect(seen).toEqual([[{ type: 'text', text: '{"a":1}' }]]);
  });
});

describe('beforeToolCall, terminate', () => {
  it('stops the run after this batch finishes; one hook on one call is enough', async () => {
    const { result, state } = await runWith(
      {
        a: {
          beforeToolCall: ({ toolCallId }) =>
            toolCallId === 'call_1' ? { terminate: true } : { terminate: false },
        },
        b: { beforeToolCall: () => ({ terminate: false }) },
      },
      { turns: [calls(['echo'], ['echo']), { text: 'never' }] },
    );
    expect(result.stopReason).toBe('terminate');
    expect(resultTexts(state.messages)).toEqual({ call_1: '{}', call_2: '{}' });
  });
});

describe('beforeToolCall, result', () => {
  it('answers the call without running the tool, as a success', async () => {
    const ran: ToolRunParams[] = [];
    const { state, log } = await runWith(
      { m: { beforeToolCall: () => ({ result: [{ type: 'text', text: 'from the cache' }] }) } },
      {
        tools: [
          tool('echo', (params) => {
            ran.push(params);
            return answer('');
          }),
        ],
      },
    );
    expect(ran).toEqual([]);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'from the cache' });
    expect(state.messages[2]?.content[0]).not.toHaveProperty('is_error');
    expect(only(log, /^tool_/)).toEqual(['tool_queued', 'tool_completed']);
  });

  it('may be a string, which is one text block', async () => {
    const { state } = await runWith({ m: { beforeToolCall: () => ({ result: 'short' }) } });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'short' });
  });

  it('later mods are not asked; afterToolCall still runs and sees the answer like any real result', async () => {
    const { state, hookRows } = await runWith({
      m: { beforeToolCall: () => ({ result: 'cached' }) },
      later: {
        beforeToolCall: () => ({ block: true }),
        afterToolCall: ({ result, isError }) => ({ content: `${JSON.stringify(result)} ${isError}` }),
      },
    });
    expect(hookRows.map(({ mod, hook }) => `${mod} ${hook}`)).toEqual([
      'mod:m beforeToolCall',
      'mod:later afterToolCall',
    ]);
    expect(resultTexts(state.messages)).toEqual({ call_1: '[{"type":"text","text":"cached"}] false' });
  });

  it('ends in tool_errored when a post-hook says so', async () => {
    const { log } = await runWith({
      m: { beforeToolCall: () => ({ result: 'x' }), afterToolCall: () => ({ isError: true }) },
    });
    expect(only(log, /^tool_/)).toEqual(['tool_queued', 'tool_errored']);
  });

  it('of the wrong shape is reported and ignored, so the tool runs', async () => {
    const { state, events } = await runWith({
      m: { beforeToolCall: () => ({ result: { text: 'x' } }) as never },
    });
    expect(modErrors(events)).toEqual([
      expect.stringContaining('"result" must be content blocks or a string'),
    ]);
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":1}' });
  });
});

describe('beforeToolCall that fails', () => {
  it('is skipped, and the call goes on', async () => {
    const { state, events } = await runWith({
      bad: { beforeToolCall: () => Promise.reject(new Error('boom')) },
      good: { beforeToolCall: () => ({ additionalContext: 'asked all the same' }) },
    });
    expect(modErrors(events)).toEqual(['bad beforeToolCall: boom']);
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"a":1}|asked all the same' });
  });
});
