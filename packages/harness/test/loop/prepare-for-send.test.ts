import type { AgentMessage, Block } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrepareForSend, MISSING_RESULT } from '../../src/loop/prepare-for-send.ts';
import { assistant, texts, user } from '../support/run-scripted.ts';

const prepare = (messages: readonly AgentMessage[]) => createPrepareForSend()(messages);

function use(...ids: readonly string[]): AgentMessage {
  return { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 't', input: {} })) };
}

function results(...ids: readonly string[]): AgentMessage {
  const block = (id: string): Block => ({
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: `result of ${id}` }],
  });
  return { role: 'user', content: ids.map(block) };
}

describe('prepareForSend', () => {
  it('merges neighbours of one role', () => {
    expect(texts(prepare([user('a'), user('b'), assistant('c'), assistant('d')]))).toEqual([
      'user: a|b',
      'assistant: c|d',
    ]);
  });

  it('strips meta', () => {
    const message = { ...user('a'), meta: { isAutomated: true, source: 'steering' } };
    expect(prepare([message])).toEqual([user('a')]);
  });

  it('drops empty messages, and merges what stood around them', () => {
    const empty: AgentMessage = { role: 'assistant', content: [] };
    expect(texts(prepare([user('a'), empty, user('b')]))).toEqual(['user: a|b']);
  });

  it('answers a call without a result, in the middle and at the end', () => {
    expect(texts(prepare([user('a'), use('1', '2'), results('2'), use('3')]))).toEqual([
      'user: a',
      'assistant: [tool_use]|[tool_use]',
      `user: <${MISSING_RESULT}>|<result of 2>`,
      'assistant: [tool_use]',
      `user: <${MISSING_RESULT}>`,
    ]);
  });

  it('marks the result that never came as an error', () => {
    expect(prepare([use('1')]).at(-1)?.content[0]).toMatchObject({ tool_use_id: '1', is_error: true });
  });

  it('drops results without a call', () => {
    expect(texts(prepare([user('a'), results('ghost'), assistant('b'), results('ghost')]))).toEqual([
      'user: a',
      'assistant: b',
    ]);
  });

  it('puts results first, in the order of their calls, and other content behind them', () => {
    expect(texts(prepare([use('1', '2'), user('steer'), results('2', '1')]))).toEqual([
      'assistant: [tool_use]|[tool_use]',
      'user: <result of 1>|<result of 2>|steer',
    ]);
  });

  it('merges the answers around results that belong to nobody', () => {
    const pass = createPrepareForSend();
    const first = [user('a'), assistant('b'), results('ghost'), assistant('c')];
    expect(texts(pass(first))).toEqual(['user: a', 'assistant: b|c']);
    expect(texts(pass([...first, user('d')]))).toEqual(['user: a', 'assistant: b|c', 'user: d']);
  });

  it('changes neither the messages nor the array it is given', () => {
    const given = [user('a'), user('b'), use('1'), results('1', 'ghost')];
    const before = structuredClone(given);
    prepare(given);
    expect(given).toEqual(before);
  });

  it('leaves the same objects for what came before, so that a request costs only what is new', () => {
    const pass = createPrepareForSend();
    const log = [user('a'), assistant('b'), user('c'), use('1'), results('1'), assistant('d')];
    const first = [...pass(log)];
    const second = pass([...log, user('e'), assistant('f')]);
    expect(second.length).toBe(first.length + 2);
    for (const [index, message] of first.slice(0, -1).entries()) expect(second[index]).toBe(message);
  });
});

