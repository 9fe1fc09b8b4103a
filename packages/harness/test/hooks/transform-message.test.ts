import type { AgentMessage, ModHooks } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { answer, calls, modErrors, ofType, runScripted, texts, tool, user } from '../support/run-scripted.ts';

/** Puts stars in place of a secret, wherever it stands in a message. */
const redacting: ModHooks = {
  transformMessage: ({ message }) =>
    JSON.parse(JSON.stringify(message).replaceAll('hunter2', '***')) as AgentMessage,
};

describe('transformMessage', () => {
  it('fires for every message the loop commits: input, replies, tool results, steering and follow-ups', async () => {
    const seen: string[] = [];
    let polls = 0;
    let followUps = [user('follow-up')];
    await runScripted({
      mods: { m: { transformMessage: ({ message }) => void seen.push(texts([message])[0] ?? '') } },
      turns: [calls(['echo']), { text: 'one' }, { text: 'two' }],
      config: {
        getSteeringMessages: () => (++polls === 2 ? [user('steer')] : []),
        getFollowUpMessages: () => followUps.splice(0),
      },
    });
    followUps = [];
    expect(seen).toEqual([
      'user: go',
      'assistant: [tool_use]',
      'user: <{}>',
      'user: steer',
      'assistant: one',
      'user: follow-up',
      'assistant: two',
    ]);
  });

  it('the returned message is what the transcript stores and what every later request sends', async () => {
    const { requests, state, commits } = await runScripted(
      {
        mods: { m: redacting },
        tools: [tool('t', () => answer('the password is hunter2'))],
        turns: [{ ...calls(['t']), text: 'I will look for hunter2' }, { text: 'it is hunter2' }],
      },
      'where is hunter2?',
    );
    for (const place of [requests, state, commits]) expect(JSON.stringify(place)).not.toContain('hunter2');
    expect(texts(state.messages)).toEqual([
      'user: where is ***?',
      'assistant: I will look for ***|[tool_use]',
      'user: <the password is ***>',
      'assistant: it is ***',
    ]);
  });

  it('live streaming events still show the raw output of the model', async () => {
    const { events } = await runScripted({ mods: { m: redacting }, turns: [{ text: 'hunter2' }] });
    expect(ofType(events, 'text_delta')[0]?.delta).toBe('hunter2');
    expect(ofType(events, 'message_end')[0]?.content).toEqual([{ type: 'text', text: 'hunter2' }]);
  });

  it('is threaded: each mod sees the message that the mod before it returned', async () => {
    const add = (letter: string): ModHooks => ({
      transformMessage: ({ message }) => ({
        ...message,
        content: [...message.content, { type: 'text', text: letter }],
      }),
    });
    const { state } = await runScripted({ mods: { a: add('a'), b: add('b') } });
    expect(texts(state.messages)).toEqual(['user: go|a|b', 'assistant: done|a|b']);
  });

  it('runs behind transformTextDelta and sees the rewritten assistant message', async () => {
    const seen: string[] = [];
    await runScripted({
      mods: {
        m: {
          transformMessage: ({ message }) => void seen.push(texts([message])[0] ?? ''),
          transformTextDelta: ({ delta }) => delta.toUpperCase(),
        },
      },
    });
    expect(seen).toEqual(['user: go', 'assistant: DONE']);
  });

  const withResult = { turns: [calls(['echo'], ['echo']), { text: 'done' }] };
  const unwanted: readonly (readonly [string, (message: AgentMessage) => unknown, string])[] = [
    [
      'another role',
      (message) => ({ ...message, role: 'assistant' }),
      'changed the role from "user" to "assistant"',
    ],
    ['no result', (message) => ({ ...message, content: [] }), 'changed the tool ids (call_1)'],
    [
      'one result less',
      (message) => ({ ...message, content: message.content.slice(0, 1) }),
      'changed the tool ids (call_2)',
    ],
    [
      'results in another order',
      (message) => ({ ...message, content: [...message.content].reverse() }),
      'changed the tool ids (call_1)',
    ],
    [
      'a result more',
      (message) => ({
        ...message,
        content: [...message.content, { ...message.content[0], tool_use_id: 'new' }],
      }),
      'changed the tool ids (new)',
    ],
    [
      'another id',
      (message) => ({
        ...message,
        content: message.content.map((block) => ({ ...block, tool_use_id: 'x' })),
      }),
      'changed the tool ids (call_1)',
    ],
    ['no object', () => 'text', 'a message must be an object, not a string'],
    ['an array', (message) => [message], 'a message must be an object, not an array'],
    [
      'no content',
      (message) => ({ role: message.role }),
      'content must be an array of blocks, not undefined',
    ],
  ];
  it.each(unwanted)(
    'a rewrite with %s is rejected with mod_error, and the previous message is kept',
    async (_what, change, problem) => {
      const plain = await runScripted(withResult);
      const { events, state } = await runScripted({
        ...withResult,
        mods: {
          m: {
            transformMessage: ({ message }) =>
              message.content.some(({ type }) => type === 'tool_result')
                ? (change(message) as AgentMessage)
                : undefined,
          },
        },
      });
      expect(modErrors(events)).toEqual([expect.stringContaining(problem)]);
      expect(state.messages).toEqual(plain.state.messages);
    },
  );

  it('a tool_use id that changes is rejected too', async () => {
    const { events, state } = await runScripted({
      ...withResult,
      mods: {
        m: {
          transformMessage: ({ message }) => ({
            ...message,
            content: message.content.map((block) =>
              block.type === 'tool_use' ? { ...block, id: 'x' } : block,
            ),
          }),
        },
      },
    });
    expect(modErrors(events)).toEqual([expect.stringContaining('changed the tool ids (call_1)')]);
    expect(state.messages[1]?.content[0]).toMatchObject({ id: 'call_1' });
  });

  it('the rejected rewrite of one mod leaves that of the mod before it', async () => {
    const { state } = await runScripted({
      mods: {
        good: redacting,
        bad: { transformMessage: ({ message }) => ({ ...message, role: 'user' }) },
      },
      turns: [{ text: 'hunter2' }],
    });
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: ***']);
  });

  it('content that is a string becomes one text block, with a warning', async () => {
    const { state, events } = await runScripted({
      mods: { m: { transformMessage: ({ message }) => ({ ...message, content: 'plain' }) as never } },
    });
    expect(texts(state.messages)).toEqual(['user: plain', 'assistant: plain']);
    expect(ofType(events, 'notice')).toHaveLength(2);
  });

  it('the object a mod returned stays its own: it may go on changing it', async () => {
    const own = { role: 'user' as const, content: [{ type: 'text' as const, text: 'first' }] };
    const { state, events } = await runScripted({
      mods: {
        m: {
          transformMessage: ({ message }) => (message.role === 'user' ? own : undefined),
          onTurnEnd: () => {
            const [block] = own.content;
            if (block !== undefined) block.text = 'changed later';
          },
        },
      },
    });
    expect(modErrors(events)).toEqual([]);
    expect(texts(state.messages)[0]).toBe('user: first');
  });
});
