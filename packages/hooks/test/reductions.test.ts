// One `describe` for each line of the document's list of semantics, then those of our own.
import { firstFlagged, type HookEvent, Hooks, keeping, sequential, transform } from '@cmd-mods/hooks';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from './support/events.ts';
import { reportingHooks, throwingHooks, untyped, user } from './support/hooks.ts';

describe('context: sequential transform', () => {
  it('each handler sees the messages of the one before', async () => {
    const hooks = throwingHooks();
    hooks.on('context', ({ messages }) => ({ messages: [...messages, user('b')] }));
    hooks.on('context', () => ({}));
    hooks.on('context', async ({ messages }) => ({ messages: [...messages, user('c')] }));
    const messages = [user('a')];
    expect(await hooks.emit({ type: 'context', messages })).toEqual({
      messages: [user('a'), user('b'), user('c')],
    });
    expect(messages).toEqual([user('a')]);
  });

  it('yields nothing when nobody replaces them', async () => {
    const hooks = throwingHooks();
    hooks.on('context', () => undefined);
    hooks.on('context', ({ messages }) => ({ messages }));
    expect(await hooks.emit({ type: 'context', messages: [] })).toBeUndefined();
  });

  it('hands the emitted object itself to handlers before the first change', async () => {
    const hooks = throwingHooks();
    const seen: unknown[] = [];
    hooks.on('context', (event) => void seen.push(event));
    hooks.on('context', (event) => void seen.push(event));
    const event = { type: 'context' as const, messages: [] };
    await hooks.emit(event);
    expect(seen.every((one) => one === event)).toBe(true);
  });
});

describe('before_provider_request: sequential patch', () => {
  const request = { type: 'before_request', model: 'small', effort: 'low' } as const;

  it('each handler sees the request as patched so far, and the result is the patches alone', async () => {
    const hooks = throwingHooks();
    const seen: unknown[] = [];
    hooks.on('before_request', () => ({ model: 'large' }));
    hooks.on('before_request', (event) => void seen.push(event));
    hooks.on('before_request', async ({ model }) => ({ model: `${model}-2`, effort: undefined }));
    expect(await hooks.emit(request)).toEqual({ model: 'large-2' });
    expect(seen).toEqual([{ type: 'before_request', model: 'large', effort: 'low' }]);
    expect(request).toEqual({ type: 'before_request', model: 'small', effort: 'low' });
  });

  it('takes null for a value and undefined for an absent field', async () => {
    const hooks = throwingHooks();
    hooks.on('before_request', () => ({ effort: null, model: undefined }));
    expect(await hooks.emit(request)).toEqual({ effort: null });
  });

  it('does not let an answer change the type of the event', async () => {
    const hooks = throwingHooks();
    const seen: unknown[] = [];
    hooks.on(
      'before_request',
      untyped(() => ({ type: 'stop', model: 'large' })),
    );
    hooks.on('before_request', ({ type }) => void seen.push(type));
    await hooks.emit(request);
    expect(seen).toEqual(['before_request']);
  });

  it.each([[5], ['text'], [[]], [true]])('refuses the answer %j', async (answer) => {
    const { hooks, failures } = reportingHooks();
    hooks.on(
      'before_request',
      untyped(() => answer),
    );
    hooks.on('before_request', () => ({ model: 'large' }));
    expect(await hooks.emit(request)).toEqual({ model: 'large' });
    expect(failures).toMatchObject([{ order: 0, error: expect.any(TypeError) }]);
  });
});

