import type { ModHooks } from '@cmd-mods/mod-api';
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

const failing = tool('fails', () => ({ ok: false, error: 'no such file' }));
const throwing = tool('throws', () => Promise.reject(new Error('out of memory')));
const works = tool('works', () => answer('fine'));
const tools = [failing, throwing, works];

function runWith(name: string, mods: Readonly<Record<string, ModHooks>>, more: Scene = {}) {
  return runScripted({ tools, turns: [calls([name, { a: 1 }]), { text: 'done' }], ...more, mods });
}

describe('afterToolCall', () => {
  it.each([
    ['works', 'fine', false],
    ['fails', 'no such file', true],
    ['throws', 'out of memory', true],
  ])(
    'fires after execution, also after an error, whose text is then the result: %s',
    async (name, text, isError) => {
      const seen: unknown[] = [];
      await runWith(name, {
        m: { afterToolCall: (params) => void seen.push([params.result, params.isError]) },
      });
      expect(seen).toEqual([[[{ type: 'text', text }], isError]]);
    },
  );

  it('receives the input that the tool actually ran with', async () => {
    const seen: unknown[] = [];
    await runWith('works', {
      a: { beforeToolCall: () => ({ input: { b: 2 } }) },
      b: {
        afterToolCall: ({ input, toolName, toolCallId }) => void seen.push([toolCallId, toolName, input]),
      },
    });
    expect(seen).toEqual([['call_1', 'works', { b: 2 }]]);
  });

  it('content replaces the result that the model sees', async () => {
    const { requests, events } = await runWith('works', {
      m: { afterToolCall: () => ({ content: 'replaced' }) },
    });
    expect(resultTexts(requests[1]?.messages ?? [])).toEqual({ call_1: 'replaced' });
    expect(ofType(events, 'tool_completed')[0]?.result).toEqual([{ type: 'text', text: 'replaced' }]);
  });

  it('a result changed in place changes nothing, for nobody', async () => {
    const seen: unknown[] = [];
    const { state } = await runWith('works', {
      sly: {
        afterToolCall: ({ result, input }) => {
          (result as unknown[]).push('junk');
          (input as Record<string, unknown>).a = 'changed';
        },
      },
      next: { afterToolCall: ({ result, input }) => void seen.push(result, input) },
    });
    expect(seen).toEqual([[{ type: 'text', text: 'fine' }], { a: 1 }]);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'fine' });
  });

  it('content is threaded: each mod sees what the mod before it returned', async () => {
    const add = (letter: string): ModHooks => ({
      afterToolCall: ({ result }) => ({ content: [...result, { type: 'text', text: letter }] }),
    });
    const { state } = await runWith('works', { a: add('a'), b: add('b') });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'fine|a|b' });
  });

  it('a field left out leaves what earlier mods set', async () => {
    const { state, result } = await runWith('works', {
      a: {
        afterToolCall: () => ({ content: 'kept', isError: true, terminate: true, additionalContext: 'note' }),
      },
      b: { afterToolCall: () => ({ additionalContext: 'another' }) },
      c: { afterToolCall: () => ({}) },
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'kept|note|another' });
    expect(state.messages[2]?.content[0]).toMatchObject({ is_error: true });
    expect(result.stopReason).toBe('terminate');
  });

  it('isError comes in as the tool own failure and is threaded', async () => {
    const seen: boolean[] = [];
    const flip: ModHooks = {
      afterToolCall: ({ isError }) => {
        seen.push(isError);
        return { isError: !isError };
      },
    };
    const { log, state } = await runWith('fails', { a: flip, b: flip, c: flip });
    expect(seen).toEqual([true, false, true]);
    expect(only(log, 'tool_completed', 'tool_errored')).toEqual(['tool_completed']);
    expect(state.messages[2]?.content[0]).not.toHaveProperty('is_error');
  });

  it('tool_errored carries the post-hook text', async () => {
    const { events } = await runWith('fails', {
      m: { afterToolCall: () => ({ content: 'a kinder word', additionalContext: 'try ls' }) },
    });
    expect(ofType(events, 'tool_errored')[0]?.error).toBe('a kinder word\ntry ls');
  });

  it('additionalContext is a separate text block after content and after that of beforeToolCall', async () => {
    const { state } = await runWith('works', {
      m: {
        beforeToolCall: () => ({ additionalContext: 'before' }),
        afterToolCall: () => ({ additionalContext: 'after' }),
      },
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'fine|before|after' });
  });

  it('terminate ends the run with terminate after the whole batch finishes', async () => {
    const { result, state } = await runWith(
      'works',
      {
        m: { afterToolCall: ({ toolCallId }) => (toolCallId === 'call_1' ? { terminate: true } : undefined) },
      },
      { turns: [calls(['works'], ['works']), { text: 'never' }] },
    );
    expect(result).toMatchObject({ stopReason: 'terminate', turnCount: 1 });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'fine', call_2: 'fine' });
  });
});

