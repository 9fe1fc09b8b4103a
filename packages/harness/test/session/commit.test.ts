import { describe, expect, it } from 'vitest';
import { createSession, type Session } from '../../src/session/index.ts';
import {
  assistant,
  changed,
  codesOf,
  entriesIn,
  pathOf,
  reopened,
  say,
  tempFolder,
  textsOf,
  user,
} from './support/sessions.ts';

function conversation(...texts: string[]): Session {
  const session = createSession({ folder: tempFolder(), cwd: '/project' });
  say(session, ...texts.map((text) => user(text)));
  return session;
}

/** What the last commit added to the file, as types. */
function typesSince(session: Session, count: number): unknown[] {
  return entriesIn(pathOf(session))
    .slice(count)
    .map(({ type }) => type);
}

describe('committing messages', () => {
  it('appends the new ones alone', () => {
    const session = conversation('1', '2');
    say(session, assistant('3'));
    expect(typesSince(session, 3)).toEqual(['message']);
  });

  it('writes nothing when nothing changed', () => {
    const session = conversation('1');
    session.commit(session.state());
    expect(typesSince(session, 2)).toEqual([]);
  });

  it('takes an equal copy for the same message, and knows its reference from then on', () => {
    const session = conversation('1', '2');
    const copy = structuredClone(session.state());
    session.commit(copy);
    expect(typesSince(session, 3)).toEqual([]);
    expect(session.state().messages[0]).toBe(copy.messages[0]);
  });

  it.each([
    [
      'replaced in the middle',
      (m: readonly object[]) => [m[0], user('new'), m[2]],
      ['rewrite', 'message', 'message'],
    ],
    [
      'replaced at the start',
      (m: readonly object[]) => [user('new'), m[1]],
      ['rewrite', 'message', 'message'],
    ],
    ['taken from the end', (m: readonly object[]) => m.slice(0, 1), ['rewrite']],
    [
      'put in between',
      (m: readonly object[]) => [m[0], user('new'), ...m.slice(1)],
      ['rewrite', 'message', 'message', 'message'],
    ],
    ['taken altogether', () => [], ['rewrite']],
  ])('rewrites the transcript from where it parts: %s', (_what, change, written) => {
    const session = conversation('1', '2', '3');
    const next = changed(session.state(), {
      messages: change(session.state().messages) as ReturnType<typeof user>[],
    });
    session.commit(next);
    expect(typesSince(session, 4)).toEqual(written);
    expect(session.state()).toEqual(next);
    expect(reopened(session).state()).toEqual(next);
  });

  it('keeps the old wording in the tree', () => {
    const session = conversation('1', 'secret');
    const old = session.leafId();
    session.commit(changed(session.state(), { messages: [user('1'), user('removed')] }));
    expect(textsOf(reopened(session).state())).toEqual(['1', 'removed']);
    expect(textsOf(reopened(session).navigate(old))).toEqual(['1', 'secret']);
  });

  it('keeps what mods appended when another mod rewrites the transcript before it', () => {
    const session = conversation('1');
    const mod = session.modSession('mod:counter');
    mod.appendCustomEntry({ customType: 'count', data: 1 });
    session.commit(changed(session.state(), { modState: { 'mod:counter': 1 } }));
    session.commit(changed(session.state(), { messages: [user('rewritten')] }));
    const again = reopened(session);
    expect(again.modSession('mod:counter').getCustomEntries({ customType: 'count' })).toHaveLength(1);
    expect(again.state().modState).toEqual({ 'mod:counter': 1 });
  });

  it('does not look at messages that the caller vouches for', () => {
    const session = conversation('1', '2');
    const [, second] = session.state().messages;
    const unread = user('never compared');
    session.commit(changed(session.state(), { messages: [unread, ...(second ? [second] : []), user('3')] }), {
      trusted: 2,
    });
    expect(typesSince(session, 3)).toEqual(['message']);
  });

  it('stores a message that does not survive JSON as far as it can, and says what is missing', () => {
    const session = conversation('1');
    const input: Record<string, unknown> = { size: 10n, ok: 'yes', list: [undefined] };
    input.self = input;
    const message = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't', name: 'n', input }],
    } as const;
    const state = say(session, message);
    expect(codesOf(session)).toEqual(['SESSION_MESSAGE_NOT_JSON']);
    expect(session.diagnostics[0]?.message).toContain("'content[0].input.size' is a BigInt");
    expect(reopened(session).state().messages[1]?.content).toEqual([
      {
        type: 'tool_use',
        id: 't',
        name: 'n',
        input: { size: '[a BigInt]', ok: 'yes', list: ['[undefined]'], self: '[a cycle]' },
      },
    ]);
    session.commit(state);
    expect(entriesIn(pathOf(session))).toHaveLength(3);
  });
});

