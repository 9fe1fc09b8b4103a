import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSession, openSession, type Session } from '../../src/session/index.ts';
import {
  assistant,
  changed,
  codesOf,
  fileOf,
  pathOf,
  say,
  tempFolder,
  textsOf,
  user,
} from './support/sessions.ts';

const header = JSON.stringify({ type: 'session', version: 1, id: 'abc', cwd: '/project', createdAt: '' });

function message(id: string, parentId: string | null, text = id): string {
  return JSON.stringify({ type: 'message', id, parentId, timestamp: '', message: user(text) });
}

/** A file of a header and three messages, `a`, `b` and `c`, with something done to its lines. */
function linesWith(change: (lines: string[]) => string[] = (lines) => lines): string {
  const lines = [header, message('a', null), message('b', 'a'), message('c', 'b')];
  return `${change(lines).join('\n')}\n`;
}

/** A session in which a bit of everything happened. */
function eventful(): Session {
  const session = createSession({ folder: tempFolder(), cwd: '/project', id: 'abc' });
  session.modSession('mod:ä').appendCustomEntry({ customType: 't', data: { text: 'née\n' } });
  session.commit(
    changed(session.state(), { messages: [user('größe'), assistant('日本')], modState: { 'mod:ä': 1 } }),
  );
  session.setLabel(session.leafId() ?? '', 'l');
  session.modSession('mod:ä').appendCustomMessageEntry({ customType: 't', content: '👋', display: true });
  session.commit(changed(session.state(), { messages: [user('kürzer')], interrupted: true }));
  session.setName('Name');
  session.navigate(session.tree()[0]?.id ?? null);
  return session;
}

/** What a session says, apart from its diagnostics. */
function gist(session: Session): unknown {
  return { state: session.state(), tree: session.tree(), leaf: session.leafId(), name: session.getName() };
}

describe('a file cut at any byte', () => {
  it('opens with everything before the cut, and can be gone on with', () => {
    const bytes = readFileSync(pathOf(eventful()));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const head = bytes.subarray(0, cut);
      // Only the line feed may be cut from a whole line; a line that lacks more is not there.
      const wholeLines = head.subarray(0, (bytes[cut] === 0x0a ? cut : head.lastIndexOf(0x0a)) + 1);
      const session = openSession(fileOf(head, '2026-01-02T03-04-05-678Z_abc.jsonl'));
      const complete = openSession(fileOf(wholeLines, '2026-01-02T03-04-05-678Z_abc.jsonl'));
      expect(gist(session), `cut at ${cut}`).toEqual(gist(complete));
      say(session, user('more'));
      const again = openSession(pathOf(session));
      expect(gist(again), `gone on after a cut at ${cut}`).toEqual(gist(session));
    }
  });

  it('says where it was cut, and only if it was', () => {
    const text = linesWith();
    expect(codesOf(openSession(fileOf(text.slice(0, -5))))).toEqual(['SESSION_LINE_TORN:4']);
    expect(codesOf(openSession(fileOf(text.slice(0, -1))))).toEqual([]);
    expect(codesOf(openSession(fileOf(text.slice(0, text.indexOf('\n') + 1))))).toEqual([]);
  });

  it('opens whatever its entries are', () => {
    const text = fc.string({ unit: 'grapheme' });
    const action = fc.oneof(
      fc.record({ messages: fc.array(text, { maxLength: 4 }) }),
      fc.record({ data: fc.jsonValue() }),
      fc.record({ slot: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 8 }), fc.nat(), (actions, at) => {
        const session = createSession({ folder: tempFolder(), cwd: '/project' });
        say(session, user('start'));
        for (const action of actions) act(session, action);
        const bytes = readFileSync(pathOf(session));
        expect(gist(openSession(pathOf(session)))).toEqual(gist(session));
        const cut = at % (bytes.length + 1);
        const head = bytes.subarray(0, cut);
        const wholeLines = head.subarray(0, (bytes[cut] === 0x0a ? cut : head.lastIndexOf(0x0a)) + 1);
        expect(gist(openSession(fileOf(head)))).toEqual(gist(openSession(fileOf(wholeLines))));
      }),
      { numRuns: 60 },
    );
  });
});

function act(session: Session, action: { messages: string[] } | { data: unknown } | { slot: unknown }): void {
  const state = session.state();
  if ('messages' in action) {
    // A random number of messages stays, so that some commits append and some rewrite.
    const kept = state.messages.slice(0, action.messages.length);
    session.commit(changed(state, { messages: [...kept, ...action.messages.map((text) => user(text))] }));
  } else if ('data' in action) {
    session.modSession('mod:a').appendCustomEntry({ customType: 't', data: action.data });
  } else {
    session.commit(changed(state, { modState: { 'mod:a': action.slot } }));
  }
}

