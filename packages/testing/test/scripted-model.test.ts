import { describe, expect, it } from 'vitest';
import { type ScriptBuilder, scriptedModel } from '../src/index.ts';

const model = scriptedModel;
const call = (name: string) => ({ name, input: {} });

describe('a turn of scriptedModel()', () => {
  it.each<{ what: string; script: ScriptBuilder; turns: readonly object[] }>([
    { what: 'is text', script: model().says('a'), turns: [{ text: 'a' }] },
    { what: 'is streamed text', script: model().streams(['a', 'b']), turns: [{ deltas: ['a', 'b'] }] },
    {
      what: 'is thinking, text and calls in this order',
      script: model().thinks('hm').says('a').calls('x').calls('y'),
      turns: [{ thinking: 'hm', text: 'a', toolCalls: [call('x'), call('y')] }],
    },
    {
      what: 'ends before text after text',
      script: model().says('a').says('b'),
      turns: [{ text: 'a' }, { text: 'b' }],
    },
    {
      what: 'ends before text after a call',
      script: model().says('a').calls('x').says('b'),
      turns: [{ text: 'a', toolCalls: [call('x')] }, { text: 'b' }],
    },
    {
      what: 'ends before thinking',
      script: model().says('a').thinks('hm').calls('x'),
      turns: [{ text: 'a' }, { thinking: 'hm', toolCalls: [call('x')] }],
    },
    {
      what: 'ends with nextTurn(), between calls as well',
      script: model().calls('x').nextTurn().calls('y'),
      turns: [{ toolCalls: [call('x')] }, { toolCalls: [call('y')] }],
    },
    {
      what: 'is a failure alone',
      script: model().says('a').fails('busy', { retryable: true }).calls('x'),
      turns: [{ text: 'a' }, { error: { message: 'busy', retryable: true } }, { toolCalls: [call('x')] }],
    },
    {
      what: 'fails after pieces of text',
      script: model().fails('cut', { after: ['a', 'b'] }),
      turns: [{ deltas: ['a', 'b'], afterDeltas: 2, error: { message: 'cut', retryable: false } }],
    },
    {
      what: 'has its own usage and stop reason',
      script: model()
        .says('a')
        .with({ usage: { inputTokens: 3 }, stopReason: 'length' }),
      turns: [{ text: 'a', usage: { inputTokens: 3 }, stopReason: 'length' }],
    },
    {
      what: 'keeps the id of a call',
      script: model().calls('x', { a: 1 }, 'mine'),
      turns: [{ toolCalls: [{ name: 'x', input: { a: 1 }, id: 'mine' }] }],
    },
  ])('$what', ({ script, turns }) => {
    expect(script.turns).toEqual(turns);
  });

  it('cannot be set before there is one', () => {
    expect(() => model().with({})).toThrow('There is no turn yet');
  });
});

it('a builder is never changed, so scripts can share their beginning', () => {
  const start = model().says('a');
  expect([start.says('b').turns.length, start.calls('x').turns.length, start.turns.length]).toEqual([
    2, 1, 1,
  ]);
});