describe('before_provider_payload: sequential payload transform', () => {
  it('an answer is the payload that the next handler sees', async () => {
    const hooks = throwingHooks();
    hooks.on('before_payload', ({ payload }) => ({ size: payload.size + 1 }));
    hooks.on('before_payload', async () => undefined);
    hooks.on('before_payload', async ({ payload, attempt }) => ({ size: payload.size * 10 + attempt }));
    expect(await hooks.emit({ type: 'before_payload', payload: { size: 1 }, attempt: 3 })).toEqual({
      size: 23,
    });
  });

  it('takes an empty text for a text', () => {
    const hooks = throwingHooks();
    hooks.on('text_delta', () => '');
    expect(hooks.emitSync({ type: 'text_delta', delta: 'a' })).toBe('');
  });

  it('asks the check, when there is one, about values that are new', async () => {
    interface Text extends HookEvent<'text', string> {
      type: 'text';
      text: string;
    }
    const growing = (current: string, next: string) => {
      if (next.length <= current.length) throw new RangeError(`${current} > ${next}`);
    };
    const failures: unknown[] = [];
    const hooks = new Hooks<Text, undefined>({
      context: undefined,
      reducers: { text: sequential(transform('text', growing)) },
      onError: ({ error }) => failures.push(error),
    });
    hooks.on('text', () => 'abc');
    hooks.on('text', ({ text }) => text);
    hooks.on('text', () => 'ab');
    expect(await hooks.emit({ type: 'text', text: 'a' })).toBe('abc');
    expect(failures).toEqual([new RangeError('abc > ab')]);
  });
});

describe('before_agent_start: chain the system prompt, collect messages', () => {
  const event = { type: 'before_start', systemPrompt: 'Be kind.' } as const;

  it('each handler sees the prompt of the one before; messages add up', async () => {
    const hooks = throwingHooks();
    hooks.on('before_start', ({ systemPrompt }) => ({
      systemPrompt: `${systemPrompt} Be brief.`,
      messages: [user('1')],
    }));
    hooks.on('before_start', async () => ({ messages: [user('2'), user('3')] }));
    hooks.on('before_start', ({ systemPrompt }) => ({ systemPrompt: `${systemPrompt} Be right.` }));
    expect(await hooks.emit(event)).toEqual({
      systemPrompt: 'Be kind. Be brief. Be right.',
      messages: [user('1'), user('2'), user('3')],
    });
  });

  it('yields only what there is', async () => {
    const hooks = throwingHooks();
    const unregister = hooks.on('before_start', () => ({}));
    expect(await hooks.emit(event)).toBeUndefined();
    await unregister();
    const another = hooks.on('before_start', () => ({ messages: [] }));
    expect(await hooks.emit(event)).toEqual({ messages: [] });
    await another();
    hooks.on('before_start', () => ({ systemPrompt: 'Be.' }));
    expect(await hooks.emit(event)).toEqual({ systemPrompt: 'Be.' });
  });

  it('refuses as a whole an answer whose list is none', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on(
      'before_start',
      untyped(() => ({ systemPrompt: 'Be evil.', messages: 'none' })),
    );
    expect(await hooks.emit(event)).toBeUndefined();
    expect(failures).toMatchObject([
      { error: new TypeError('"messages" of an answer must be an array, not a string.') },
    ]);
  });
});

describe('tool_call: same mutable event, first block stops', () => {
  it('what one handler changes in the input, the next one sees', async () => {
    const hooks = throwingHooks();
    const event = { type: 'tool_call' as const, input: { path: 'a' } as Record<string, unknown> };
    hooks.on('tool_call', ({ input }) => {
      input.path = 'b';
    });
    hooks.on('tool_call', (seen) => {
      expect(seen).toBe(event);
      seen.input.path = `${seen.input.path}c`;
    });
    expect(await hooks.emit(event)).toBeUndefined();
    expect(event.input).toEqual({ path: 'bc' });
  });

  it('the first block is the result and ends the asking', async () => {
    const hooks = throwingHooks();
    const asked: number[] = [];
    for (const [index, block] of [false, true, true].entries()) {
      hooks.on('tool_call', async () => {
        asked.push(index);
        return { block, reason: `${index}` };
      });
    }
    expect(await hooks.emit({ type: 'tool_call', input: {} })).toEqual({ block: true, reason: '1' });
    expect(asked).toEqual([0, 1]);
  });

  it('refuses a block that is not a boolean', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on(
      'tool_call',
      untyped(() => ({ block: 'dangerous' })),
    );
    expect(await hooks.emit({ type: 'tool_call', input: {} })).toBeUndefined();
    expect(failures).toMatchObject([
      { event: 'tool_call', error: new TypeError('"block" of an answer must be a boolean, not a string.') },
    ]);
  });

  it('can be had for any flag', async () => {
    const hooks = new Hooks<ToolCall, undefined>({
      context: undefined,
      reducers: { tool_call: sequential(firstFlagged('block')) },
    });
    hooks.on('tool_call', () => ({ block: true }));
    expect(await hooks.emit({ type: 'tool_call', input: {} })).toEqual({ block: true });
  });
});

