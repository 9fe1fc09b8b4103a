import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@cmd-mods/mod-api';
import { describe, expect, it } from 'vitest';
import {
  createSession,
  findSession,
  findSessions,
  latestSession,
  sessionFolder,
} from '../../src/session/index.ts';
import { pathOf, say, tempFolder, user } from './support/sessions.ts';

/** A folder with one session for each id, the last one the youngest. */
function folderWith(...ids: string[]): string {
  const folder = tempFolder();
  for (const [index, id] of ids.entries()) {
    const session = createSession({ folder, cwd: '/project', id, now: () => new Date(index * 1000) });
    say(session, user('hi'));
    utimesSync(pathOf(session), index, index);
  }
  return folder;
}

function refusal(code: string, text: { message?: string; hint?: string }): unknown {
  const words = Object.entries(text).map(([key, value]) => [key, expect.stringContaining(value)]);
  return expect.objectContaining({
    diagnostic: expect.objectContaining({ code, ...Object.fromEntries(words) }),
  });
}

describe('finding sessions', () => {
  it('lists them, the one written last first', () => {
    const folder = folderWith('old', 'young');
    utimesSync(findSession(folder, 'old').path, 99, 99);
    expect(findSessions(folder)).toMatchObject([
      { id: 'old', cwd: '/project', createdAt: '1970-01-01T00:00:00.000Z', modifiedAt: 99_000 },
      { id: 'young' },
    ]);
    expect(latestSession(folder)?.id).toBe('old');
  });

  it('finds none in an empty folder and in one that is not there', () => {
    expect(findSessions(tempFolder())).toEqual([]);
    expect(latestSession(join(tempFolder(), 'nowhere'))).toBeUndefined();
  });

  it('passes over what is no session file, and says what it cannot read', () => {
    const folder = folderWith('one');
    writeFileSync(join(folder, 'notes.txt'), '');
    writeFileSync(join(folder, '.hidden.jsonl'), '');
    mkdirSync(join(folder, 'folder.jsonl'));
    const reported: Diagnostic[] = [];
    expect(findSessions(folder, (diagnostic) => reported.push(diagnostic)).map(({ id }) => id)).toEqual([
      'one',
    ]);
    expect(reported).toMatchObject([
      { code: 'SESSION_UNREADABLE', where: { file: join(folder, 'folder.jsonl') } },
    ]);
  });

  it('takes the id of a file without a header from its name', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, '2026-01-02T03-04-05-678Z_abc.jsonl'), '{"type":"ses');
    expect(findSessions(folder)).toMatchObject([{ id: 'abc', cwd: '', createdAt: '' }]);
  });

  it('refuses a folder that is a file', () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, '');
    expect(() => findSessions(path)).toThrow(refusal('SESSION_UNREADABLE', { message: 'ENOTDIR' }));
  });
});

describe('finding a session by id', () => {
  it('takes the whole id, or a beginning that only one has', () => {
    const folder = folderWith('abc', 'abcdef', 'xyz');
    expect(findSession(folder, 'abc').id).toBe('abc');
    expect(findSession(folder, 'abcd').id).toBe('abcdef');
    expect(findSession(folder, 'x').id).toBe('xyz');
  });

  it('refuses a beginning that several have, and names them', () => {
    const words = { message: "begin with 'ab': abz (1970-01-01T00:00:01.000Z), aby" };
    expect(() => findSession(folderWith('aby', 'abz', 'c'), 'ab')).toThrow(
      refusal('SESSION_AMBIGUOUS', words),
    );
  });

  it('names the ids that begin most alike, the latest first, when none fits', () => {
    const folder = folderWith('abcd', 'abxx', 'zzz', 'abyy');
    const words = { message: "the id 'abcx'", hint: 'Did you mean abcd (1970-01-01T00:00:00.000Z), abyy' };
    expect(() => findSession(folder, 'abcx')).toThrow(refusal('SESSION_NOT_FOUND', words));
  });

  it('takes nothing for the beginning of no id', () => {
    expect(() => findSession(folderWith('only'), '')).toThrow(refusal('SESSION_NOT_FOUND', { hint: 'only' }));
  });

  it.each(['', 'a'])('says that there is none yet (%j)', (id) => {
    expect(() => findSession(tempFolder(), id)).toThrow(refusal('SESSION_NOT_FOUND', { hint: 'no session' }));
  });
});

describe('the folder of a project', () => {
  it('lies under the home and reads like the project', () => {
    const home = tempFolder();
    const cwd = mkdtempSync(join(tempFolder(), 'my app-'));
    const folder = sessionFolder({ home, cwd });
    expect(folder.startsWith(join(home, '.commandcode', 'sessions'))).toBe(true);
    expect(folder).toMatch(/my-app-[A-Za-z0-9]+-[0-9a-f]{8}$/);
  });

  it('is the same through a symlink, and another for a path that reads the same', () => {
    const base = tempFolder();
    for (const name of ['a-b', 'a b']) mkdirSync(join(base, name));
    symlinkSync(join(base, 'a-b'), join(base, 'link'), 'junction');
    const folderOf = (name: string) => sessionFolder({ home: '/home', cwd: join(base, name) });
    expect(folderOf('link')).toBe(folderOf('a-b'));
    expect(folderOf('a b')).not.toBe(folderOf('a-b'));
  });
});
