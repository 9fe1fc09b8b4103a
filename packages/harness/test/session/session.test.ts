import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/session/index.ts';
import {
  assistant,
  changed,
  entriesIn,
  pathOf,
  reopened,
  say,
  tempFolder,
  textsOf,
  user,
} from './support/sessions.ts';

describe('a session file', () => {
  it('is made with the first entry and not before', () => {
    const folder = join(tempFolder(), 'deep', 'sessions');
    const session = createSession({ folder, cwd: '/project' });
    session.beginRun();
    session.endRun();
    session.commit(session.state());
    expect(existsSync(folder)).toBe(false);
    say(session, user('hi'));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is named by time and id, and begins with a header', () => {
    const now = () => new Date('2026-01-02T03:04:05.678Z');
    const session = createSession({ folder: tempFolder(), cwd: '/project', id: 'abc', now });
    say(session, user('hi'));
    expect(session.path).toMatch(/[\\/]2026-01-02T03-04-05-678Z_abc\.jsonl$/);
    const createdAt = '2026-01-02T03:04:05.678Z';
    const [header, entry] = entriesIn(pathOf(session));
    expect(header).toEqual({ type: 'session', version: 1, id: 'abc', cwd: '/project', createdAt });
    expect(entry).toEqual({
      type: 'message',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentId: null,
      timestamp: createdAt,
      message: user('hi'),
    });
  });

  it.skipIf(process.platform === 'win32')('can be read by its owner alone', () => {
    const folder = join(tempFolder(), 'sessions');
    const session = createSession({ folder, cwd: '/project' });
    say(session, user('hi'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(pathOf(session)).mode & 0o777).toBe(0o600);
  });

  it('only ever grows', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    say(session, user('1'), assistant('2'));
    const before = readFileSync(pathOf(session), 'utf8');
    session.commit(changed(session.state(), { messages: [user('another')] }));
    session.setName('n');
    session.navigate(null);
    const after = readFileSync(pathOf(session), 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.length).toBeGreaterThan(before.length);
  });

  it.each(['', 'a/b', '../up', '.hidden', 'a b', 'x'.repeat(129)])('refuses the session id %j', (id) => {
    expect(() => createSession({ cwd: '/project', id })).toThrow(TypeError);
  });
});

describe('a resumed session', () => {
  it('has the messages, modState, interruption, name, id and folder that were committed', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project', id: 'abc' });
    session.setName('A talk');
    const messages = [user('hi'), assistant('hello')];
    const modState = { 'mod:a': { n: 1 }, 'mod:b': [null, 'text'] };
    session.commit({ sessionId: 'abc', messages, interrupted: true, modState });
    const again = reopened(session);
    expect(again.state()).toEqual({ sessionId: 'abc', messages, interrupted: true, modState });
    expect(again).toMatchObject({
      id: 'abc',
      cwd: '/project',
      createdAt: session.createdAt,
      diagnostics: [],
    });
    expect(again.getName()).toBe('A talk');
    expect(again.leafId()).toBe(session.leafId());
  });

  it('goes on in the same file, and writes nothing until something is new', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    say(session, user('1'));
    const bytes = readFileSync(pathOf(session));
    const again = reopened(session);
    again.commit(again.state());
    expect(readFileSync(pathOf(session))).toEqual(bytes);
    say(again, assistant('2'));
    expect(textsOf(reopened(again).state())).toEqual(['1', '2']);
    expect(entriesIn(pathOf(session))).toHaveLength(3);
  });
});

describe('the commit as the durability boundary', () => {
  it('writes what mods append outside a run at once', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    session.modSession('mod:a').appendCustomEntry({ customType: 't' });
    expect(entriesIn(pathOf(session))).toHaveLength(2);
  });

  it('lets what mods append in a run wait for the commit, readable at once', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    const mod = session.modSession('mod:a');
    session.beginRun();
    mod.appendCustomEntry({ customType: 't', data: 1 });
    expect(mod.getCustomEntries({ customType: 't' })).toHaveLength(1);
    expect(existsSync(pathOf(session))).toBe(false);
    expect(session.waitingCount).toBe(2);
    say(session, user('hi'));
    expect(entriesIn(pathOf(session)).map(({ type }) => type)).toEqual(['session', 'custom', 'message']);
    expect(session.waitingCount).toBe(0);
  });

  it('writes what was left when the run ends', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    session.beginRun();
    session.modSession('mod:a').appendCustomEntry({ customType: 't' });
    expect(session.endRun()).toBe(true);
    expect(entriesIn(pathOf(session))).toHaveLength(2);
  });
});

describe('a session in memory (--no-session)', () => {
  it('does everything and touches no disk', () => {
    const folder = tempFolder();
    const session = createSession({ cwd: folder });
    const mod = session.modSession('mod:a');
    mod.appendCustomEntry({ customType: 't', data: 1 });
    const state = say(session, user('1'), assistant('2'));
    expect(session.state()).toEqual(state);
    expect(mod.getCustomEntries({ customType: 't' })).toMatchObject([{ data: 1 }]);
    expect(session.navigate(null).messages).toEqual([]);
    expect(session).toMatchObject({ path: undefined, waitingCount: 0, diagnostics: [] });
    expect(readdirSync(folder)).toEqual([]);
  });
});
