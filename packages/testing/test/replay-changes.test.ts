import type { ModFactory, ModHooks } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { formatChanges, replay } from '../src/index.ts';
import { cassette, short, withHooks } from './support/cassettes.ts';

describe('changes', () => {
  const changesOf = async (hooks: ModHooks) =>
    (await replay(cassette, { mods: [{ name: 'm', factory: withHooks(hooks) }] })).changes;

  it('tell of the prompt once, as long as it differs in the same way', async () => {
    const changes = await changesOf({ transformSystemPrompt: () => 'Mine.' });
    expect(changes.map(short)).toEqual([['prompt', 1, expect.stringContaining('coding agent'), 'Mine.']]);
  });

  it('tell of a tool that only one of the two offers, once', async () => {
    const schema = { name: 'today', description: 'The day', input_schema: { type: 'object' } } as const;
    const today: ModFactory = (cmd) => void cmd.addTool({ schema, run: () => ({ ok: true, content: [] }) });
    const line = `tool ${JSON.stringify(schema)}`;
    const added = await replay(cassette, { mods: [today] });
    expect(added.changes.map(short)).toEqual([['prompt', 1, undefined, line]]);
    const gone = await replay(cassette, { mods: [], baseline: [today] });
    expect(gone.changes.map(short)).toEqual([['prompt', 1, line, undefined]]);
  });

  it('tell of the messages that differ, and of each once', async () => {
    const changes = await changesOf({ transformInput: () => ({ action: 'transform', text: 'stop' }) });
    expect(changes.map(short)).toEqual([
      [
        'messages',
        1,
        [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
        [{ role: 'user', content: [{ type: 'text', text: 'stop' }] }],
      ],
    ]);
  });

  it('tell of messages that a mod puts between', async () => {
    const note = { role: 'user', content: [{ type: 'text', text: 'Note.' }] } as const;
    const changes = await changesOf({
      transformContext: ({ messages }) => [
        ...messages,
        { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] },
        note,
      ],
    });
    expect(changes[0]).toMatchObject({
      kind: 'messages',
      turnNumber: 1,
      before: [],
      after: [{ role: 'assistant' }, note],
    });
  });

  it('tell of a call that was blocked, and of what the model read instead', async () => {
    const changes = await changesOf({ beforeToolCall: () => ({ block: true, additionalContext: 'No.' }) });
    expect(changes.slice(0, 2)).toMatchObject([
      {
        kind: 'tool',
        turnNumber: 1,
        before: { outcome: 'ran' },
        after: { outcome: 'blocked', toolName: 'read_file' },
      },
      { kind: 'result', before: { isError: false }, after: { content: [{ text: 'No.' }], isError: true } },
    ]);
  });

  it('tell of a result that a mod rewrote, and of the message that carries it', async () => {
    const changes = await changesOf({
      afterToolCall: () => ({ content: [{ type: 'text', text: 'hidden' }] }),
    });
    expect(changes.map(({ kind, turnNumber }) => [kind, turnNumber])).toEqual([
      ['result', 1],
      ['messages', 2],
    ]);
  });

  it('tell of the text as it was shown, and of the last word where it was changed later', async () => {
    const shown = await changesOf({ transformTextDelta: ({ delta }) => delta.toUpperCase() });
    expect(shown.filter(({ kind }) => kind === 'text').map(short)).toEqual([
      ['text', 1, 'I read.', 'I READ.'],
      ['text', 2, 'All done.', 'ALL DONE.'],
    ]);
    const kept = await changesOf({
      transformMessage: ({ message }) =>
        message.role === 'assistant' ? { ...message, content: [{ type: 'text', text: 'Secret.' }] } : message,
    });
    expect(kept.findLast(({ kind }) => kind === 'text')).toMatchObject({
      before: 'All done.',
      after: 'Secret.',
    });
  });

  it('tell of other events: the model that a request goes to, an error of the mod', async () => {
    const changes = await changesOf({
      beforeModelRequest: ({ turnNumber }) => (turnNumber === 2 ? { model: 'other' } : undefined),
      onTurnEnd: ({ turnNumber }) => {
        if (turnNumber === 1) throw new Error('boom');
        return undefined;
      },
    });
    expect(changes).toMatchObject([
      {
        kind: 'event',
        turnNumber: 1,
        before: undefined,
        after: { type: 'mod_error', error: { message: 'boom' } },
      },
      { kind: 'event', turnNumber: 2, before: { model: 'scripted' }, after: { model: 'other' } },
    ]);
  });

  it('are a page of text with formatChanges', async () => {
    const { changes } = await replay(cassette, {
      mods: [
        withHooks({
          appendSystemPrompt: () => 'Be brief.',
          beforeToolCall: () => ({ block: true, additionalContext: 'No reading.' }),
        }),
      ],
    });
    expect(formatChanges(changes.filter(({ kind }) => kind !== 'messages'))).toBe(
      `turn 1, prompt
  + 
  + Be brief.

turn 1, tool of read_file (call_1)
  - ran with {"file_path":"a.txt"}
  + blocked with {"file_path":"a.txt"}

turn 1, result of read_file (call_1)
  - 1\tthe text
  + (error)
  + No reading.`,
    );
    expect(formatChanges([])).toBe('Nothing changed.');
  });
});
