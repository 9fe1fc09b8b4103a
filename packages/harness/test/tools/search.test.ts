import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setScene, withoutPrivileges } from './scene.ts';

const scene = setScene();
const files = (...paths: string[]) => {
  for (const path of paths) scene.file(path, `content of ${path}\n`);
};
const glob = async (pattern: string, path?: string) =>
  (await scene.text('glob', { pattern, ...(path !== undefined && { path }) })).split('\n');
const grep = async (pattern: string, more = {}) =>
  (await scene.text('grep', { pattern, ...more })).split('\n');

describe('glob', () => {
  it('finds files by their path, sorted, with names that begin with a dot', async () => {
    files('b.ts', 'a.ts', 'src/z.ts', 'src/deep/y.ts', '.github/x.ts', 'c.js', 'B.ts');
    expect(await glob('**/*.ts')).toEqual([
      '.github/x.ts',
      'B.ts',
      'a.ts',
      'b.ts',
      'src/deep/y.ts',
      'src/z.ts',
    ]);
    expect(await glob('*.{ts,js}')).toEqual(['B.ts', 'a.ts', 'b.ts', 'c.js']);
    expect(await glob('**/*.ts', 'src')).toEqual(['src/deep/y.ts', 'src/z.ts']);
    expect(await glob('**/*.ts', join(scene.cwd, 'src/deep'))).toEqual(['src/deep/y.ts']);
  });

  it('skips .git and node_modules unless pattern or path names them', async () => {
    files('.git/a.ts', 'node_modules/p/a.ts', 'sub/node_modules/p/a.ts', 'a.ts', '.gitignore');
    expect(await glob('**')).toEqual(['.gitignore', 'a.ts']);
    expect(await glob('node_modules/**/*.ts')).toEqual(['node_modules/p/a.ts']);
    expect(await glob('**/*.ts', 'node_modules/p')).toEqual(['node_modules/p/a.ts']);
    expect(await glob('.git/*')).toEqual(['.git/a.ts']);
  });

  it('does not follow links to folders', async () => {
    files('src/a.ts');
    symlinkSync('..', join(scene.cwd, 'src', 'up'));
    expect(await glob('**/*.ts')).toEqual(['src/a.ts']);
  });

  it('says when nothing matches', async () => {
    files('a.ts');
    expect(await glob('*.py')).toEqual(['No file below `.` matches `*.py`.']);
  });

  it('shows a thousand paths and says how many are left out', async () => {
    files(...Array.from({ length: 1003 }, (_, index) => `f/${String(index).padStart(4, '0')}`));
    const lines = await glob('**');
    expect(lines.length).toBe(1001);
    expect(lines.at(-1)).toBe('[3 more of 1003 are left out; narrow the pattern or the path.]');
  });

  it('fails for a path that is missing or a file', async () => {
    files('src/a.ts');
    expect(await scene.error('glob', { pattern: '**', path: 'scr' })).toBe(
      'There is no `scr`. Did you mean `src`?',
    );
    expect(await scene.error('glob', { pattern: '**', path: 'src/a.ts' })).toBe(
      '`src/a.ts` is a file; path must be a folder.',
    );
  });

  it.skipIf(process.geteuid === undefined)('tells of a folder that it could not read', async () => {
    files('a.ts', 'closed/b.ts');
    chmodSync(scene.cwd, 0o755);
    chmodSync(join(scene.cwd, 'closed'), 0o000);
    const lines = await withoutPrivileges(() => glob('**'));
    expect(lines[0]).toBe('a.ts');
    expect(lines[1]).toMatch(/^\[Could not read .*closed\/?: permission denied or gone\.\]$/);
    chmodSync(join(scene.cwd, 'closed'), 0o755);
  });
});

