import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../src/tools/line-splitter.ts';
import { setScene, withoutPrivileges } from './scene.ts';

const scene = setScene();
const read = (file_path: string, more = {}) => scene.text('read_file', { file_path, ...more });
const fails = (file_path: string, more = {}) => scene.error('read_file', { file_path, ...more });

describe('read_file shows lines with their numbers', () => {
  it.each([
    ['a\nb\n', '1\ta\n2\tb'],
    ['a\nb', '1\ta\n2\tb'],
    ['\n\n', '1\t\n2\t'],
    ['\uFEFFa\n', '1\ta'],
    ['a\r\nb\r\n', '1\ta\n2\tb\n[Lines end in CRLF.]'],
    ['', '[The file is empty.]'],
    ['é漢😀', '1\té漢😀'],
  ])('of %j', async (content, shown) => {
    scene.file('f.txt', content);
    expect(await read('f.txt')).toBe(shown);
  });

  it('of a part of the file, and says how to read on', async () => {
    const path = scene.file('f.txt', 'a\nb\nc\nd\n');
    expect(await read('f.txt', { offset: 2, limit: 2 })).toBe(
      '2\tb\n3\tc\n[The file goes on (8 bytes in all); read on with offset 4.]',
    );
    expect(await read(path, { offset: 3, limit: 2 })).toBe('3\tc\n4\td');
  });

  it('and reading on by the offsets it names shows every line once', async () => {
    const lines = Array.from({ length: 4500 }, (_, index) => `line ${index}`);
    scene.file('long.txt', lines.join('\n'));
    const shown: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const part: string[] = (await read('long.txt', { offset })).split('\n');
      const next: string | undefined = /read on with offset (\d+)/.exec(part.at(-1) ?? '')?.[1];
      if (next !== undefined) part.pop();
      shown.push(...part);
      offset = next === undefined ? undefined : Number(next);
    }
    expect(shown).toEqual(lines.map((line, index) => `${index + 1}\t${line}`));
  });

  it('up to a number of characters in all, but at least one line', async () => {
    scene.file('wide.txt', `${'x'.repeat(1500)}\n`.repeat(200));
    const shown = await read('wide.txt');
    expect(shown.length).toBeLessThan(66_000);
    expect(shown).toMatch(/\[The file goes on \(300200 bytes in all\); read on with offset 44\.\]$/);
  });

  it('cuts an endless line without splitting a character, and says how much is missing', async () => {
    scene.file('min.js', `${'é'.repeat(5000)}\nb`);
    expect(await read('min.js')).toBe(
      `1\t${'é'.repeat(1000)} [8000 more bytes of this line are left out]\n2\tb`,
    );
  });

  it('whole, also when a line lies across two reads of the disk', async () => {
    const lines = ['a'.repeat(262_140), 'bcdefghij', 'k'];
    scene.file('f.txt', lines.join('\n'));
    expect(await read('f.txt', { offset: 2 })).toBe('2\tbcdefghij\n3\tk');
    scene.file('f.txt', `${lines.join('\n')}${'\nlast'.repeat(100_000)}`);
    expect(await read('f.txt', { offset: 2, limit: 1 })).toMatch(/^2\tbcdefghij\n/);
  });

  it('tells of bytes that are not UTF-8', async () => {
    scene.file('latin1.txt', Buffer.from('caf\xe9\n', 'latin1'));
    expect(await read('latin1.txt')).toBe('1\tcaf\uFFFD\n[Bytes that are not UTF-8 are shown as \uFFFD.]');
  });

  it('of a huge file without reading all of it', async () => {
    const path = scene.file('huge.log', `first\n${'second\n'.repeat(2000)}`);
    truncateSync(path, 20 * 1024 ** 3);
    expect(await read('huge.log', { limit: 1 })).toMatch(/^1\tfirst\n\[The file goes on \(21474836480 bytes/);
  });
});

describe('read_file fails clearly', () => {
  it('for a missing file, with the nearest name', async () => {
    scene.file('src/index.ts', '');
    expect(await fails('src/indx.ts')).toBe('There is no `src/indx.ts`. Did you mean `src/index.ts`?');
    expect(await fails('src/Index.TS')).toBe('There is no `src/Index.TS`. Did you mean `src/index.ts`?');
    expect(await fails('scr/index.ts')).toBe(
      'There is no `scr/index.ts`. There is no `scr`. Did you mean `src`?',
    );
    expect(await fails('other')).toBe('There is no `other`.');
    expect(await fails('/no/such/file')).toContain('There is no `/no`.');
  });

  it('for a folder, with what it holds', async () => {
    scene.file('src/b.ts', '');
    scene.file('src/a/c.ts', '');
    expect(await fails('src')).toBe('Could not read `src`: it is a folder; it holds a/, b.ts.');
    expect(await fails('src/b.ts/x')).toMatch(
      /^Could not read `src\/b.ts\/x`: a part of its path is a file, not a folder/,
    );
  });

  it.each([
    ['an image', [0x89, 0x50, 0x4e, 0x47, 1], 'a PNG image of 5 bytes'],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'a JPEG image of 4 bytes'],
    ['a zero byte', [0x61, 0, 0x62], 'a binary file of 3 bytes'],
    ['UTF-16', [0xff, 0xfe, 0x61, 0], 'UTF-16 text (convert it with `iconv -f UTF-16 -t UTF-8`) of 4 bytes'],
    ['a document', [0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF document of 5 bytes'],
  ])('for %s, with kind and size', async (_what, bytes, kind) => {
    scene.file('f', Uint8Array.from(bytes));
    expect(await fails('f')).toBe(`\`f\` is ${kind}; only text can be read.`);
  });

  it('for an offset past the end, with the number of lines', async () => {
    scene.file('f.txt', 'a\nb\n');
    expect(await fails('f.txt', { offset: 3 })).toBe('`f.txt` has only 2 lines; offset 3 is past its end.');
  });

  it.skipIf(process.platform === 'win32')('for a pipe, instead of waiting for a writer', async () => {
    execFileSync('mkfifo', [join(scene.cwd, 'pipe')]);
    expect(await fails('pipe')).toBe('Could not read `pipe`: it is a pipe, socket or device, not a file.');
  });

  it('for links that lead round in a circle', async () => {
    symlinkSync('b', join(scene.cwd, 'a'));
    symlinkSync('a', join(scene.cwd, 'b'));
    expect(await fails('a')).toContain('its symbolic links lead round in a circle (ELOOP)');
  });

  it('for a zero byte in the path', async () => {
    expect(await fails('a\0b')).toContain('the path holds a zero byte');
  });

  it.skipIf(process.geteuid === undefined)('when permission is denied', async () => {
    chmodSync(scene.cwd, 0o755);
    scene.file('secret', 'x', 0o000);
    const error = await withoutPrivileges(() => fails('secret'));
    expect(error).toBe('Could not read `secret`: permission denied; this user may not do that (EACCES).');
  });
});

describe('cutting chunks into lines', () => {
  it('gives the same lines however the bytes are chunked', () => {
    const content = fc.string({
      unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', ' '),
      maxLength: 40,
    });
    fc.assert(
      fc.property(content, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (text, sizes) => {
        const bytes = Buffer.from(text);
        const splitter = new LineSplitter({ from: 1, maxLineBytes: 1000 });
        const lines: string[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          lines.push(...[...splitter.push(bytes.subarray(at, at + size))].map((line) => line.text));
          at += size;
        }
        lines.push(...[...splitter.end()].map((line) => line.text));
        const wanted = text.split('\n');
        if (wanted.at(-1) === '') wanted.pop();
        expect(lines).toEqual(wanted.map((line) => line.replace(/\r$/, '')));
      }),
      { numRuns: 500 },
    );
  });

  it('accounts for every byte that it cuts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 12 }), (text, maxLineBytes) => {
        fc.pre(!text.includes('\n') && text !== '');
        const splitter = new LineSplitter({ from: 1, maxLineBytes });
        const [line] = [...splitter.push(Buffer.from(text)), ...splitter.end()];
        expect(text.replace(/^\uFEFF/, '').startsWith(line?.text ?? '?')).toBe(true);
        expect(line?.cutBytes).toBe(Math.max(0, Buffer.byteLength(text) - maxLineBytes));
      }),
    );
  });
});
