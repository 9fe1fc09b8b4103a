import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSession, openSession, type Session } from '../../src/session/index.ts';
import {
  assistant,
  codesOf,
  entriesIn,
  pathOf,
  reopened,
  say,
  tempFolder,
  textsOf,
  user,
} from './support/sessions.ts';

function begun(): Session {
  const session = createSession({ folder: tempFolder(), cwd: '/project' });
  say(session, user('1'));
  return session;
}

const isPosix = process.platform !== 'win32';
const hasPrlimit = isPosix && spawnSync('prlimit', ['--version']).status === 0;

/** Runs `body` while this process may make no file longer than `bytes`: a full disk, as far as writing can tell. */
function withFileLimit(bytes: number, body: () => void): void {
  const limit = (soft: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:`]);
  limit(String(bytes));
  try {
    body();
  } finally {
    limit('unlimited');
  }
}

describe('a write that fails', () => {
  it('is reported once, keeps its entries in memory, and is made up for by the next', () => {
    const folder = join(tempFolder(), 'sessions');
    writeFileSync(folder, 'a file where the folder should be');
    const session = createSession({ folder, cwd: '/project' });
    say(session, user('1'));
    say(session, assistant('2'));
    expect(session.commit(session.state())).toBe(false);
    expect(codesOf(session)).toEqual(['SESSION_WRITE_FAILED']);
    expect(session.diagnostics[0]).toMatchObject({ where: { file: session.path } });
    expect(textsOf(session.state())).toEqual(['1', '2']);
    expect(session.waitingCount).toBe(3);
    rmSync(folder);
    expect(session.flush()).toBe(true);
    expect(textsOf(reopened(session).state())).toEqual(['1', '2']);
    expect(session.diagnostics).toHaveLength(1);
  });

  it('is reported again when it fails again after a success', () => {
    const session = begun();
    const folder = dirname(pathOf(session));
    for (let round = 0; round < 2; round += 1) {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
      say(session, user('x'));
      rmSync(folder);
      session.flush();
    }
    expect(codesOf(session).filter((code) => code === 'SESSION_WRITE_FAILED')).toHaveLength(2);
    expect(textsOf(reopened(session).state())).toEqual(['1', 'x', 'x']);
  });

  it('never writes over a file that is not its own', () => {
    const now = () => new Date(0);
    const folder = tempFolder();
    const first = createSession({ folder, cwd: '/project', id: 'same', now });
    say(first, user('first'));
    const second = createSession({ folder, cwd: '/project', id: 'same', now });
    say(second, user('second'));
    expect(codesOf(second)).toEqual(['SESSION_WRITE_FAILED']);
    expect(textsOf(reopened(first).state())).toEqual(['first']);
  });

  it.skipIf(!hasPrlimit)(
    'that stops anywhere leaves half a line at most, and nothing is lost or doubled',
    () => {
      const length = (() => {
        const session = begun();
        say(session, assistant('2'), user('3'));
        return statSync(pathOf(session)).size;
      })();
      // Every fifth byte is a place in each kind of text; the ends of the lines are tried one by one.
      const sample = begun();
      say(sample, assistant('2'), user('3'));
      const ends = [...readFileSync(pathOf(sample), 'utf8')].flatMap((character, at) =>
        character === '\n' ? [at] : [],
      );
      const places = new Set([
        ...Array.from({ length: 12 }, (_, k) => Math.floor((length * k) / 12)),
        ...ends.flatMap((at) => [at - 1, at, at + 1]),
      ]);
      for (const limit of places) {
        const session = createSession({ folder: tempFolder(), cwd: '/project' });
        session.beginRun();
        withFileLimit(limit, () => say(session, user('1'), assistant('2'), user('3')));
        if (limit < length) expect(codesOf(session), `stopped at ${limit}`).toEqual(['SESSION_WRITE_FAILED']);
        expect(session.flush()).toBe(true);
        const again = reopened(session);
        expect(textsOf(again.state()), `stopped at ${limit}`).toEqual(['1', '2', '3']);
        const others = codesOf(again)
          .map((code) => code.replace(/:\d+$/, ''))
          .filter((code) => code !== 'SESSION_LINE_SKIPPED');
        expect(others, `stopped at ${limit}`).toEqual([]);
      }
    },
    60_000,
  );

  it.skipIf(!hasPrlimit)('that stops twice loses nothing either', () => {
    const session = createSession({ folder: tempFolder(), cwd: '/project' });
    session.beginRun();
    withFileLimit(50, () => say(session, user('1'), assistant('2'), user('3')));
    // The second attempt starts by ending the torn line, and stops within its second line.
    const headerLength = Buffer.byteLength(JSON.stringify({ ...header(session) }));
    withFileLimit(51 + headerLength + 20, () => session.flush());
    expect(session.flush()).toBe(true);
    const again = reopened(session);
    expect(textsOf(again.state())).toEqual(['1', '2', '3']);
    expect(codesOf(again)).toEqual(['SESSION_LINE_SKIPPED:1', 'SESSION_LINE_SKIPPED:3']);
  });

  it.skipIf(process.platform !== 'linux')('on a full device throws nothing', () => {
    const path = join(tempFolder(), 'full.jsonl');
    writeFileSync(path, '');
    const session = openSession(path);
    rmSync(path);
    symlinkSync('/dev/full', path);
    say(session, user('1'));
    expect(session.diagnostics.at(-1)).toMatchObject({
      code: 'SESSION_WRITE_FAILED',
      message: expect.stringContaining('ENOSPC'),
    });
  });
});

function header({ id, cwd, createdAt }: Session): object {
  return { type: 'session', version: 1, id, cwd, createdAt };
}

describe('two processes on one file', () => {
  it('are noticed, and what both wrote is kept as branches', () => {
    const first = begun();
    const second = reopened(first);
    say(first, assistant('from the first'));
    say(second, assistant('from the second'));
    expect(codesOf(second)).toEqual(['SESSION_CHANGED_ELSEWHERE']);
    say(first, user('and more'));
    expect(codesOf(first)).toEqual(['SESSION_CHANGED_ELSEWHERE']);
    const again = reopened(first);
    expect(again.diagnostics).toEqual([]);
    expect(textsOf(again.state())).toEqual(['1', 'from the first', 'and more']);
    expect(textsOf(again.navigate(second.leafId()))).toEqual(['1', 'from the second']);
  });

  it('are reported once, however long they go on', () => {
    const first = begun();
    const second = reopened(first);
    for (let round = 0; round < 3; round += 1) {
      say(first, user('x'));
      say(second, user('y'));
    }
    expect([...codesOf(first), ...codesOf(second)]).toEqual([
      'SESSION_CHANGED_ELSEWHERE',
      'SESSION_CHANGED_ELSEWHERE',
    ]);
  });

  it('never glue a line to half a line of the other', () => {
    const session = begun();
    appendFileSync(pathOf(session), '{"type":"mess');
    say(session, user('2'));
    const again = reopened(session);
    expect(textsOf(again.state())).toEqual(['1', '2']);
    expect(codesOf(again)).toEqual(['SESSION_LINE_SKIPPED:3']);
  });
});

describe('a file that vanishes while it is in use', () => {
  it('is written anew, whole', () => {
    const session = begun();
    session.setName('n');
    rmSync(dirname(pathOf(session)), { recursive: true });
    say(session, assistant('2'));
    expect(codesOf(session)).toEqual(['SESSION_FILE_GONE']);
    const again = reopened(session);
    expect(textsOf(again.state())).toEqual(['1', '2']);
    expect(again.getName()).toBe('n');
    expect(again.diagnostics).toEqual([]);
  });

  it('is said to be gone once, however often writing it anew fails', () => {
    const session = begun();
    rmSync(pathOf(session));
    symlinkSync(join(tempFolder(), 'nowhere'), pathOf(session));
    say(session, assistant('2'));
    say(session, user('3'));
    rmSync(pathOf(session));
    session.flush();
    expect(codesOf(session)).toEqual(['SESSION_FILE_GONE', 'SESSION_WRITE_FAILED']);
    expect(textsOf(reopened(session).state())).toEqual(['1', '2', '3']);
    expect(reopened(session).diagnostics).toEqual([]);
  });

  it('is written anew when it was emptied', () => {
    const session = begun();
    truncateSync(pathOf(session));
    say(session, assistant('2'));
    expect(codesOf(session)).toEqual(['SESSION_FILE_GONE']);
    expect(textsOf(reopened(session).state())).toEqual(['1', '2']);
    expect(entriesIn(pathOf(session))).toHaveLength(3);
  });

  it('keeps lines that this program does not know', () => {
    const session = begun();
    appendFileSync(pathOf(session), '{"type":"future","id":"f","parentId":null,"x":[1]}\n');
    const again = reopened(session);
    rmSync(pathOf(again));
    say(again, user('2'));
    expect(entriesIn(pathOf(again))).toContainEqual({ type: 'future', id: 'f', parentId: null, x: [1] });
  });

  it('that was cut is gone on with, after a warning', () => {
    const session = begun();
    say(session, assistant('2'));
    truncateSync(pathOf(session), statSync(pathOf(session)).size - 10);
    say(session, user('3'));
    expect(codesOf(session)).toEqual(['SESSION_CHANGED_ELSEWHERE']);
    expect(textsOf(reopened(session).state())).toEqual(['1', '3']);
  });
});

describe('one flush', () => {
  it('is one write: nobody sees a part of a turn', () => {
    const session = begun();
    session.beginRun();
    session.modSession('mod:a').appendCustomEntry({ customType: 't' });
    const before = statSync(pathOf(session)).size;
    expect(existsSync(pathOf(session))).toBe(true);
    expect(before).toBe(readFileSync(pathOf(session)).length);
    say(session, assistant('2'), user('3'));
    expect(entriesIn(pathOf(session)).map(({ type }) => type)).toEqual([
      'session',
      'message',
      'custom',
      'message',
      'message',
    ]);
  });
});