describe('afterToolCall, modState', () => {
  it('is a full replace of the slot of its mod, exactly like setModState', async () => {
    const { state } = await runWith(
      'works',
      {
        m: {
          onTurnStart: ({ state }) => ({ ...state, modState: { ...state.modState, 'mod:m': { old: true } } }),
          afterToolCall: () => ({ modState: { fresh: true } }),
          onTurnEnd: () => undefined,
        },
      },
      { turns: [calls(['works'])], config: { maxTurns: 1 } },
    );
    expect(state.modState).toEqual({ 'mod:m': { fresh: true } });
  });

  it('goes to the slot of the mod that returned it, whatever the others say', async () => {
    const { state } = await runWith('works', {
      a: { afterToolCall: () => ({ modState: { of: 'a' } }) },
      b: { afterToolCall: () => ({ modState: { of: 'b' } }) },
    });
    expect(state.modState).toEqual({ 'mod:a': { of: 'a' }, 'mod:b': { of: 'b' } });
  });

  it('contributions of a whole batch are set after its results; the last one of a mod counts', async () => {
    const seen: unknown[] = [];
    let count = 0;
    const { state } = await runWith(
      'works',
      {
        m: {
          afterToolCall: ({ state }) => {
            seen.push(state.modState['mod:m']);
            return { modState: { count: ++count } };
          },
        },
      },
      { turns: [calls(['works'], ['works']), { text: 'done' }] },
    );
    expect(seen).toEqual([undefined, undefined]);
    expect(state.modState).toEqual({ 'mod:m': { count: 2 } });
  });

  it('stays the mod own: it may go on changing the object it returned', async () => {
    const tally = { count: 0 };
    const { state, events } = await runWith(
      'works',
      {
        m: {
          afterToolCall: () => {
            tally.count += 1;
            return { modState: tally };
          },
          onTurnEnd: () => {
            tally.count += 10;
          },
        },
      },
      { turns: [calls(['works']), { text: 'done' }] },
    );
    expect(modErrors(events)).toEqual([]);
    expect(state.modState).toEqual({ 'mod:m': { count: 1 } });
  });

  it('survives into the next run', async () => {
    const { run, harness } = await runWith(
      'works',
      { m: { afterToolCall: () => ({ modState: { kept: 1 } }) } },
      {
        turns: [calls(['works']), { text: 'done' }, { text: 'again' }],
      },
    );
    await run();
    expect(harness.state.modState).toEqual({ 'mod:m': { kept: 1 } });
  });
});

describe('afterToolCall that fails', () => {
  it('a throw is skipped, and the other mods see the result as it was', async () => {
    const { state, events } = await runWith('works', {
      a: { afterToolCall: () => ({ content: 'a' }) },
      bad: {
        afterToolCall: () => {
          throw new Error('boom');
        },
      },
      b: { afterToolCall: ({ result }) => ({ content: [...result, { type: 'text', text: 'b' }] }) },
    });
    expect(modErrors(events)).toEqual(['bad afterToolCall: boom']);
    expect(resultTexts(state.messages)).toEqual({ call_1: 'a|b' });
  });

  it.each([
    ['content', { content: 5 }, '"content" must be content blocks or a string, not a number'],
    ['content that has a block of another kind', { content: [{ type: 'tool_use' }] }, '"content" must be'],
    ['isError', { isError: 'yes' }, '"isError" must be a boolean, not "yes"'],
    ['terminate', { terminate: 1 }, '"terminate" must be a boolean, not a number'],
    ['additionalContext', { additionalContext: ['x'] }, '"additionalContext" must be a string, not an array'],
    ['modState', { modState: 'x' }, '"modState" must be an object, not "x"'],
  ])('a malformed field is ignored, and the others count: %s', async (_what, field, problem) => {
    const { state, events, result } = await runWith('works', {
      m: { afterToolCall: () => ({ additionalContext: 'note', ...field }) as never },
    });
    expect(modErrors(events)).toEqual([expect.stringContaining(problem)]);
    expect(resultTexts(state.messages)).toEqual({
      call_1: 'additionalContext' in field ? 'fine' : 'fine|note',
    });
    expect(result.stopReason).toBe('end_turn');
  });
});