describe('tool_result: sequential patch accumulation', () => {
  it('each handler sees the patched result, and the result has all patches', async () => {
    const hooks = throwingHooks();
    const seen: unknown[] = [];
    hooks.on('tool_result', () => ({ content: 'short' }));
    hooks.on('tool_result', async ({ content, isError }) => {
      seen.push(content, isError);
      return { isError: true };
    });
    hooks.on('tool_result', ({ content, isError }) => void seen.push(content, isError));
    const event = { type: 'tool_result', content: 'long', isError: false } as const;
    expect(await hooks.emit(event)).toEqual({ content: 'short', isError: true });
    expect(seen).toEqual(['short', false, 'short', true]);
  });
});

describe('message_end: sequential replacement that keeps the role', () => {
  it('each handler sees the replacement of the one before', async () => {
    const hooks = throwingHooks();
    hooks.on('message_end', ({ message }) => ({ message: user(`${message.text}b`) }));
    hooks.on('message_end', async ({ message }) => ({ message: user(`${message.text}c`) }));
    expect(await hooks.emit({ type: 'message_end', message: user('a') })).toEqual({ message: user('abc') });
  });

  it('refuses a replacement with another role, and one that is no message', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on('message_end', () => ({ message: { role: 'assistant', text: 'b' } }));
    hooks.on(
      'message_end',
      untyped(() => ({ message: 'b' })),
    );
    hooks.on(
      'message_end',
      untyped(() => 'b'),
    );
    expect(await hooks.emit({ type: 'message_end', message: user('a') })).toBeUndefined();
    expect(failures.map(({ order }) => order)).toEqual([0, 1, 2]);
  });

  it('compares each of the keys that must be kept', () => {
    const check = keeping('role', 'id');
    expect(() => check({ role: 'user', id: 1 }, { role: 'user', id: 1 })).not.toThrow();
    expect(() => check({ role: 'user', id: 1 }, { role: 'user', id: 2 })).toThrow(
      'A handler may not change "id".',
    );
  });
});

describe('session_before_*: first cancel stops, otherwise the last meaningful result', () => {
  it('the first cancel is the result and ends the asking', async () => {
    const hooks = throwingHooks();
    hooks.on('before_compact', () => ({ summary: 'mine' }));
    hooks.on('before_compact', async () => ({ cancel: true }));
    hooks.on('before_compact', () => expect.unreachable());
    expect(await hooks.emit({ type: 'before_compact' })).toEqual({ cancel: true });
  });

  it('without a cancel the last answer counts, and silence is none', async () => {
    const hooks = throwingHooks();
    hooks.on('before_compact', () => ({ summary: 'first' }));
    hooks.on('before_compact', async () => ({ cancel: false, summary: 'second' }));
    hooks.on('before_compact', () => undefined);
    hooks.on('before_compact', () => null);
    expect(await hooks.emit({ type: 'before_compact' })).toEqual({ cancel: false, summary: 'second' });
  });
});

