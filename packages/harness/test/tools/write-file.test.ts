import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setScene, withoutPrivileges } from './scene.ts';

const scene = setScene();
const write = (file_path: string, content: string) => scene.text('write_file', { file_path, content });
const fails = (file_path: string) => scene.error('write_file', { file_path, content: 'new' });

describe('write_file', () => {
  it('creates a file with the folders above it', async () => {
    expect(await write('a/b/c.txt', 'é\nb')).toBe('Created `a/b/c.txt`: 4 bytes, 2 lines.');
    expect(scene.bytes('a/b/c.txt').toString()).toBe('é\nb');
  });

  // Node 20 never comes back from making a folder there with all above it.
  it.runIf(process.platform === 'linux')('says so where the system makes no folders', async () => {
    expect(await fails('/proc/no-such/folder/x.txt')).toContain('There is no `/proc/no-such`.');
  });

  it('replaces all of a file and keeps its mode', async () => {
    scene.file('run.sh', 'old content\n', 0o755);
    expect(await write('run.sh', 'x\n')).toBe('Replaced `run.sh` (12 bytes): 2 bytes, 1 lines.');
    expect(statSync(join(scene.cwd, 'run.sh')).mode & 0o777).toBe(0o755);
  });

  it('writes content as it is given', async () => {
    await write('f', '\uFEFFa\r\nb\n\0');
    expect(scene.bytes('f').toString()).toBe('\uFEFFa\r\nb\n\0');
  });

  it('writes through a link, and leaves it a link', async () => {
    scene.file('target.txt', 'old');
    symlinkSync('target.txt', join(scene.cwd, 'link.txt'));
    await write('link.txt', 'new');
    expect(scene.bytes('target.txt').toString()).toBe('new');
    expect(lstatSync(join(scene.cwd, 'link.txt')).isSymbolicLink()).toBe(true);
  });

  it('takes a leading ~ for the home folder', async () => {
    expect(await write('~/notes/x.txt', 'x')).toContain(join(homedir(), 'notes/x.txt'));
    expect(statSync(join(homedir(), 'notes/x.txt')).size).toBe(1);
  });

  it('leaves nothing else behind', async () => {
    await write('only.txt', 'x');
    expect(readdirSync(scene.cwd)).toEqual(['only.txt']);
  });
});

describe('write_file fails clearly', () => {
  it('for a folder', async () => {
    mkdirSync(join(scene.cwd, 'src'));
    expect(await fails('src')).toBe('Could not write `src`: it is a folder; it is empty.');
  });

  it('for a path through a file', async () => {
    scene.file('f', '');
    expect(await fails('f/x')).toMatch(/^Could not write `f\/x`: a part of its path is a file, not a folder/);
  });

  it.skipIf(process.geteuid === undefined)(
    'for a file that may not be written, and leaves it as it is',
    async () => {
      chmodSync(scene.cwd, 0o777);
      scene.file('locked', 'old', 0o444);
      const error = await withoutPrivileges(() => fails('locked'));
      expect(error).toBe('Could not write `locked`: permission denied; this user may not do that (EACCES).');
      expect(scene.bytes('locked').toString()).toBe('old');
    },
  );
});
