import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceText } from '../../src/tools/replace-text.ts';
import { setScene } from './scene.ts';

const scene = setScene();
const edit = (old_string: string, new_string: string, more = {}) =>
  scene.text('edit_file', { file_path: 'f.txt', old_string, new_string, ...more });
const fails = (old_string: string, new_string = 'new', more = {}) =>
  scene.error('edit_file', { file_path: 'f.txt', old_string, new_string, ...more });
const content = () => scene.bytes('f.txt').toString();

describe('edit_file replaces text', () => {
  it('that occurs once, and says where', async () => {
    scene.file('f.txt', 'a\nb\nc\n');
    expect(await edit('b\nc', 'B')).toBe('Edited `f.txt`: replaced 1 occurrence, at line 2.');
    expect(content()).toBe('a\nB\n');
  });

  it('at every place with replace_all', async () => {
    scene.file('f.txt', 'a b a\na\n');
    expect(await edit('a', 'x', { replace_all: true })).toBe(
      'Edited `f.txt`: replaced 3 occurrences, at lines 1, 1 and 2.',
    );
    expect(content()).toBe('x b x\nx\n');
  });

  it.each(['$&', '$1', '$$', '\\n', '`'])('literally: %j', async (text) => {
    scene.file('f.txt', 'a(b)c');
    await edit('(b)', text);
    expect(content()).toBe(`a${text}c`);
  });

  it.each([
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['LF', 'a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
    ['CRLF within a line', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
    ['the CRLF part of a mixed file', 'a\r\nb\r\nc\nd\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\nd\n'],
    ['the LF part of a mixed file', 'a\r\nb\r\nc\nd\n', 'c\nd', 'x\ny', 'a\r\nb\r\nx\ny\n'],
    ['a lone CR', 'a\rb\n', 'a\rb', 'x', 'x\n'],
    ['no last line feed', 'a\nb', 'b', 'c', 'a\nc'],
  ])('and keeps line endings: %s', async (_what, before, oldText, newText, after) => {
    scene.file('f.txt', before);
    await edit(oldText, newText);
    expect(content()).toBe(after);
  });

  it('and keeps byte order mark and mode', async () => {
    scene.file('f.txt', '\uFEFFa\n', 0o750);
    await edit('a', 'b');
    expect(content()).toBe('\uFEFFb\n');
    expect(statSync(join(scene.cwd, 'f.txt')).mode & 0o777).toBe(0o750);
  });

  it('and loses no edit of several that run at the same time', async () => {
    scene.file('f.txt', Array.from({ length: 20 }, (_, index) => `<${index}>`).join('\n'));
    await Promise.all(Array.from({ length: 20 }, (_, index) => edit(`<${index}>`, `[${index}]`)));
    expect(content()).toBe(Array.from({ length: 20 }, (_, index) => `[${index}]`).join('\n'));
  });

  it('and a failed edit does not hold up the next', async () => {
    scene.file('f.txt', 'a');
    const [failed] = await Promise.all([fails('missing'), edit('a', 'b')]);
    expect(failed).toContain('does not occur');
    expect(content()).toBe('b');
  });
});

describe('replacing text', () => {
  const unit = fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '😀');
  const text = fc.string({ unit, maxLength: 30 });

  // A CR before a line ending would become one with it.
  const plain = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '😀'), maxLength: 30 });

  it('leaves everything outside the occurrences as it is, byte for byte', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.string({ unit, minLength: 1, maxLength: 4 }),
        plain,
        (before, after, oldText, newText) => {
          const original = `${before}<${oldText}>${after}`;
          const outcome = replaceText(original, { oldText: `<${oldText}>`, newText, replaceAll: false });
          const replaced = outcome.kind === 'replaced' ? outcome.text : undefined;
          expect(replaced?.startsWith(before) && replaced.endsWith(after)).toBe(true);
          const inner = replaced?.slice(before.length, replaced.length - after.length);
          expect(inner?.replaceAll('\r\n', '\n')).toBe(newText.replaceAll('\r\n', '\n'));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds text whatever the line endings of either side are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n'), minLength: 1 }),
        fc.boolean(),
        fc.boolean(),
        (plain, fileHasCrlf, oldHasCrlf) => {
          const ending = (isCrlf: boolean) => (isCrlf ? '\r\n' : '\n');
          const original = `<${plain}>`.replaceAll('\n', ending(fileHasCrlf));
          const oldText = `<${plain}>`.replaceAll('\n', ending(oldHasCrlf));
          expect(replaceText(original, { oldText, newText: '', replaceAll: false })).toMatchObject({
            kind: 'replaced',
            text: '',
          });
        },
      ),
    );
  });

  it('names the line of every occurrence', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        (marks, ending) => {
          fc.pre(marks.includes(true));
          const original = marks.map((isMarked) => (isMarked ? 'mark' : 'other')).join(ending);
          const outcome = replaceText(original, { oldText: 'mark', newText: 'x', replaceAll: true });
          expect(outcome).toMatchObject({
            lines: marks.flatMap((isMarked, index) => (isMarked ? [index + 1] : [])),
          });
        },
      ),
    );
  });
});

describe('edit_file fails clearly, and leaves the file as it is', () => {
  it('when the text occurs more than once', async () => {
    scene.file('f.txt', 'a\nx\na\nx\na\n');
    expect(await fails('a\n')).toBe(
      'old_string occurs 3 times in `f.txt`, at lines 1, 3 and 5. Add lines around it until it occurs once, or set replace_all to true.',
    );
    expect(content()).toBe('a\nx\na\nx\na\n');
  });

  it('when it occurs very often, naming the first lines', async () => {
    scene.file('f.txt', 'a\n'.repeat(100));
    expect(await fails('a')).toMatch(/occurs 100 times in `f.txt`, at lines 1, 2, .*, 20 and 80 more\./);
  });

  it('when it does not occur, with the nearest line', async () => {
    scene.file('f.txt', 'function first() {}\n\tfunction secnd() {\n}\n');
    expect(await fails('function second() {')).toContain(
      'The nearest line to its first is 2: "\\tfunction secnd() {".',
    );
    expect(await fails('function  first() {}\nmore')).toContain(
      'The nearest line to its first is 1: "function first() {}". It differs in white space only.',
    );
    expect(await fails('    function secnd() {')).toContain(
      'is 2: "\\tfunction secnd() {". It differs in white space only.',
    );
    expect(await fails('something else entirely')).toBe(
      'old_string does not occur in `f.txt`, nor anything like it.',
    );
  });

  it('when the file is empty', async () => {
    scene.file('f.txt', '');
    expect(await fails('x')).toBe('old_string does not occur in `f.txt`: the file is empty.');
  });

  it('when nothing would change', async () => {
    expect(await fails('a', 'a')).toBe('old_string and new_string are the same: nothing to change.');
  });

  it('when there is nothing to look for', async () => {
    expect(await fails('')).toContain('`old_string`: got an empty text, wanted a text that is not empty');
  });

  it('when the file is missing', async () => {
    scene.file('g.txt', '');
    expect(await fails('a')).toBe('There is no `f.txt`. Did you mean `g.txt`?');
  });

  it('when the file is not UTF-8, since a save would damage it', async () => {
    scene.file('f.txt', Buffer.from('caf\xe9 a', 'latin1'));
    expect(await fails('a')).toBe(
      '`f.txt` is not UTF-8, and editing it as text would damage it. Convert it first.',
    );
  });

  it('when the file is binary', async () => {
    scene.file('f.txt', Uint8Array.from([97, 0, 98]));
    expect(await fails('a')).toBe('`f.txt` is a binary file of 3 bytes; only text can be edited.');
  });
});
