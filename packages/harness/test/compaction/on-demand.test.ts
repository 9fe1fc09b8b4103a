import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSession, openSession } from '../../src/index.ts';
import {
  hangingAfter,
  lastSent,
  notices,
  purposesOf,
  requestsOf,
  stageOf,
  talked,
} from '../support/compaction-stage.ts';
import { calls, modErrors, ofType, only, tempFolder, texts } from '../support/run-scripted.ts';

describe('compaction on demand: cmd.sessions.compact', () => {
  it('sends a summary in place of everything before the last prompt; the newest messages are sent as they are', async () => {
    const stage = await talked({}, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    await stage.run('third');
    const [summary, ...rest] = lastSent(stage);
    expect(summary).toContain('<summary>\nSUMMARY\n</summary>');
    // The wire wants roles to take turns: the summary and the prompt behind it are one message.
    expect(summary).toMatch(/\|second$/);
    expect(rest).toEqual(['assistant: two', 'user: third']);
  });

  it('leaves the recorded transcript whole, in the state and in the session file', async () => {
    const folder = tempFolder();
    const session = createSession({ folder, cwd: '/' });
    const stage = await talked({ harness: { session } }, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    await stage.run('third');
    const whole = [
      'user: first',
      'assistant: one',
      'user: second',
      'assistant: two',
      'user: third',
      'assistant: three',
    ];
    expect(texts(stage.harness.state.messages)).toEqual(whole);
    expect(texts(openSession(session.path ?? '').state().messages)).toEqual(whole);
    expect(readFileSync(session.path ?? '', 'utf8')).not.toContain('"rewrite"');
  });

  it('asks the session model, with the next turn of the script, for the purpose of compaction', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact({ customInstructions: 'Keep the file names.' });
    const request = requestsOf(stage).at(-1);
    expect(request).toMatchObject({ purpose: 'compaction', model: 'scripted', tools: [] });
    expect(texts(request?.messages ?? [])).toEqual([
      expect.stringContaining('[user]\nfirst\n\n[assistant]\none'),
    ]);
    expect(texts(request?.messages ?? [])).toEqual([expect.stringContaining('Keep the file names.')]);
    expect(texts(request?.messages ?? [])).not.toEqual([expect.stringContaining('second')]);
    expect(stage.trace.at(-2)).toMatchObject({
      kind: 'response',
      content: [{ type: 'text', text: 'SUMMARY' }],
    });
  });

  it('emits compaction_start, then compaction_done with the tokens that were saved', async () => {
    const stage = await stageOf({
      turns: [{ text: 'long '.repeat(1_000) }, { text: 'two' }, { text: 'short' }],
    });
    await stage.run('first');
    await stage.run('second');
    await stage.cmd.sessions.compact();
    expect(only(stage.log, /^compaction/, 'request').slice(-3)).toEqual([
      'compaction_start',
      'request',
      'compaction_done',
    ]);
    const [done] = ofType(stage.events, 'compaction_done');
    expect(done?.tokensSaved).toBeGreaterThan(1_000);
    expect(done?.tokensSaved).toBeLessThan(1_250);
  });

  it('leaves tokensSaved out when the summary is longer than what it stands for', async () => {
    const stage = await talked({}, { text: 'S'.repeat(2_000) });
    await stage.cmd.sessions.compact();
    expect(ofType(stage.events, 'compaction_done')).toEqual([{ type: 'compaction_done' }]);
  });

  it('says so when there is nothing to compact, and asks nobody', async () => {
    const stage = await stageOf({ turns: [{ text: 'one' }] });
    await stage.run('first');
    await stage.cmd.sessions.compact();
    expect(notices(stage)).toEqual([expect.stringMatching(/^info: There is nothing to compact/)]);
    expect(only(stage.log, /^compaction/)).toEqual([]);
  });

  it('compacts again: the second summary is made from the first and from what came since', async () => {
    const stage = await talked(
      {},
      { text: 'FIRST' },
      { text: 'three' },
      { text: 'SECOND' },
      { text: 'four' },
    );
    await stage.cmd.sessions.compact();
    await stage.run('third');
    await stage.cmd.sessions.compact();
    const [asked] = lastSent(stage);
    expect(asked).toContain('<summary-so-far>\nFIRST\n</summary-so-far>');
    expect(asked).toContain('[user]\nsecond');
    expect(asked).not.toContain('[user]\nfirst');
    await stage.run('fourth');
    expect(lastSent(stage)).toEqual([
      expect.stringMatching(/SECOND[\s\S]*\|third$/),
      'assistant: three',
      'user: fourth',
    ]);
    expect(lastSent(stage).join()).not.toContain('FIRST');
  });

  it('two at once are one, and both are done with it', async () => {
    const stage = await talked({}, { text: 'SUMMARY' });
    await Promise.all([stage.cmd.sessions.compact(), stage.cmd.sessions.compact()]);
    expect(only(stage.log, 'compaction_start')).toHaveLength(1);
    expect(modErrors(stage.events)).toEqual([]);
  });

  it('in a run it does not wait for the run, and the next request is the shorter one', async () => {
    const stage = await stageOf({
      mods: {
        m: (cmd) =>
          void cmd.hooks({
            onTurnEnd: async ({ state, turnNumber, hadToolCalls }) => {
              if (turnNumber === 2 && hadToolCalls) await cmd.sessions.compact();
              return state;
            },
          }),
      },
      turns: [calls(['echo', { n: 1 }]), calls(['echo', { n: 2 }]), { text: 'SUMMARY' }, { text: 'done' }],
    });
    const { result, state } = await stage.run('go');
    expect(result).toMatchObject({ finalText: 'done', stopReason: 'end_turn' });
    expect(purposesOf(stage)).toBe('run run compaction run');
    expect(lastSent(stage)).toEqual([
      expect.stringContaining('SUMMARY'),
      'assistant: [tool_use]',
      'user: <{"n":2}>',
    ]);
    expect(state.messages).toHaveLength(6);
  });

  it('works without a session, for as long as the harness lives', async () => {
    const stage = await talked({ harness: { session: null } }, { text: 'SUMMARY' }, { text: 'three' });
    await stage.cmd.sessions.compact();
    await stage.run('third');
    expect(lastSent(stage)[0]).toContain('SUMMARY');
  });

  it('instructions that are no text are refused', async () => {
    const stage = await talked({});
    const options = { customInstructions: 7 } as never;
    await expect(stage.cmd.sessions.compact(options)).rejects.toThrow('customInstructions must be a string');
  });
});

describe('a compaction that fails', () => {
  it.each([
    ['the model fails', { error: { message: 'overloaded' } }, 'overloaded'],
    ['the answer has no text', { text: '  ' }, 'without text'],
  ])('leaves everything as it was, with a notice: %s', async (_case, turn, reason) => {
    const stage = await talked({}, turn, { text: 'three' });
    await stage.cmd.sessions.compact();
    expect(notices(stage)).toEqual([
      expect.stringMatching(new RegExp(`^warning: Compaction failed.*${reason}`)),
    ]);
    expect(ofType(stage.events, 'compaction_done')).toEqual([{ type: 'compaction_done' }]);
    await stage.run('third');
    expect(lastSent(stage)).toEqual([
      'user: first',
      'assistant: one',
      'user: second',
      'assistant: two',
      'user: third',
    ]);
  });

  it('is tried again when the error says that this is worth it', async () => {
    const stage = await talked({}, { error: { message: 'busy', retryable: true } }, { text: 'SUMMARY' });
    await stage.cmd.sessions.compact();
    expect(
      requestsOf(stage)
        .slice(-2)
        .map(({ attempt }) => attempt),
    ).toEqual([0, 1]);
    expect(notices(stage)).toEqual([]);
  });

  it('ends at once, without a word, when the harness ends', async () => {
    const stage = await talked({ harness: { modelClient: hangingAfter(2) } });
    const compacted = stage.cmd.sessions.compact();
    await stage.harness.dispose();
    await compacted;
    expect(notices(stage)).toEqual([]);
    expect(
      stage.harness.session?.modSession('builtin:compaction').getCustomEntries({ customType: 'compaction' }),
    ).toEqual([]);
  });
});
