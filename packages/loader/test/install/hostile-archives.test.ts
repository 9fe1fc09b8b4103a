import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../src/sources/entry-check.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { packageEntries, type TarEntry } from '../support/tarball.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let registry: Registry;
let bench: Workbench;
let name: string;
let counter = 0;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.stop());
beforeEach(() => {
  counter += 1;
  name = `hostile-${counter}`;
  bench = workbench({ npmrc: `registry=${registry.url}\nfetch-retries=0\n` });
});
afterEach(() => bench.dispose());

/** Publishes a good package with these entries besides, and adds it. */
async function addWith(...entries: TarEntry[]) {
  const manifest = modManifest(name, '1.0.0');
  const good = packageEntries({ 'package.json': JSON.stringify(manifest), 'index.ts': 'x' });
  await registry.publish(manifest, { entries: [...good, ...entries] });
  return bench.add(name);
}
const installed = (path: string) => join(bench.registry(), 'npm', name, path);

describe('an archive', () => {
  it.each([
    ['leaves the package', { path: 'package/../../../evil.ts', content: 'x' }],
    ['leaves the package at once', { path: '../evil.ts', content: 'x' }],
    ['is an absolute path', { path: '/tmp/evil-cmd-mods.ts', content: 'x' }],
    ['is an absolute path on Windows', { path: 'package/C:/evil.ts', content: 'x' }],
    ['has a backslash in its name', { path: 'package/..\\evil.ts', content: 'x' }],
    ['has a control character in its name', { path: 'package/a\u0007.ts', content: 'x' }],
    ['is a pipe', { path: 'package/pipe', type: 'FIFO' }],
    ['is a device', { path: 'package/device', type: 'CharacterDevice' }],
  ] as const)('with an entry that %s fails the install and leaves nothing', async (_why, entry) => {
    expect(await rejectionOf(addWith(entry))).toMatchObject({ code: 'PACKAGE_ENTRY_REFUSED' });
    expect(bench.files()).toEqual([]);
    expect(existsSync('/tmp/evil-cmd-mods.ts')).toBe(false);
  });

  it('with links comes in without them, and a warning names them', async () => {
    const { warnings } = await addWith(
      { path: 'package/passwd', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { path: 'package/up', type: 'SymbolicLink', linkpath: '../../..' },
      { path: 'package/hard', type: 'Link', linkpath: 'package/index.ts' },
    );
    expect(warnings).toMatchObject([
      { code: 'PACKAGE_LINK_LEFT_OUT', message: expect.stringContaining('passwd, up, hard') },
    ]);
    expect(['passwd', 'up', 'hard'].map((path) => existsSync(installed(path)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('cannot write through a link that it brings', async () => {
    await addWith(
      { path: 'package/door', type: 'SymbolicLink', linkpath: '../../../../..' },
      { path: 'package/door/evil.ts', content: 'x' },
    );
    expect(existsSync(join(bench.project, 'evil.ts'))).toBe(false);
    expect(existsSync(installed('door/evil.ts'))).toBe(true);
    expect(statSync(installed('door')).isDirectory()).toBe(true);
  });

  it.each([
    '.git/hooks/post-checkout',
    '.GIT/config',
    '.git. /config',
    'lib/.git/config',
    'git~1/config',
    '.git',
  ])('with git files comes in without them, and a warning names them: %s', async (path) => {
    const { warnings } = await addWith({ path: `package/${path}`, content: 'x', mode: 0o755 });
    expect(warnings).toMatchObject([{ code: 'PACKAGE_GIT_LEFT_OUT' }]);
    expect(existsSync(installed(path))).toBe(false);
  });

  it.each([
    ['two files', 'package/Tool.ts', 'package/tool.ts'],
    ['two folders', 'package/Lib/a.ts', 'package/lib/b.ts'],
    ['a composed and a decomposed letter', 'package/caf\u00e9.ts', 'package/cafe\u0301.ts'],
  ])('with names that are one on macOS and Windows fails: %s', async (_what, one, two) => {
    const refused = await rejectionOf(addWith({ path: one, content: 'x' }, { path: two, content: 'y' }));
    expect(refused).toMatchObject({ code: 'PACKAGE_NAME_COLLISION' });
    expect(bench.files()).toEqual([]);
  });

  it('of more bytes than allowed fails before it is unpacked', async () => {
    const half = Buffer.alloc(LIMITS.bytes / 2 + 512, randomBytes(20_000));
    const refused = await rejectionOf(
      addWith({ path: 'package/a', content: half }, { path: 'package/b', content: half }),
    );
    expect(refused).toMatchObject({ code: 'PACKAGE_TOO_LARGE', message: expect.stringContaining('100 MiB') });
    expect(bench.files()).toEqual([]);
  });

  it('that unfolds to a thousand times its size fails before it is unpacked', async () => {
    const refused = await rejectionOf(
      addWith({ path: 'package/zeros', content: Buffer.alloc(LIMITS.bytes - 4096) }),
    );
    expect(refused).toMatchObject({ code: 'PACKAGE_TOO_LARGE', message: expect.stringContaining('ratio') });
    expect(bench.files()).toEqual([]);
  });

  it('of more files than allowed fails before it is unpacked', async () => {
    const entries = Array.from({ length: LIMITS.files }, (_, index) => ({ path: `package/f/${index}` }));
    expect(await rejectionOf(addWith(...entries))).toMatchObject({ code: 'PACKAGE_TOO_LARGE' });
  });

  it('keeps which files are executable and no other permission', async () => {
    await addWith(
      { path: 'package/run.sh', content: '#!/bin/sh', mode: 0o4777 },
      { path: 'package/open.ts', content: 'x', mode: 0o666 },
      { path: 'package/closed.ts', content: 'x', mode: 0o000 },
    );
    const modes = ['run.sh', 'open.ts', 'closed.ts'].map((path) =>
      (statSync(installed(path)).mode & 0o7777).toString(8),
    );
    expect(modes).toEqual(['755', '644', '644']);
  });

  it('whose folder has another name than `package` is unpacked all the same', async () => {
    const manifest = modManifest(name, '1.0.0');
    const entries = [
      { path: 'other', type: 'Directory' as const, mode: 0o755 },
      { path: 'other/package.json', content: JSON.stringify(manifest) },
      { path: 'other/index.ts', content: 'x' },
    ];
    await registry.publish(manifest, { entries });
    expect((await bench.add(name)).status).toBe('installed');
    expect(readFileSync(installed('index.ts'), 'utf8')).toBe('x');
  });

  it('whose package.json does not parse fails', async () => {
    await registry.publish(modManifest(name, '1.0.0'), {
      entries: packageEntries({ 'package.json': '{', 'index.ts': 'x' }),
    });
    expect(await rejectionOf(bench.add(name))).toMatchObject({ code: 'PACKAGE_UNREADABLE' });
  });
});
