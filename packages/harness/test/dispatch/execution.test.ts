import { describe, expect, it } from 'vitest';
import {
  answer,
  calls,
  ofType,
  only,
  resultTexts,
  runScripted,
  settled,
  tool,
} from '../support/run-scripted.ts';

describe('tool dispatch, phase 2', () => {
  it('runs the calls one after the other unless told otherwise', async () => {
    const order: string[] = [];
    const slow = tool('t', async ({ input }) => {
      order.push(`${input.n} begins`);
      await settled();
      order.push(`${input.n} ends`);
      return answer('');
    });
    await runScripted({ tools: [slow], turns: [calls(['t', { n: 1 }], ['t', { n: 2 }]), { text: 'x' }] });
    expect(order).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
  });

  it('runs them side by side when toolExecution is parallel, and keeps the order of the results', async () => {
    const order: string[] = [];
    const slow = tool('t', async ({ input }) => {
      order.push(`${input.n} begins`);
      await new Promise((resolve) => setTimeout(resolve, input.n === 1 ? 10 : 1));
      order.push(`${input.n} ends`);
      return answer(String(input.n));
    });
    const { state } = await runScripted({
      tools: [slow],
      turns: [calls(['t', { n: 1 }], ['t', { n: 2 }]), { text: 'x' }],
      config: { toolExecution: 'parallel' },
    });
    expect(order).toEqual(['1 begins', '2 begins', '2 ends', '1 ends']);
    expect(resultTexts(state.messages)).toEqual({ call_1: '1', call_2: '2' });
  });

  it('the events of a call come in the order queued, running, completed', async () => {
    const { log } = await runScripted({ turns: [calls(['echo']), { text: 'x' }] });
    expect(only(log, /^tool_/)).toEqual(['tool_queued', 'tool_running', 'tool_completed']);
  });

  it('the tool gets the input, the project folder and the signal', async () => {
    const seen: unknown[] = [];
    const { host } = await runScripted({
      tools: [
        tool('t', ({ input, runtime, signal }) => {
          seen.push(input, runtime.cwd, signal instanceof AbortSignal);
          return answer('');
        }),
      ],
      turns: [calls(['t', { a: 1 }]), { text: 'x' }],
    });
    expect(seen).toEqual([{ a: 1 }, host.cwd, true]);
  });

  it('the runtime runs programs in the project folder', async () => {
    const { state, host } = await runScripted({
      tools: [
        tool('t', async ({ runtime }) =>
          answer(
            (await runtime.exec({ command: process.execPath, args: ['-p', 'process.cwd()'] })).stdout.trim(),
          ),
        ),
      ],
      turns: [calls(['t']), { text: 'x' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: host.cwd });
  });

  it('progress becomes tool_update while the tool runs, and is ignored afterwards', async () => {
    let late: ((partial: string) => void) | undefined;
    const { events, log } = await runScripted({
      tools: [
        tool('t', ({ onUpdate }) => {
          onUpdate?.('half');
          late = onUpdate;
          return answer('');
        }),
      ],
      turns: [calls(['t']), { text: 'x' }],
    });
    late?.('too late');
    expect(ofType(events, 'tool_update')).toEqual([
      { type: 'tool_update', toolCallId: 'call_1', toolName: 't', partial: 'half' },
    ]);
    expect(only(log, /^tool_/)).toEqual(['tool_queued', 'tool_running', 'tool_update', 'tool_completed']);
  });

  it.each([
    ['{ok: false}', () => ({ ok: false as const, error: 'no such file' }), 'no such file'],
    [
      'a throw',
      () => {
        throw new Error('broken');
      },
      'broken',
    ],
    ['a rejection', () => Promise.reject(new Error('broken')), 'broken'],
    [
      'a throw of text',
      () => {
        throw 'just text';
      },
      'just text',
    ],
  ])('a failure is the result that the model sees, as an error: %s', async (_what, run, text) => {
    const { state, events, result } = await runScripted({
      tools: [tool('t', run)],
      turns: [calls(['t']), { text: 'x' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: text });
    expect(state.messages[2]?.content[0]).toMatchObject({ is_error: true });
    expect(ofType(events, 'tool_errored')).toEqual([
      { type: 'tool_errored', toolCallId: 'call_1', toolName: 't', error: text },
    ]);
    expect(result.stopReason).toBe('end_turn');
  });

  it.each([
    ['nothing', undefined, 't answered with undefined, not with {ok: true, content} or {ok: false, error}.'],
    ['a string', 'text', 't answered with a string'],
    [
      'content that is no blocks',
      { ok: true, content: 5 },
      't answered {ok: true} with content that is a number, not blocks.',
    ],
    [
      'blocks of another kind',
      { ok: true, content: [{ type: 'tool_use' }] },
      'content that is an array, not blocks.',
    ],
  ])('a malformed answer is an error that says what is wrong: %s', async (_what, value, text) => {
    const { state } = await runScripted({
      tools: [tool('t', () => value as never)],
      turns: [calls(['t']), { text: 'x' }],
    });
    expect(resultTexts(state.messages).call_1).toContain(text);
  });

  it('content that is a string is one text block', async () => {
    const { state } = await runScripted({
      tools: [tool('t', () => ({ ok: true, content: 'plain' }) as never)],
      turns: [calls(['t']), { text: 'x' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'plain' });
  });

  it('what a tool answered stays its own: it may go on changing it', async () => {
    const content = [{ type: 'text' as const, text: 'first' }];
    const { state } = await runScripted({
      tools: [
        tool('t', ({ input }) => {
          if (input.n === 2) content.push({ type: 'text', text: 'second' });
          return { ok: true, content };
        }),
      ],
      turns: [calls(['t', { n: 1 }]), calls(['t', { n: 2 }]), { text: 'x' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: 'first', call_2: 'first|second' });
  });

  it('an input that a tool changes in place leaves the transcript as it was', async () => {
    const { state, events } = await runScripted({
      tools: [
        tool('t', ({ input }) => {
          (input as Record<string, unknown>).a = 'changed';
          return answer('');
        }),
      ],
      turns: [calls(['t', { a: 1 }]), { text: 'x' }],
    });
    expect(state.messages[1]?.content[0]).toMatchObject({ input: { a: 1 } });
    expect(ofType(events, 'tool_completed')).toHaveLength(1);
  });

  it('an input with fields spelled another way is repaired before it is judged and run', async () => {
    const schema = {
      name: 't',
      description: '',
      input_schema: { type: 'object', properties: { file_path: { type: 'string' } } },
    };
    const { state, events } = await runScripted({
      tools: [{ schema, run: ({ input }) => answer(JSON.stringify(input)) }],
      turns: [calls(['t', { filePath: 'a' }]), { text: 'x' }],
    });
    expect(resultTexts(state.messages)).toEqual({ call_1: '{"file_path":"a"}' });
    expect(ofType(events, 'tool_input_repaired')).toMatchObject([
      { rulesFired: ['rename_key'], repaired: true },
    ]);
    expect(ofType(events, 'tool_queued')[0]?.input).toEqual({ filePath: 'a' });
  });
});
