import type { AgentMessage } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createSession, openSession } from '../../src/index.ts';
import { FULL, lastSent, requestsOf, stageOf, talked } from '../support/compaction-stage.ts';
import {
  answer,
  assistant,
  calls,
  modErrors,
  only,
  tempFolder,
  texts,
  tool,
  user,
} from '../support/run-scripted.ts';

describe('what mods see of a compaction', () => {
  it('the context after compaction, whenever they were registered', async () => {
    const seen: string[][] = [];
    const stage = await talked(
      {
        mods: {
          m: { transformContext: ({ messages }) => void seen.push(texts(messages)) as never },
        },
      },
      { text: 'SUMMARY' },
      { text: 'three' },
    );
    await stage.cmd.sessions.compact();
    await stage.run('third');
    expect(seen.at(-1)).toEqual([
      expect.stringContaining('SUMMARY'),
      'user: second',
      'assistant: two',
      'user: third',
    ]);
  });

  it('no mod more in any listing, and no registration', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact();
    expect(stage.host.mods().map(({ name }) => name)).toEqual(['grab']);
    expect(stage.host.registrations()).toEqual([]);
  });

  it('rewriting a message that a summary stands for sends the messages as they are now', async () => {
    let isRedacting = false;
    const redact = (messages: readonly AgentMessage[]) =>
      messages.map((message) => (texts([message])[0] === 'user: first' ? user('REDACTED') : message));
    const stage = await talked(
      {
        mods: {
          m: {
            onTurnStart: ({ state }) =>
              isRedacting ? { ...state, messages: redact(state.messages) } : state,
          },
        },
      },
      { text: 'SUMMARY with first' },
      { text: 'three' },
    );
    await stage.cmd.sessions.compact();
    isRedacting = true;
    await stage.run('third');
    expect(lastSent(stage)).toEqual([
      'user: REDACTED',
      'assistant: one',
      'user: second',
      'assistant: two',
      'user: third',
    ]);
  });

  it('a state with other messages is sent as it is', async () => {
    const stage = await talked({}, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    const messages = [user('a'), assistant('b'), user('c')];
    await stage.harness.run({ state: { sessionId: 'other', messages, interrupted: false, modState: {} } });
    expect(lastSent(stage)).toEqual(['user: a', 'assistant: b', 'user: c']);
  });

  it('only the conversation of the run itself is compacted, not that of an agent which it starts', async () => {
    const messages = [user('task'), assistant('step'), user('more')];
    const { signal } = new AbortController();
    const contexts: unknown[] = [];
    const stage = await stageOf({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onTurnStart: async ({ state, turnNumber }) => {
              // As a nested loop does it: the same hooks, with a signal of its own.
              const params = { messages, state: { ...state, messages }, signal };
              if (turnNumber === 2)
                contexts.push(await stage.host.hooks.emit({ type: 'transformContext', params }));
              return state;
            },
          }),
      },
      turns: [{ text: 'one' }, { ...calls(['echo']), usage: FULL }, { text: 'SUMMARY' }, { text: 'two' }],
    });
    await stage.run('first');
    await stage.run('second');
    expect(contexts.map((context) => context ?? messages)).toEqual([messages]);
    expect(only(stage.log, 'compaction_start')).toHaveLength(1);
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('a call and its result are never parted, however the run is cut', async () => {
    const long = tool('long', () => answer('x'.repeat(4_000)));
    const rounds = Array.from({ length: 6 }, () => ({
      ...calls(['long'], ['echo']),
      usage: { inputTokens: 100 },
    }));
    const full = { ...calls(['long']), usage: FULL };
    const stage = await stageOf({
      tools: [long, tool('echo')],
      turns: [...rounds, full, { text: 'SUMMARY' }, { text: 'done' }],
    });
    await stage.run('go');
    const { messages = [] } = requestsOf(stage).at(-1) ?? {};
    const blocks = messages.flatMap(({ content }) => content);
    const called = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const answered = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    expect(called.length).toBeGreaterThan(0);
    expect(answered).toEqual(called);
    expect(JSON.stringify(blocks)).not.toContain('No result');
  });
});

describe('after a resume', () => {
  it('the compacted view is the same', async () => {
    const folder = tempFolder();
    const session = createSession({ folder, cwd: '/' });
    const before = await talked({ harness: { session } }, { text: 'SUMMARY' });
    await before.cmd.sessions.compact();
    await before.harness.dispose();

    const resumed = openSession(session.path ?? '');
    const after = await stageOf({
      harness: { session: resumed, isResumed: true },
      turns: [{ text: 'three' }],
    });
    await after.run('third');
    expect(lastSent(after)).toEqual([
      expect.stringMatching(/SUMMARY[\s\S]*\|second$/),
      'assistant: two',
      'user: third',
    ]);
    expect(after.harness.state.messages).toHaveLength(6);
  });

  it.each([
    ['no object', 'nonsense'],
    ['no count', { summary: 's', covered: 'many', digest: 'd' }],
    ['another digest', { summary: 's', covered: 2, digest: 'd' }],
    ['more than there is', { summary: 's', covered: 99, digest: 'd' }],
  ])('a record that somebody spoiled is not used: %s', async (_case, data) => {
    const session = createSession({ cwd: '/' });
    session.modSession('builtin:compaction').appendCustomEntry({ customType: 'compaction', data });
    const stage = await talked({ harness: { session } });
    expect(lastSent(stage)).toEqual(['user: first', 'assistant: one', 'user: second']);
    expect(modErrors(stage.events)).toEqual([]);
  });
});
