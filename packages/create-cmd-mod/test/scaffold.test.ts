import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../src/write-files.ts';
import { workbench } from './support/workbench.ts';

const MINIMAL = [
  '.github/workflows/ci.yml',
  '.github/workflows/publish.yml',
  '.gitignore',
  'AGENTS.md',
  'LICENSE',
  'README.md',
  'index.test.js',
  'index.ts',
  'package.json',
  'registry-entry.json',
  'tsconfig.json',
];
const refusal = (code: string, message: RegExp) => ({
  diagnostic: { code, message: expect.stringMatching(message) },
});

describe('a new mod', () => {
  it('is a folder of its name, with a test, workflows and an entry for the registry', async () => {
    const at = workbench();
    const report = await at.make({ name: '@ada/guard', template: 'hook' });
    expect(report).toMatchObject({ name: 'guard', package: '@ada/guard', template: 'hook', files: MINIMAL });
    expect(report?.folder).toBe(join(at.cwd, 'guard'));
    expect(at.files()).toEqual(MINIMAL.map((path) => `guard/${path}`));
  });

  it('goes to the folder that --dir names, made with all above it', async () => {
    const at = workbench();
    await at.make({ name: 'guard', dir: 'a/b c' });
    expect(at.files()).toContain('a/b c/package.json');
  });

  it.each([
    ['.', ''],
    ['./mods/guard', 'mods/guard'],
  ])('takes its name from the folder when that is given in its place: %s', async (name, folder) => {
    const at = workbench();
    const report = await at.make({ name });
    expect(report).toMatchObject({ name: folder === '' ? 'here' : 'guard', folder: join(at.cwd, folder) });
  });

  it('is called my-mod, and is minimal, when --yes leaves everything to the defaults', async () => {
    expect(await workbench().make({ yes: true })).toMatchObject({ name: 'my-mod', template: 'minimal' });
  });

  it('says which stand-ins are left when nobody knows who the author is', async () => {
    const report = await workbench().make({ name: 'guard' });
    expect(report?.findings).toMatchObject([
      { code: 'NEW_STAND_INS_LEFT', message: expect.stringMatching(/"Your Name" and "your-name"/) },
    ]);
  });

  it('has the author that git knows, and the owner of its scope', async () => {
    const at = workbench();
    writeFileSync(join(at.cwd, '../.gitconfig'), '[user]\n\tname = Grace Hopper\n');
    const report = await at.make({ name: '@navy/guard' });
    expect(report?.findings).toEqual([]);
    expect(JSON.parse(readFileSync(join(at.cwd, 'guard/registry-entry.json'), 'utf8'))).toMatchObject({
      author: { name: 'Grace Hopper' },
      repo: 'navy/guard',
      addedAt: '2031-05-06',
    });
  });

  it('comes with the three commands to go on with, quoted for a shell', async () => {
    const report = await workbench().make({ name: 'guard', dir: "Ada's mods/guard", template: 'command' });
    expect(report?.next).toEqual([
      { what: 'try it', command: `cmd -p "/note buy milk" --mod './Ada'\\''s mods/guard' --no-session` },
      { what: 'test it', command: `cmd mods test './Ada'\\''s mods/guard'` },
      { what: 'publish it', command: `cd './Ada'\\''s mods/guard' && npm publish` },
    ]);
  });

  it('is only told of with --dry-run', async () => {
    const at = workbench();
    expect(await at.make({ name: 'guard', dryRun: true })).toMatchObject({ dryRun: true, files: MINIMAL });
    expect(readdirSync(at.cwd)).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    [{ name: 'My Guard' }, 'NEW_NAME_UNFIT', /"My Guard"/],
    [{}, 'NEW_ANSWER_MISSING', /no name/],
    [{ name: 'guard', template: 'tools' }, 'NEW_ANSWER_UNFIT', /--template cannot be "tools".*tool \(/],
    [{ name: 'guard', license: 'WTFPL' }, 'NEW_ANSWER_UNFIT', /MIT, ISC, Apache-2.0/],
    [{ name: 'guard', description: 'a\nb' }, 'NEW_ANSWER_UNFIT', /--description/],
    [{ name: 'guard', description: 'x'.repeat(241) }, 'NEW_ANSWER_UNFIT', /240 characters; this has 241/],
    [{ name: 'guard', author: ' ' }, 'NEW_ANSWER_UNFIT', /--author/],
  ])('that does not fit ends it before anything is written: %j', async (options, code, message) => {
    const at = workbench();
    await expect(at.make(options)).rejects.toMatchObject(refusal(code, message));
    expect(readdirSync(at.cwd)).toEqual([]);
  });

  it('that is no name comes back with one that fits', async () => {
    await expect(workbench().make({ name: 'My Guard' })).rejects.toMatchObject({
      diagnostic: { hint: 'my-guard would fit.' },
    });
  });
});

describe('a folder that is there', () => {
  it('is left as it is when it is in use, and what is in the way is listed', async () => {
    const at = workbench({ 'guard/index.ts': 'mine', 'guard/notes.txt': '' });
    await expect(at.make({ name: 'guard' })).rejects.toMatchObject(
      refusal('NEW_FOLDER_NOT_EMPTY', /index.ts, notes.txt/),
    );
    expect(at.files()).toEqual(['guard/index.ts', 'guard/notes.txt']);
  });

  it('counts as empty with a repository, a README and a licence, which stay as they are', async () => {
    const at = workbench({ 'guard/.git/HEAD': 'ref', 'guard/readme.md': 'mine', 'guard/LICENSE': 'mine' });
    const report = await at.make({ name: 'guard' });
    expect(report?.files).not.toContain('LICENSE');
    expect(readFileSync(join(at.cwd, 'guard/LICENSE'), 'utf8')).toBe('mine');
    expect(readFileSync(join(at.cwd, 'guard/readme.md'), 'utf8')).toBe('mine');
    expect(at.files()).toContain('guard/index.ts');
  });

  it('keeps unrelated files with --overwrite', async () => {
    const at = workbench({ 'guard/index.ts': 'mine', 'guard/notes.txt': 'mine', 'guard/README.md': 'mine' });
    await at.make({ name: 'guard', overwrite: true });
    expect(at.files()).toEqual([...MINIMAL, 'notes.txt'].map((path) => `guard/${path}`).toSorted());
    expect(readFileSync(join(at.cwd, 'guard/index.ts'), 'utf8')).not.toBe('mine');
    expect(readFileSync(join(at.cwd, 'guard/README.md'), 'utf8')).not.toBe('mine');
  });

  it('may be no folder at all', async () => {
    const at = workbench({ guard: 'a file' });
    await expect(at.make({ name: 'guard', overwrite: true })).rejects.toMatchObject(
      refusal('NEW_FOLDER_UNFIT', /no folder/),
    );
  });

  it('is not written through a link that leads out of it', async () => {
    const at = workbench({ 'elsewhere/.keep': '', 'guard/a.txt': '' });
    symlinkSync('../elsewhere', join(at.cwd, 'guard/.github'));
    await expect(at.make({ name: 'guard', overwrite: true })).rejects.toMatchObject(
      refusal('NEW_FOLDER_UNFIT', /outside of the folder/),
    );
    expect(at.files()).toEqual(['elsewhere/.keep', 'guard/a.txt']);
  });

  it('has a link replaced, not what the link leads to', async () => {
    const at = workbench({ 'mine.ts': 'mine', 'guard/a.txt': '' });
    symlinkSync('../mine.ts', join(at.cwd, 'guard/index.ts'));
    await at.make({ name: 'guard', overwrite: true });
    expect(readFileSync(join(at.cwd, 'mine.ts'), 'utf8')).toBe('mine');
    expect(lstatSync(join(at.cwd, 'guard/index.ts')).isFile()).toBe(true);
  });

  it('is refused when nothing can be made there, with the reason', async () => {
    const at = workbench({ file: '' });
    await expect(at.make({ name: 'guard', dir: 'file/guard' })).rejects.toMatchObject(
      refusal('NEW_FOLDER_UNFIT', /ENOTDIR/),
    );
  });

  // Node 20 never comes back from making a folder there with all above it.
  it.runIf(process.platform === 'linux')('is refused where the system makes no folders', async () => {
    await expect(workbench().make({ name: 'guard', dir: '/proc/no-such/guard' })).rejects.toMatchObject(
      refusal('NEW_FOLDER_UNFIT', /ENOENT/),
    );
  });

  it('is refused when a file is where a folder has to be', async () => {
    const at = workbench({ 'guard/.github': 'mine' });
    await expect(at.make({ name: 'guard', overwrite: true })).rejects.toMatchObject(
      refusal('NEW_FOLDER_UNFIT', /is a file/),
    );
  });
});

describe('writing', () => {
  it('leaves a folder as it was when the disk refuses half-way', () => {
    const at = workbench({ 'guard/index.ts': 'mine', 'guard/lib': 'a file where a folder should be' });
    const files = { 'a/new.ts': 'new', 'index.ts': 'new', 'lib/style.ts': 'new' };
    expect(() => writeFiles(join(at.cwd, 'guard'), files)).toThrow(/nothing was changed: E/);
    expect(at.files()).toEqual(['guard/index.ts', 'guard/lib']);
    expect(readdirSync(join(at.cwd, 'guard'))).toEqual(['index.ts', 'lib']);
    expect(readFileSync(join(at.cwd, 'guard/index.ts'), 'utf8')).toBe('mine');
  });

  it('leaves nothing of a new folder, and of those made above it', () => {
    const at = workbench();
    expect(() => writeFiles(join(at.cwd, 'a/b/guard'), { lib: 'x', 'lib/style.ts': 'x' })).toThrow();
    expect(readdirSync(at.cwd)).toEqual([]);
  });
});

describe('what comes after the files', () => {
  it('makes a repository without hooks and templates of the person, unless there is one', async () => {
    const at = workbench({ 'template/hooks/post-checkout': '#!/bin/sh\ntouch ran\n' });
    writeFileSync(join(at.cwd, '../.gitconfig'), `[init]\n\ttemplateDir = ${at.cwd}/template\n`);
    expect(await at.make({ name: 'guard', git: true })).toMatchObject({ git: 'made' });
    expect(existsSync(join(at.cwd, 'guard/.git/hooks'))).toBe(false);
    mkdirSync(join(at.cwd, 'guard/inner'));
    expect(await at.make({ name: 'inner', dir: 'guard/inner', git: true })).toMatchObject({
      git: 'there already',
    });
  });

  it('goes on without git and npm, and says what is missing', async () => {
    const at = workbench();
    const env = { PATH: at.cwd, HOME: at.cwd };
    const report = await at.make({ name: 'guard', git: true, install: true }, { env });
    expect(report).toMatchObject({ git: 'failed', installed: false, check: 'passed' });
    expect(report?.findings.map(({ code }) => code)).toEqual([
      'NEW_STAND_INS_LEFT',
      'NEW_GIT_FAILED',
      'NEW_INSTALL_FAILED',
    ]);
    expect(report?.findings.map(({ message }) => message).slice(1)).toEqual([
      expect.stringContaining('git is not installed, or not on the PATH'),
      expect.stringContaining('npm is not installed, or not on the PATH'),
    ]);
  });

  it('reports how check and test went, with what they said', async () => {
    const report = await workbench().make(
      { name: '@ada/guard', author: 'Ada' },
      {
        check: async () => ({ status: 'failed', output: 'no peers\n' }),
        test: async () => ({ status: 'skipped', output: 'unknown command\nmore' }),
      },
    );
    expect(report).toMatchObject({ check: 'failed', test: 'skipped' });
    expect(report?.findings).toMatchObject([
      { code: 'NEW_CHECK_FAILED', message: expect.stringMatching(/failed:\nno peers$/) },
      { code: 'NEW_STEP_SKIPPED', message: 'The test was not run: unknown command' },
    ]);
  });

  it('gives nothing when it was interrupted, and writes nothing when that came first', async () => {
    const at = workbench();
    const stop = new AbortController();
    stop.abort();
    expect(await at.make({ name: 'guard' }, { signal: stop.signal })).toBeUndefined();
    expect(readdirSync(at.cwd)).toEqual([]);
  });
});
