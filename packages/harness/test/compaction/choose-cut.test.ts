import type { AgentMessage } from '@cmd-mods/mod-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCut } from '../../src/compaction/choose-cut.ts';
import { assistant, user } from '../support/run-scripted.ts';

const call = (id: string): AgentMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'echo', input: {} }],
});
const result = (id: string, text = ''): AgentMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text }] }],
});
const talk = [user('1'), assistant('one'), user('2'), assistant('two'), user('3'), assistant('three')];

describe('where a conversation is cut', () => {
  it('on demand, the last prompt and what follows it stay', () => {
    expect(chooseCut({ messages: talk, from: 0, keepTokens: undefined })).toBe(4);
  });

  it('on demand, in the midst of a long run, the newest round stays', () => {
    const messages = [user('1'), call('a'), result('a'), call('b'), result('b')];
    expect(chooseCut({ messages, from: 0, keepTokens: undefined })).toBe(3);
  });

  it('by size, as much of the newest stays as may', () => {
    expect(chooseCut({ messages: talk, from: 0, keepTokens: 3 })).toBe(4);
    expect(chooseCut({ messages: talk, from: 0, keepTokens: 4 })).toBe(3);
  });

  it('the newest message stays even when it is too large by itself', () => {
    const messages = [...talk, user('x'.repeat(4_000))];
    expect(chooseCut({ messages, from: 0, keepTokens: 10 })).toBe(6);
  });

  it('nothing is cut where a summary would stand for a single message', () => {
    expect(chooseCut({ messages: talk.slice(0, 2), from: 0, keepTokens: undefined })).toBeUndefined();
    expect(chooseCut({ messages: talk, from: 4, keepTokens: undefined })).toBeUndefined();
    expect(chooseCut({ messages: [], from: 0, keepTokens: 100 })).toBeUndefined();
  });

  it('a result without a call, which a mod may have left behind, forbids nothing', () => {
    const messages = [user('1'), result('gone'), assistant('one'), result('gone too'), assistant('two')];
    expect(chooseCut({ messages, from: 0, keepTokens: 0 })).toBe(4);
  });

  it('no call is ever separated from its result, whatever is kept', () => {
    const block = fc.oneof(
      fc.constant(user('prompt')),
      fc.constant(assistant('answer')),
      fc.constantFrom('a', 'b', 'c', 'd').map(call),
      fc.constantFrom('a', 'b', 'c', 'd').map((id) => result(id, 'text')),
    );
    const wish = fc.record({
      messages: fc.array(block, { maxLength: 14 }),
      from: fc.nat(4),
      keepTokens: fc.option(fc.nat(12), { nil: undefined }),
    });
    fc.assert(
      fc.property(wish, ({ messages, from, keepTokens }) => {
        const cut = chooseCut({ messages, from, keepTokens });
        if (cut === undefined) return;
        expect(cut).toBeGreaterThan(from);
        expect(cut).toBeLessThan(messages.length);
        const called = new Set(idsOf(messages.slice(0, cut), 'tool_use'));
        const calledLater = new Set<string>();
        for (const message of messages.slice(cut)) {
          for (const id of idsOf([message], 'tool_use')) calledLater.add(id);
          for (const id of idsOf([message], 'tool_result')) {
            if (!calledLater.has(id)) expect(called).not.toContain(id);
          }
        }
      }),
    );
  });
});

function idsOf(messages: readonly AgentMessage[], type: 'tool_use' | 'tool_result'): string[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type !== type) return [];
      return [block.type === 'tool_use' ? block.id : block.tool_use_id];
    }),
  );
}
