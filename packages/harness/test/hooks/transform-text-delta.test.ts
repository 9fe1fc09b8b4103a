import type { TransformTextDeltaInput } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { calls, modErrors, ofType, only, runScripted, texts } from '../support/run-scripted.ts';

const upper = { transformTextDelta: ({ delta }: TransformTextDeltaInput) => delta.toUpperCase() };

describe('transformTextDelta', () => {
  it('fires for every chunk, before the text_delta event for it goes out', async () => {
    const { log, events } = await runScripted({ mods: { m: upper }, turns: [{ deltas: ['a', 'b'] }] });
    expect(only(log, 'transformTextDelta', 'text_delta')).toEqual([
      'transformTextDelta m',
      'text_delta',
      'transformTextDelta m',
      'text_delta',
      'transformTextDelta m',
    ]);
    expect(ofType(events, 'text_delta').map(({ delta }) => delta)).toEqual(['A', 'B']);
  });

  it('what the feed shows and what the transcript keeps are the same text', async () => {
    const { events, state, result } = await runScripted({
      mods: { m: upper },
      turns: [{ deltas: ['a', 'b'] }],
    });
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: AB']);
    expect(ofType(events, 'message_end')[0]?.content).toEqual([{ type: 'text', text: 'AB' }]);
    expect(ofType(events, 'message_update').at(-1)?.message.content).toEqual([{ type: 'text', text: 'AB' }]);
    expect(result.finalText).toBe('AB');
  });

  it('is threaded mod to mod', async () => {
    const { result } = await runScripted({
      mods: {
        a: { transformTextDelta: ({ delta, done }) => (done ? '' : `${delta}a`) },
        b: { transformTextDelta: ({ delta, done }) => (done ? '' : `${delta}b`) },
      },
      turns: [{ deltas: ['1', '2'] }],
    });
    expect(result.finalText).toBe('1ab2ab');
  });

  it('a dropped chunk stops there, so later mods never see it', async () => {
    const seen: string[] = [];
    const { events } = await runScripted({
      mods: {
        dropping: { transformTextDelta: ({ delta }) => (delta === 'x' ? '' : delta) },
        watching: {
          transformTextDelta: ({ delta, done }) => {
            seen.push(done ? 'done' : delta);
            return delta;
          },
        },
      },
      turns: [{ deltas: ['a', 'x', 'b'] }],
    });
    expect(seen).toEqual(['a', 'b', 'done']);
    expect(ofType(events, 'text_delta').map(({ delta }) => delta)).toEqual(['a', 'b']);
  });

  it('thinking and tool calls are untouched', async () => {
    const { events, state } = await runScripted({
      mods: { m: upper },
      turns: [{ ...calls(['echo', { a: 'b' }]), thinking: 'hm', text: 'a' }, { text: 'done' }],
    });
    expect(ofType(events, 'thinking_end')[0]?.text).toBe('hm');
    expect(state.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'A' },
      { type: 'tool_use', id: 'call_1', name: 'echo', input: { a: 'b' } },
    ]);
  });

  it('receives chunk, done, turn, attempt and state', async () => {
    const seen: unknown[] = [];
    await runScripted({
      mods: {
        m: {
          transformTextDelta: ({ state, ...params }) => {
            seen.push({ ...params, messages: state.messages.length });
            return params.delta;
          },
        },
      },
      turns: [{ text: 'a' }],
    });
    expect(seen).toEqual([
      { delta: 'a', done: false, turnNumber: 1, attempt: 0, messages: 1 },
      { delta: '', done: true, turnNumber: 1, attempt: 0, messages: 1 },
    ]);
  });

  it('on the final flush every mod is called once more with an empty delta and done', async () => {
    const flushed: string[] = [];
    const watch = (name: string) => ({
      transformTextDelta: ({ delta, done }: TransformTextDeltaInput) => {
        if (done) flushed.push(`${name}:${delta}`);
        return delta;
      },
    });
    await runScripted({ mods: { a: watch('a'), b: watch('b') }, turns: [{ text: 'x' }] });
    expect(flushed).toEqual(['a:', 'b:']);
  });

  it('what was held back streams as one last text_delta and lands at the end of the last text block', async () => {
    let held = '';
    const { events, result } = await runScripted({
      mods: {
        m: {
          transformTextDelta: ({ delta, done }) => {
            if (done) return held.replace('sk-123', '***');
            held += delta;
            return '';
          },
        },
      },
      turns: [{ deltas: ['key sk-', '123 end'] }],
    });
    expect(ofType(events, 'text_delta')).toEqual([{ type: 'text_delta', delta: 'key *** end' }]);
    expect(result.finalText).toBe('key *** end');
  });

  it('flushed text comes before model_request_end and message_end', async () => {
    const { log } = await runScripted({
      mods: { m: { transformTextDelta: ({ delta, done }) => (done ? '!' : delta) } },
    });
    expect(only(log, 'text_delta', 'model_request_end', 'message_end')).toEqual([
      'text_delta',
      'text_delta',
      'model_request_end',
      'message_end',
    ]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['returns a promise', async () => 'text'],
    ['returns a promise that rejects', () => Promise.reject(new Error('late'))],
    ['returns nothing', () => undefined],
    ['returns a number', () => 5],
    ['returns null', () => null],
  ])(
    'a hook that %s is skipped for that chunk, which passes on as the mod before handed it',
    async (_what, bad) => {
      let isFirst = true;
      const { events, result } = await runScripted({
        mods: {
          a: upper,
          bad: {
            transformTextDelta: (({ delta }: TransformTextDeltaInput) => {
              if (!isFirst) return delta;
              isFirst = false;
              return bad();
            }) as never,
          },
          b: { transformTextDelta: ({ delta, done }) => (done ? '' : `${delta}.`) },
        },
        turns: [{ deltas: ['x', 'y'] }],
      });
      expect(modErrors(events)).toEqual([expect.stringMatching(/^bad transformTextDelta: /)]);
      expect(result.finalText).toBe('X.Y.');
    },
  );

  it('a mod that fails on what another flushed still gets its own flush', async () => {
    const { events, result } = await runScripted({
      mods: {
        holding: { transformTextDelta: ({ delta, done }) => (done ? 'tail' : delta) },
        picky: {
          transformTextDelta: ({ delta, done }) => {
            if (delta === 'tail') throw new Error('boom');
            return done ? '(end)' : delta;
          },
        },
      },
      turns: [{ text: 'a ' }],
    });
    expect(modErrors(events)).toEqual(['picky transformTextDelta: boom']);
    expect(result.finalText).toBe('a tail(end)');
  });

  it('an asynchronous hook behind a flushing one leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const remember = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', remember);
    const { events } = await runScripted({
      mods: {
        holding: { transformTextDelta: ({ delta, done }) => (done ? 'tail' : delta) },
        late: { transformTextDelta: (() => Promise.reject(new Error('late'))) as never },
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', remember);
    expect(unhandled).toEqual([]);
    expect(modErrors(events).length).toBeGreaterThan(0);
  });
});
