import type { AgentMessage } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  assistant,
  calls,
  modErrors,
  ofType,
  only,
  runScripted,
  texts,
  user,
} from '../support/run-scripted.ts';

describe('transformContext', () => {
  it('fires once per round, after appendSystemPrompt and before the request goes out', async () => {
    const { log } = await runScripted({
      mods: { m: { appendSystemPrompt: () => 'x', transformContext: () => undefined } },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(only(log, 'appendSystemPrompt', 'transformContext', 'request')).toEqual([
      'appendSystemPrompt m',
      'transformContext m',
      'request',
      'appendSystemPrompt m',
      'transformContext m',
      'request',
    ]);
  });

  it('threads the messages through every mod: each receives the output of the one before', async () => {
    const add = (text: string) => ({
      transformContext: ({ messages }: { messages: readonly AgentMessage[] }) => [...messages, user(text)],
    });
    const { requests } = await runScripted({ mods: { a: add('A'), b: add('B') } });
    expect(texts(requests[0]?.messages ?? [])).toEqual(['user: go|A|B']);
  });

  it('is used for this model call only and never written back to the state', async () => {
    const { requests, state, commits } = await runScripted({
      mods: {
        m: {
          transformContext: ({ messages, state }) =>
            state.messages.length === 1 ? [user('instead')] : messages,
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(texts(requests[0]?.messages ?? [])).toEqual(['user: instead']);
    expect(texts(requests[1]?.messages ?? [])[0]).toBe('user: go');
    expect(texts(state.messages)[0]).toBe('user: go');
    expect(texts(commits[0]?.messages ?? [])[0]).toBe('user: go');
  });

  it('the same array means no change', async () => {
    const { requests, hookRows } = await runScripted({
      mods: { m: { transformContext: ({ messages }) => messages } },
    });
    expect(texts(requests[0]?.messages ?? [])).toEqual(['user: go']);
    expect(hookRows.map(({ changed }) => changed)).toEqual([false]);
  });

  it('an array changed in place changes nothing that lasts', async () => {
    const { state } = await runScripted({
      mods: {
        m: {
          transformContext: ({ messages }) => {
            (messages as AgentMessage[]).push(user('smuggled'));
            return messages;
          },
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(JSON.stringify(state)).not.toContain('smuggled');
  });

  it('a message changed in place is refused, since committed messages are frozen', async () => {
    const { events, state } = await runScripted({
      mods: {
        m: {
          transformContext: ({ messages }) => {
            (messages[0]?.content[0] as { text: string }).text = 'changed';
            return undefined;
          },
        },
      },
    });
    expect(modErrors(events)).toEqual([expect.stringMatching(/^m transformContext: .*read only/)]);
    expect(texts(state.messages)).toEqual(['user: go', 'assistant: done']);
  });

  it('an array that a mod uses again for other messages is read each time', async () => {
    const view: AgentMessage[] = [];
    const { requests } = await runScripted({
      mods: {
        m: {
          transformContext: ({ state }) => {
            view.length = 0;
            view.push(user(`round with ${state.messages.length}`), assistant('yes'), user('go on'));
            return view;
          },
        },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(requests.map(({ messages }) => texts(messages)[0])).toEqual([
      'user: round with 1',
      'user: round with 3',
    ]);
  });

  it('what it returns is made valid for the wire', async () => {
    const { requests } = await runScripted({
      mods: {
        m: { transformContext: ({ messages }) => messages.filter(({ role }) => role !== 'assistant') },
      },
      turns: [calls(['echo']), { text: 'done' }],
    });
    expect(texts(requests[1]?.messages ?? [])).toEqual(['user: go']);
  });

  it('receives the signal of the run', async () => {
    const signals: unknown[] = [];
    await runScripted({
      mods: { m: { transformContext: ({ signal }, ctx) => void signals.push(signal, ctx?.signal) } },
    });
    expect(signals[0]).toBeInstanceOf(AbortSignal);
    expect(signals[0]).toBe(signals[1]);
  });

  it('a throw or a malformed return leaves the messages as the mod before had them', async () => {
    for (const bad of [
      () => {
        throw new Error('boom');
      },
      () => 'text',
      () => [null],
      () => [{ role: 'system', content: [] }],
    ]) {
      const { requests, events } = await runScripted({
        mods: {
          good: { transformContext: ({ messages }) => [...messages, user('kept')] },
          bad: { transformContext: bad as never },
        },
      });
      expect(texts(requests[0]?.messages ?? [])).toEqual(['user: go|kept']);
      expect(modErrors(events)).toHaveLength(1);
    }
  });

  it('a message whose content is a string becomes one text block, with a warning', async () => {
    const { requests, events } = await runScripted({
      mods: { m: { transformContext: () => [{ role: 'user', content: 'plain' }] as never } },
    });
    expect(requests[0]?.messages).toEqual([user('plain')]);
    expect(ofType(events, 'notice')).toEqual([
      { type: 'notice', level: 'warning', message: expect.stringContaining('[m] transformContext') },
    ]);
    expect(modErrors(events)).toEqual([]);
  });

  it.each([
    ['a text block without text', [{ role: 'user', content: [{ type: 'text' }] }], 'message 0: block 0'],
    [
      'a call without an id',
      [{ role: 'assistant', content: [{ type: 'tool_use', name: 't', input: {} }] }],
      'block 0',
    ],
    [
      'a result without its call',
      [{ role: 'user', content: [{ type: 'tool_result', content: [] }] }],
      'block 0',
    ],
  ])('%s is malformed, so that it cannot reach the wire', async (_what, messages, message) => {
    const { requests, events } = await runScripted({
      mods: { m: { transformContext: () => messages as never } },
    });
    expect(texts(requests[0]?.messages ?? [])).toEqual(['user: go']);
    expect(modErrors(events)).toEqual([expect.stringContaining(message)]);
  });
});