const ids = ['1', '2', '3', '4'];
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.constantFrom('x', 'y', '').map((text): Block => ({ type: 'text', text })),
  fc.constantFrom(...ids).map((id): Block => ({ type: 'tool_use', id, name: 't', input: {} })),
  fc
    .constantFrom(...ids)
    .map((id): Block => ({ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: id }] })),
);
const message: fc.Arbitrary<AgentMessage> = fc
  .record({
    role: fc.constantFrom('user', 'assistant'),
    content: fc.array(block, { maxLength: 4 }),
    isMeta: fc.boolean(),
  })
  .map(({ role, content, isMeta }) => ({
    role,
    // A user has no calls, an assistant no results: everything else may be wrong.
    content: content.filter(({ type }) => type !== (role === 'user' ? 'tool_use' : 'tool_result')),
    ...(isMeta ? { meta: { isMeta } } : {}),
  }));
const log = fc.array(message, { maxLength: 14 });

describe('prepareForSend, whatever it is given', () => {
  it('yields alternating roles, no empty message and no meta', () => {
    fc.assert(
      fc.property(log, (messages) => {
        const sent = prepare(messages);
        for (const [index, one] of sent.entries()) {
          expect(one.role).not.toBe(sent[index - 1]?.role);
          expect(one.content.length).toBeGreaterThan(0);
          expect(Object.keys(one)).toEqual(['role', 'content']);
        }
      }),
    );
  });

  it('yields for each message of calls a user message that begins with exactly their results', () => {
    fc.assert(
      fc.property(log, (messages) => {
        const sent = prepare(messages);
        for (const [index, { role, content }] of sent.entries()) {
          const asked =
            role === 'assistant' ? content.flatMap((one) => (one.type === 'tool_use' ? [one.id] : [])) : [];
          const next = sent[index + 1]?.content ?? [];
          const answered = next.flatMap((one) => (one.type === 'tool_result' ? [one.tool_use_id] : []));
          if (role === 'assistant') expect(answered).toEqual(asked);
          expect(next.slice(0, answered.length).every(({ type }) => type === 'tool_result')).toBe(true);
        }
        const first = sent[0]?.content ?? [];
        if (sent[0]?.role === 'user') expect(first.some(({ type }) => type === 'tool_result')).toBe(false);
      }),
    );
  });

  it('loses no text and no call, and keeps their order', () => {
    const kept = (messages: readonly AgentMessage[]) =>
      messages.flatMap(({ content }) =>
        content.flatMap((one) =>
          one.type === 'text' ? [one.text] : one.type === 'tool_use' ? [one.id] : [],
        ),
      );
    fc.assert(
      fc.property(log, (messages) => {
        expect(kept(prepare(messages))).toEqual(kept(messages));
      }),
    );
  });

  it('comes to the same when it goes on from what it did before', () => {
    fc.assert(
      fc.property(log, fc.array(fc.nat(14), { maxLength: 6 }), (messages, stops) => {
        const pass = createPrepareForSend();
        for (const stop of stops) pass(messages.slice(0, stop));
        expect(pass(messages)).toEqual(prepare(messages));
      }),
    );
  });

  it('comes to the same when its log grows in place', () => {
    fc.assert(
      fc.property(log, fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }), (messages, steps) => {
        const pass = createPrepareForSend();
        const growing: AgentMessage[] = [];
        for (const step of [...steps, messages.length]) {
          growing.push(...messages.slice(growing.length, growing.length + step));
          expect(pass(growing)).toEqual(prepare(growing));
        }
      }),
    );
  });

  it('comes to the same when another transcript comes in between', () => {
    fc.assert(
      fc.property(log, log, fc.nat(14), (one, other, cut) => {
        const pass = createPrepareForSend();
        pass(one);
        const mixed = [...one.slice(0, cut), ...other];
        expect(pass(mixed)).toEqual(prepare(mixed));
        expect(pass(one)).toEqual(prepare(one));
      }),
    );
  });

  it('a second pass over its own result changes nothing', () => {
    fc.assert(
      fc.property(log, (messages) => {
        const once = [...prepare(messages)];
        // An id that is used twice is answered twice by the first result; that is the one thing left to the model.
        expect(prepare(once)).toEqual(once);
      }),
    );
  });
});