describe('committing modState', () => {
  it('writes the slots that changed, by reference and then by text', () => {
    const session = conversation('1');
    const same = { deep: [1] };
    session.commit(changed(session.state(), { modState: { a: same, b: { n: 1 } } }));
    session.commit(changed(session.state(), { modState: { a: same, b: { n: 1 } } }));
    session.commit(changed(session.state(), { modState: { a: { deep: [1] }, b: { n: 2 } } }));
    const written = entriesIn(pathOf(session)).filter(({ type }) => type === 'mod_state');
    expect(written.map(({ slots }) => slots)).toEqual([{ a: same, b: { n: 1 } }, { b: { n: 2 } }]);
    expect(reopened(session).state().modState).toEqual({ a: { deep: [1] }, b: { n: 2 } });
  });

  it('does not even read a slot that is the same object as before', () => {
    const session = conversation('1');
    let reads = 0;
    const value = {
      get n(): number {
        reads += 1;
        return 1;
      },
    };
    const state = changed(session.state(), { modState: { a: value } });
    session.commit(state);
    expect(reads).toBeGreaterThan(0);
    reads = 0;
    session.commit(state);
    expect(reads).toBe(0);
  });

  it('forgets a slot that is gone', () => {
    const session = conversation('1');
    session.commit(changed(session.state(), { modState: { a: 1, b: 2 } }));
    session.commit(changed(session.state(), { modState: { b: 2 } }));
    expect(reopened(session).state().modState).toEqual({ b: 2 });
  });

  it('stores what a value was when it was committed, whatever becomes of it', () => {
    const session = conversation('1');
    const value = { n: 1 };
    session.commit(changed(session.state(), { modState: { a: value } }));
    value.n = 2;
    expect(session.state().modState).toEqual({ a: { n: 1 } });
    session.commit(changed(session.state(), { modState: { a: { n: 2 } } }));
    expect(reopened(session).state().modState).toEqual({ a: { n: 2 } });
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each([
    ['a function', { f: () => 1 }, "'f' is a function"],
    ['a BigInt', 1n, 'its value is a BigInt'],
    ['a cycle', cycle, "'self' is a cycle"],
    ['undefined', undefined, 'its value is undefined'],
    ['a Date', { at: [new Date(0)] }, "'at[0]' is an instance of Date"],
  ])(
    'reports a slot that does not survive JSON (%s) and keeps its last good value',
    (_what, value, words) => {
      const session = conversation('1');
      session.commit(changed(session.state(), { modState: { 'mod:bad': 'good', 'mod:ok': 1 } }));
      const bad = changed(session.state(), { modState: { 'mod:bad': value, 'mod:ok': 2 } });
      session.commit(bad);
      session.commit(bad);
      expect(session.diagnostics).toMatchObject([{ code: 'SESSION_STATE_NOT_JSON', mod: 'mod:bad' }]);
      expect(session.diagnostics[0]?.message).toContain(words);
      expect(reopened(session).state().modState).toEqual({ 'mod:bad': 'good', 'mod:ok': 2 });
      expect(session.state().modState).toEqual({ 'mod:bad': 'good', 'mod:ok': 2 });
    },
  );

  it('tells a mod once of a mistake that it makes each turn', () => {
    const session = conversation('1');
    for (let turn = 0; turn < 3; turn += 1) {
      session.commit(changed(session.state(), { modState: { 'mod:bad': { at: new Date(turn) } } }));
    }
    expect(codesOf(session)).toEqual(['SESSION_STATE_NOT_JSON']);
  });

  it('keeps a slot named __proto__ apart from the object it stands in', () => {
    const session = conversation('1');
    const modState = Object.fromEntries([['__proto__', { polluted: true }]]);
    session.commit(changed(session.state(), { modState }));
    const read = reopened(session).state().modState;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect('polluted' in read).toBe(false);
  });
});

describe('committing the interruption', () => {
  it('writes it when it changes', () => {
    const session = conversation('1');
    session.commit(changed(session.state(), { interrupted: true }));
    session.commit(changed(session.state(), { interrupted: true }));
    expect(typesSince(session, 2)).toEqual(['state']);
    expect(reopened(session).state().interrupted).toBe(true);
    session.commit(changed(session.state(), { interrupted: false }));
    expect(reopened(session).state().interrupted).toBe(false);
  });
});