describe('grep', () => {
  it('shows each line that matches, sorted by path and line', async () => {
    scene.file('b.ts', 'one\ntwo\none two\r\n');
    scene.file('a.ts', 'two\n');
    expect(await grep('^two|one t')).toEqual(['a.ts:1: two', 'b.ts:2: two', 'b.ts:3: one two']);
  });

  it('sees each line alone, without its ending', async () => {
    scene.file('a.ts', 'x\r\ny\r\n');
    expect(await grep('x$')).toEqual(['a.ts:1: x']);
    expect(await grep('^$')).toEqual(['No line matches `^$`.']);
    expect(await grep('x\\r?\\ny')).toEqual([
      'No line matches `x\\r?\\ny`. The search goes line by line, so \\n never matches.',
    ]);
  });

  it('searches the files that glob names: a plain name in any folder', async () => {
    files('a.ts', 'src/b.ts', 'src/c.js', 'node_modules/d.ts');
    expect(await grep('content', { glob: '*.ts' })).toEqual([
      'a.ts:1: content of a.ts',
      'src/b.ts:1: content of src/b.ts',
    ]);
    expect(await grep('content', { glob: 'src/*' })).toHaveLength(2);
    expect(await grep('content', { path: 'src', glob: '*.js' })).toEqual(['src/c.js:1: content of src/c.js']);
    expect(await grep('content', { path: 'src/c.js' })).toEqual(['src/c.js:1: content of src/c.js']);
    expect(await grep('content', { path: 'node_modules' })).toEqual([
      'node_modules/d.ts:1: content of node_modules/d.ts',
    ]);
  });

  it('skips binary and very large files, and says so', async () => {
    scene.file('a.bin', Uint8Array.from([0, 120]));
    scene.file('b.bin', Uint8Array.from([0, 120]));
    truncateSync(scene.file('c.log', 'x'), 9 * 1024 * 1024);
    scene.file('d.txt', 'x\n');
    expect(await grep('x')).toEqual([
      'd.txt:1: x',
      '[Not searched, binary: a.bin and 1 more]',
      '[Not searched, too large: c.log]',
    ]);
  });

  it('shows the part of a long line around the match', async () => {
    scene.file('min.js', `${'a'.repeat(5000)}needle${'b'.repeat(5000)}`);
    const [line = ''] = await grep('needle');
    expect(line).toMatch(/^min\.js:1: …a+needleb+…$/);
    expect(line.length).toBeLessThan(420);
  });

  it('stops after 500 lines and says so', async () => {
    scene.file('a.txt', 'x\n'.repeat(400));
    scene.file('b.txt', 'x\n'.repeat(400));
    const lines = await grep('x');
    expect(lines.length).toBe(501);
    expect(lines.at(-1)).toBe(
      '[Stopped after 500 lines, and there are more; narrow the pattern, glob or path.]',
    );
  });

  it('stops after so many characters and says so', async () => {
    scene.file('a.txt', `${'x'.repeat(390)}\n`.repeat(400));
    const text = await scene.text('grep', { pattern: 'x' });
    expect(text.length).toBeLessThan(67_000);
    expect(text).toMatch(/\[Stopped after \d+ lines, and there are more/);
  });

  it('fails for an expression that is not one, and says how to search for the text itself', async () => {
    expect(await scene.error('grep', { pattern: 'f(' })).toMatch(
      /^Invalid regular expression: .*Unterminated group\. To search for the text itself, put a backslash before each of/,
    );
  });

  it('stops an expression that backtracks without end, and names the file', async () => {
    scene.file('a.txt', `${'a'.repeat(60)}!\n`);
    expect(await scene.error('grep', { pattern: '^(a+)+$' })).toMatch(
      /^The pattern took more than 500 ms on `a\.txt`: it backtracks/,
    );
    expect(await grep('a!')).toHaveLength(1);
  });

  it('fails for a path that is missing', async () => {
    mkdirSync(join(scene.cwd, 'src'));
    expect(await scene.error('grep', { pattern: 'x', path: 'sr' })).toBe(
      'There is no `sr`. Did you mean `src`?',
    );
  });
});

describe('a search that is interrupted', () => {
  it.each(['glob', 'grep'])('ends soon, also in a tree with a great many folders: %s', async (name) => {
    for (let index = 0; index < 300; index += 1) files(`d${index % 17}/e${index}/f.txt`);
    const controller = new AbortController();
    const running = scene.call(
      name,
      { pattern: name === 'glob' ? '**' : 'content' },
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 3);
    const result = await running;
    // A fast disk may be searched before the abort comes; then the result is whole.
    if (!result.ok) expect(result.error).toBe(`\`${name}\` was interrupted.`);
  });

  it('reads no folder once it is aborted', async () => {
    const { findFiles } = await import('../../src/tools/find-files.ts');
    files('a/b/c/d.txt');
    const controller = new AbortController();
    const running = findFiles('**', scene.cwd, controller.signal);
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});