describe('a damaged file', () => {
  const entry = (fields: object) => JSON.stringify({ timestamp: '', ...fields });
  it.each<[string, string, string[], string[]]>([
    ['nothing wrong', linesWith(), ['a', 'b', 'c'], []],
    ['carriage returns', linesWith().replaceAll('\n', '\r\n'), ['a', 'b', 'c'], []],
    ['a byte order mark', `\uFEFF${linesWith()}`, ['a', 'b', 'c'], []],
    ['blank lines', linesWith((l) => l.flatMap((line) => [line, '', ' '])), ['a', 'b', 'c'], []],
    [
      'a garbage line',
      linesWith((l) => l.toSpliced(2, 0, 'garbage {')),
      ['a', 'b', 'c'],
      ['SESSION_LINE_SKIPPED:3'],
    ],
    [
      'a line that is no object',
      linesWith((l) => l.toSpliced(2, 0, '[1]')),
      ['a', 'b', 'c'],
      ['SESSION_LINE_SKIPPED:3'],
    ],
    ['NUL bytes at the end', `${linesWith()}${'\0'.repeat(4096)}`, ['a', 'b', 'c'], ['SESSION_LINE_TORN:5']],
    ['NUL bytes, then a line', linesWith((l) => l.with(3, `\0\0${l[3]}`)), ['a', 'b', 'c'], []],
    [
      'a line half overwritten by NUL bytes',
      linesWith((l) => l.with(3, `${l[3]?.slice(0, 20)}\0\0`)),
      ['a', 'b'],
      ['SESSION_LINE_SKIPPED:4'],
    ],
    [
      'an entry lost in the middle',
      linesWith((l) => l.with(2, 'x')),
      ['a', 'c'],
      ['SESSION_LINE_SKIPPED:3', 'SESSION_LINK_BROKEN:4'],
    ],
    [
      'the first entry lost',
      linesWith((l) => l.with(1, 'x')),
      ['b', 'c'],
      ['SESSION_LINE_SKIPPED:2', 'SESSION_LINK_BROKEN:3'],
    ],
    [
      'an id twice',
      linesWith((l) => [...l, message('b', 'c', 'again')]),
      ['a', 'b', 'c'],
      ['SESSION_ID_DUPLICATE:5'],
    ],
    [
      'an entry that is its own parent',
      linesWith((l) => [...l, message('d', 'd')]),
      ['a', 'b', 'c', 'd'],
      ['SESSION_LINK_BROKEN:5'],
    ],
    [
      'an unknown type',
      linesWith((l) => [...l, entry({ type: 'future', id: 'f', parentId: 'c' }), message('d', 'f')]),
      ['a', 'b', 'c', 'd'],
      ['SESSION_ENTRY_UNKNOWN:5'],
    ],
    [
      'an unknown type, often',
      linesWith((l) => [...l, entry({ type: 'future', id: 'f' }), entry({ type: 'future', id: 'g' })]),
      ['a', 'b', 'c'],
      ['SESSION_ENTRY_UNKNOWN:5'],
    ],
    [
      'a message without content',
      linesWith((l) => [
        ...l,
        entry({ type: 'message', id: 'd', parentId: 'c', message: { role: 'user' } }),
        message('e', 'd'),
      ]),
      ['a', 'b', 'c', 'e'],
      ['SESSION_ENTRY_INVALID:5'],
    ],
    [
      'a node without parentId',
      linesWith((l) => [...l, entry({ type: 'state', id: 'd', interrupted: true })]),
      ['a', 'b', 'c'],
      ['SESSION_ENTRY_INVALID:5'],
    ],
    [
      'an entry without id',
      linesWith((l) => [...l, entry({ type: 'state', parentId: 'c', interrupted: true })]),
      ['a', 'b', 'c'],
      ['SESSION_LINE_SKIPPED:5'],
    ],
    [
      'a parentId that is a number',
      linesWith((l) => [...l, entry({ type: 'state', id: 'd', parentId: 7 })]),
      ['a', 'b', 'c'],
      ['SESSION_LINE_SKIPPED:5'],
    ],
    [
      'a leaf that is nowhere',
      linesWith((l) => [...l, entry({ type: 'leaf', id: 'd', targetId: 'x' })]),
      ['a', 'b', 'c'],
      ['SESSION_LINK_BROKEN:5'],
    ],
    [
      'a label for nothing',
      linesWith((l) => [...l, entry({ type: 'label', id: 'd', targetId: 'x', label: 'l' })]),
      ['a', 'b', 'c'],
      ['SESSION_LINK_BROKEN:5'],
    ],
    [
      'a rewrite that keeps a lost message',
      linesWith((l) => [
        ...l,
        entry({ type: 'rewrite', id: 'r', parentId: 'c', keepId: 'x' }),
        message('d', 'r'),
      ]),
      ['d'],
      ['SESSION_LINK_BROKEN:5'],
    ],
    ['a second header', linesWith((l) => [...l, header]), ['a', 'b', 'c'], ['SESSION_LINE_SKIPPED:5']],
    [
      'a header without id',
      linesWith((l) => l.with(0, '{"type":"session","version":1}')),
      ['a', 'b', 'c'],
      ['SESSION_LINE_SKIPPED:1', 'SESSION_HEADER_MISSING:1'],
    ],
    ['no header', linesWith((l) => l.slice(1)), ['a', 'b', 'c'], ['SESSION_HEADER_MISSING:1']],
    [
      'a garbage header',
      linesWith((l) => l.with(0, 'x')),
      ['a', 'b', 'c'],
      ['SESSION_LINE_SKIPPED:1', 'SESSION_HEADER_MISSING:1'],
    ],
    ['nothing at all', '', [], ['SESSION_HEADER_MISSING:1']],
    ['NUL bytes alone', '\0\0', [], ['SESSION_LINE_TORN:1', 'SESSION_HEADER_MISSING:1']],
    [
      'the start of a header alone',
      header.slice(0, 9),
      [],
      ['SESSION_LINE_TORN:1', 'SESSION_HEADER_MISSING:1'],
    ],
  ])('with %s opens with all that can be read, and says what cannot', (_what, text, texts, codes) => {
    const path = fileOf(text);
    const session = openSession(path);
    expect(textsOf(session.state())).toEqual(texts);
    expect(codesOf(session)).toEqual(codes);
    expect(session.diagnostics.every(({ where }) => where?.file === path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(text);
    say(session, user('more'));
    expect(readFileSync(path, 'utf8').startsWith(text)).toBe(true);
    expect(textsOf(openSession(path).state())).toEqual([...texts, 'more']);
  });

  it('with bytes that are not UTF-8 opens, and names the line', () => {
    const bytes = Buffer.from(linesWith((l) => l.with(2, message('b', 'a', 'b?b'))));
    bytes[bytes.indexOf('b?b') + 1] = 0xff;
    const session = openSession(fileOf(bytes));
    expect(textsOf(session.state())).toEqual(['a', 'b\uFFFDb', 'c']);
    expect(codesOf(session)).toEqual(['SESSION_TEXT_DAMAGED:3']);
  });

  it('without a header takes its id from its name, and gets a header with the next entry', () => {
    const path = fileOf('', '2026-01-02T03-04-05-678Z_abc-def.jsonl');
    const session = openSession(path);
    expect(session.id).toBe('abc-def');
    say(session, user('more'));
    expect(openSession(path)).toMatchObject({ id: 'abc-def', diagnostics: [] });
  });

  it('with a line longer than a chunk opens whole', () => {
    const long = 'ö'.repeat(700_000);
    const session = openSession(fileOf(linesWith((l) => l.with(2, message('b', 'a', long)))));
    expect(textsOf(session.state())).toEqual(['a', long, 'c']);
  });
});

describe('a file that cannot be opened', () => {
  const refusal = (code: string, words: string) =>
    expect.objectContaining({
      diagnostic: expect.objectContaining({ code, message: expect.stringContaining(words) }),
    });

  it.each([2, 99, 0, 1.5])('has version %d, and is left as it is', (version) => {
    const path = fileOf(linesWith((l) => l.with(0, header.replace('"version":1', `"version":${version}`))));
    expect(() => openSession(path)).toThrow(refusal('SESSION_VERSION_UNSUPPORTED', `version ${version}`));
  });

  it.each(['# Read me\n', 'x', '{"some":"json"}\n', '[]\n{}\n'])('is not a session file: %j', (text) => {
    expect(() => openSession(fileOf(text))).toThrow(refusal('SESSION_NOT_A_SESSION', 'not a session file'));
  });

  it('is not there, or is a folder', () => {
    expect(() => openSession('/nowhere/at/all.jsonl')).toThrow(refusal('SESSION_UNREADABLE', 'ENOENT'));
    expect(() => openSession(tempFolder())).toThrow(refusal('SESSION_NOT_A_SESSION', 'not a regular file'));
  });

  it.skipIf(process.platform === 'win32')('is a device that would never end', () => {
    expect(() => openSession('/dev/zero')).toThrow(refusal('SESSION_NOT_A_SESSION', 'not a regular file'));
  });
});
