import { readLines, sanitize } from '@cmd-mods/screen';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { isSimple } from '../src/text/clusters.ts';
import { plainText } from '../src/text/line.ts';
import { allowedEscapes } from './support/escapes.ts';
import { hostileText, hostileTexts } from './support/junk.ts';

/** The escapes that may be left: SGR, and OSC 8 with an address of printable ASCII. */
const ALLOWED = allowedEscapes();

/** What must not be left beside them: control characters other than newline, and whatever changes the direction of text. */
const FORBIDDEN = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

describe('foreign text', () => {
  it.each([
    { what: 'colours and weight', text: '\u001b[1;31mred\u001b[0m', clean: '\u001b[1;31mred\u001b[0m' },
    { what: '256 colours', text: '\u001b[38;5;200mpink', clean: '\u001b[38;5;200mpink\u001b[0m' },
    { what: 'true colour with colons', text: '\u001b[38:2::1:2:3mx', clean: '\u001b[38;2;1;2;3mx\u001b[0m' },
    {
      what: 'a link',
      text: '\u001b]8;id=1;https://a.b/c;d\u0007x\u001b]8;;\u0007',
      clean: '\u001b]8;id=1;https://a.b/c;d\u001b\\x\u001b]8;;\u001b\\',
    },
    { what: 'newlines', text: 'a\r\nb\nc', clean: 'a\nb\nc' },
    { what: 'marks on their characters', text: 'e\u0301 👨‍👩‍👧 ❤️', clean: 'e\u0301 👨‍👩‍👧 ❤️' },
    { what: 'a joiner inside a word', text: 'می‌خواهم', clean: 'می‌خواهم' },
  ])('keeps $what', ({ text, clean }) => {
    expect(sanitize(text)).toBe(clean);
  });

  it.each([
    { what: 'a screen clear', text: 'a\u001b[2Jb' },
    { what: 'cursor moves', text: 'a\u001b[10;10H\u001b[Ab' },
    { what: 'a terminal title', text: 'a\u001b]0;owned\u0007b' },
    { what: 'a clipboard write', text: 'a\u001b]52;c;aGk=\u001b\\b' },
    { what: 'a reset of the terminal', text: 'a\u001bcb' },
    { what: 'a device control string', text: 'a\u001bPq#0;2;0\u001b\\b' },
    { what: 'an application command, as pictures are sent', text: 'a\u001b_Gf=100;AAAA\u001b\\b' },
    { what: 'modes', text: 'a\u001b[?1049h\u001b[?25lb' },
    { what: 'questions that the terminal would answer into the prompt', text: 'a\u001b[6n\u001b[cb' },
    { what: 'a bare escape', text: 'a\u001bb'.replace('b', '\u001b[0mb') },
    { what: 'eight-bit controls', text: 'a\u009b2J\u009d0;t\u009cb' },
    { what: 'bells, backspaces and returns', text: 'a\u0007\b\rb' },
    { what: 'hidden text as hidden', text: 'a\u001b[8mb' },
    { what: 'a change of direction', text: 'a\u202e\u2066\u200fb' },
    { what: 'characters without a column', text: '\u200ba\u00ad\ufeff\u2060b' },
    { what: 'a link to where it must not go', text: 'a\u001b]8;;http://a b\u0007b' },
  ])('drops $what', ({ text }) => {
    expect(sanitize(text)).toBe('ab');
  });

  it('shows half a surrogate as a replacement character', () => {
    expect(sanitize('a\ud800b')).toBe('a\ufffdb');
  });

  it('lets a tab go to the next fourth column', () => {
    expect(sanitize('a\tb\t日\tc')).toBe('a   b   日  c');
  });

  it('cuts what is far too long', () => {
    expect(sanitize('x'.repeat(1e6)).length).toBeLessThan(70_000);
  });

  it('has no escape but those of weight, colour and links left, in 100,000 hostile strings', () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const failed: string[] = [];
    for (const text of hostileTexts(100_000, seed)) {
      if (FORBIDDEN.test(sanitize(text).replaceAll(ALLOWED, ''))) failed.push(JSON.stringify(text));
    }
    expect(failed, `seed ${seed}`).toEqual([]);
  });

  it('is clean once it was cleaned', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const once = sanitize(text);
        // Styles may move: an escape inside what has become one character belongs to its start.
        expect(sanitize(once).replaceAll(ALLOWED, '')).toBe(once.replaceAll(ALLOWED, ''));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is never wider than it says', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const line of readLines(text)) {
          expect(stringWidth(plainText(line))).toBeLessThanOrEqual(line.width);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('is read in a time that grows with its length alone', () => {
    const time = (text: string) => {
      const start = process.cpuUsage();
      sanitize(text);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const hostile = (length: number) => '\u001b]8;;\u001b[1;'.repeat(length / 10);
    time(hostile(30_000));
    expect(time(hostile(60_000)) / Math.max(1_000, time(hostile(6_000)))).toBeLessThan(60);
  });
});

describe('simple text', () => {
  it('has characters of one column alone', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      const character = String.fromCharCode(code);
      if (isSimple(character) && stringWidth(character) !== 1) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('is as wide as it is long', () => {
    const simple = fc.string({ unit: fc.constantFrom(...'aé─█…ж·©1#') });
    fc.assert(fc.property(simple, (text) => stringWidth(text) === text.length));
  });
});