describe('first result', () => {
  it('the first answer is the result and ends the asking', async () => {
    const hooks = throwingHooks();
    hooks.on('bash', () => undefined);
    hooks.on('bash', async () => ({ output: 'two' }));
    hooks.on('bash', () => expect.unreachable());
    expect(await hooks.emit({ type: 'bash', command: 'ls' })).toEqual({ output: 'two' });
  });
});

describe('any', () => {
  it.each([
    { answers: [undefined, undefined], result: undefined, asked: 2 },
    { answers: [false, undefined], result: false, asked: 2 },
    { answers: [false, true, false], result: true, asked: 2 },
  ])('of $answers is $result', async ({ answers, result, asked }) => {
    const hooks = throwingHooks();
    let count = 0;
    for (const answer of answers) {
      hooks.on('stop', () => {
        count += 1;
        return answer;
      });
    }
    expect([await hooks.emit({ type: 'stop' }), count]).toEqual([result, asked]);
  });

  it('refuses an answer that is not a boolean', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on(
      'stop',
      untyped(() => 1),
    );
    expect(await hooks.emit({ type: 'stop' })).toBeUndefined();
    expect(failures).toMatchObject([{ error: expect.any(TypeError) }]);
  });
});

describe('collect', () => {
  it('combines all answers in order', async () => {
    const hooks = throwingHooks();
    hooks.on('resources', () => ['a']);
    hooks.on('resources', () => undefined);
    hooks.on('resources', async () => ['b', 'c']);
    expect(await hooks.emit({ type: 'resources' })).toEqual(['a', 'b', 'c']);
  });

  it('yields nothing when nobody answers', async () => {
    const hooks = throwingHooks();
    hooks.on('resources', () => undefined);
    expect(await hooks.emit({ type: 'resources' })).toBeUndefined();
  });
});

describe('merge', () => {
  it('takes each field from the last answer that has it', async () => {
    const hooks = throwingHooks();
    hooks.on('next_turn', () => ({ model: 'a', effort: 'high' }));
    hooks.on('next_turn', async () => ({ model: 'b', effort: undefined }));
    expect(await hooks.emit({ type: 'next_turn' })).toEqual({ model: 'b', effort: 'high' });
    hooks.on('next_turn', () => ({ effort: null }));
    expect(await hooks.emit({ type: 'next_turn' })).toEqual({ model: 'b', effort: null });
  });

  it('shows every handler the event as emitted', async () => {
    const hooks = throwingHooks();
    const seen: unknown[] = [];
    const event = { type: 'next_turn' } as const;
    hooks.on('next_turn', () => ({ model: 'a' }));
    hooks.on('next_turn', (one) => void seen.push(one === event));
    await hooks.emit(event);
    expect(seen).toEqual([true]);
  });
});

describe('vote', () => {
  it.each([
    { votes: ['allow', 'allow'], result: 'allow' },
    { votes: ['allow', 'deny'], result: 'deny' },
    { votes: ['deny', 'allow'], result: 'deny' },
    { votes: [undefined, 'allow'], result: 'allow' },
    { votes: [undefined], result: undefined },
  ] as const)('of $votes is $result', async ({ votes, result }) => {
    const hooks = throwingHooks();
    let asked = 0;
    for (const vote of votes) {
      hooks.on('permission', () => {
        asked += 1;
        return vote;
      });
    }
    expect([await hooks.emit({ type: 'permission' }), asked]).toEqual([result, votes.length]);
  });

  it('refuses a vote that is not on the list', async () => {
    const { hooks, failures } = reportingHooks();
    hooks.on(
      'permission',
      untyped(() => 'Allow'),
    );
    hooks.on('permission', () => 'allow');
    expect(await hooks.emit({ type: 'permission' })).toBe('allow');
    expect(failures).toMatchObject([
      { error: new TypeError('A handler of this event must answer with deny or allow, not with Allow.') },
    ]);
  });
});
