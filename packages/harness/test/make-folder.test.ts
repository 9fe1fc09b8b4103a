import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../src/make-folder.ts';

const root = () => mkdtempSync(join(tmpdir(), 'make-folder-'));

describe('makeFolder', () => {
  it('makes a folder with all above it, and is content with one that is there', () => {
    const folder = join(root(), 'a/b/c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.each(['file', 'file/below'])('throws where a file is in the way, for %s', (path) => {
    const folder = root();
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, path))).toThrow(/EEXIST|ENOTDIR/);
  });

  it.runIf(process.platform === 'linux')(
    'throws where the system makes no folders, and does not wait',
    () => {
      expect(() => makeFolder('/proc/no-such/below')).toThrow('ENOENT');
    },
  );
});
