import type { AgentMessage, CustomEntry } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/session/index.ts';
import { changed, reopened, say, tempFolder, user } from './support/sessions.ts';

const newSession = () => createSession({ folder: tempFolder(), cwd: '/project', id: 'abc' });

describe('appendCustomEntry and getCustomEntries', () => {
  it('give back the entries in file order, after a resume too', () => {
    const session = newSession();
    const mod = session.modSession('mod:a');
    const first = mod.appendCustomEntry({ customType: 'count', data: { n: 1 } });
    say(session, user('hi'));
    const second = mod.appendCustomEntry({ customType: 'count', data: { n: 2 } });
    const third = mod.appendCustomEntry({ customType: 'count' });
    const expected: CustomEntry[] = [
      { id: first, customType: 'count', data: { n: 1 } },
      { id: second, customType: 'count', data: { n: 2 } },
      { id: third, customType: 'count' },
    ];
    expect(mod.getCustomEntries({ customType: 'count' })).toEqual(expected);
    expect(reopened(session).modSession('mod:a').getCustomEntries({ customType: 'count' })).toEqual(expected);
  });

  it('show a mod its own entries alone, and of the asked type alone', () => {
    const session = newSession();
    session.modSession('mod:a').appendCustomEntry({ customType: 't' });
    session.modSession('mod:a').appendCustomEntry({ customType: 'other' });
    session.modSession('mod:b').appendCustomEntry({ customType: 't' });
    expect(session.modSession('mod:a').getCustomEntries({ customType: 't' })).toHaveLength(1);
    expect(session.modSession('mod:c').getCustomEntries({ customType: 't' })).toEqual([]);
  });

  it('cover the active branch alone', () => {
    const session = newSession();
    const mod = session.modSession('mod:a');
    const common = mod.appendCustomEntry({ customType: 't', data: 'common' });
    const left = mod.appendCustomEntry({ customType: 't', data: 'left' });
    session.navigate(common);
    mod.appendCustomEntry({ customType: 't', data: 'right' });
    const dataOf = () => mod.getCustomEntries({ customType: 't' }).map(({ data }) => data);
    expect(dataOf()).toEqual(['common', 'right']);
    session.navigate(left);
    expect(dataOf()).toEqual(['common', 'left']);
  });

  it('never share what is stored with the caller', () => {
    const session = newSession();
    const mod = session.modSession('mod:a');
    const data = { list: [1] };
    mod.appendCustomEntry({ customType: 't', data });
    data.list.push(2);
    const [read] = mod.getCustomEntries({ customType: 't' });
    if (read !== undefined) (read.data as typeof data).list.push(3);
    (mod.getCustomEntries({ customType: 't' }) as CustomEntry[]).length = 0;
    expect(mod.getCustomEntries({ customType: 't' })).toMatchObject([{ data: { list: [1] } }]);
  });

  it('tell the session id', () => {
    expect(newSession().modSession('mod:a').sessionId).toBe('abc');
  });

  it.each([
    [{ customType: '' }, 'customType must be a text'],
    [{}, 'customType must be a text'],
    [undefined, 'customType must be a text'],
    [{ customType: 't', data: { a: [() => 1] } }, 'data.a[0] is a function'],
    [{ customType: 't', data: [Number.NaN] }, 'data[0] is NaN'],
    [{ customType: 't', data: new Map() }, 'data is an instance of Map'],
  ])('refuse %j and append nothing', (entry, words) => {
    const session = newSession();
    const mod = session.modSession('mod:a');
    expect(() => mod.appendCustomEntry(entry as { customType: string })).toThrow(TypeError);
    expect(() => mod.appendCustomEntry(entry as { customType: string })).toThrow(words);
    expect(session.leafId()).toBeNull();
  });
});

describe('appendCustomMessageEntry', () => {
  const note = { customType: 'note', content: 'look here', display: true } as const;

  it('returns a user message that names its entry, and keeps it out of the transcript', () => {
    const session = newSession();
    const { entryId, message } = session.modSession('mod:a').appendCustomMessageEntry(note);
    const content = [{ type: 'text', text: 'look here' }];
    expect(message).toEqual({ role: 'user', content, meta: { source: 'mod', entryId } });
    expect(session.state().messages).toEqual([]);
    expect(session.leafId()).toBe(entryId);
  });

  it('keeps display and details', () => {
    const session = newSession();
    const { entryId } = session
      .modSession('mod:a')
      .appendCustomMessageEntry({ ...note, details: { why: 1 } });
    expect(reopened(session).pendingCustomMessages([])).toMatchObject([
      { entryId, modId: 'mod:a', customType: 'note', display: true, details: { why: 1 } },
    ]);
  });

  it.each([
    [{ ...note, content: undefined }, 'content must be a text or a list'],
    [{ ...note, content: [{ text: 'no type' }] }, 'content must be a text or a list'],
    [{ ...note, content: [{ type: 'image', source: { data: 1n } }] }, 'content[0].source.data is a BigInt'],
    [{ ...note, display: 'yes' }, 'display must be true or false'],
    [{ ...note, details: Symbol('s') }, 'details is a symbol'],
    [{ ...note, customType: '' }, 'customType must be a text'],
  ])('refuses wrong arguments (%#) and appends nothing', (entry, words) => {
    const session = newSession();
    const append = () => session.modSession('mod:a').appendCustomMessageEntry(entry as typeof note);
    expect(append).toThrow(TypeError);
    expect(append).toThrow(words);
    expect(session.leafId()).toBeNull();
  });

  it('waits to be shown until a message of the transcript shows it', () => {
    const session = newSession();
    const { message, entryId } = session.modSession('mod:a').appendCustomMessageEntry(note);
    expect(session.pendingCustomMessages([user('hi')]).map(({ message: shown }) => shown)).toEqual([message]);
    expect(session.pendingCustomMessages([user('hi'), user('merged', { entryId })])).toEqual([]);
    say(session, user('hi'), message);
    expect(session.pendingCustomMessages([])).toEqual([]);
    expect(reopened(session).pendingCustomMessages([])).toEqual([]);
  });

  it('still waits after a resume, in file order', () => {
    const session = newSession();
    const first = session.modSession('mod:b').appendCustomMessageEntry(note);
    const second = session.modSession('mod:a').appendCustomMessageEntry({ ...note, content: 'and here' });
    say(session, user('hi'));
    const again = reopened(session);
    const pending = again.pendingCustomMessages(again.state().messages);
    expect(pending.map(({ message }) => message)).toEqual([first.message, second.message]);
  });

  it('is shown exactly once even when a mod takes the message out again', () => {
    const session = newSession();
    const { message } = session.modSession('mod:a').appendCustomMessageEntry(note);
    say(session, message);
    session.commit(changed(session.state(), { messages: [] }));
    expect(session.pendingCustomMessages([])).toEqual([]);
    expect(reopened(session).pendingCustomMessages([])).toEqual([]);
  });

  it('does not let the message change the entry', () => {
    const session = newSession();
    const { message, entryId } = session.modSession('mod:a').appendCustomMessageEntry(note);
    (message.content as AgentMessage['content'][number][]).length = 0;
    session.navigate(null);
    session.navigate(entryId);
    expect(session.pendingCustomMessages([])[0]?.message.content).toHaveLength(1);
  });
});
