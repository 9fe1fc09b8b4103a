import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectTarget } from '@cmd-mods/inspect';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const scan = (target = '.', options = {}) => inspectTarget(target, { cwd: folder, ...options });

describe('a target', () => {
  it('may be one file, whatever lies beside it', async () => {
    write({
      'a.ts': "import './b.ts'; export default () => fetch('x');",
      'b.ts': 'process.env.A;',
      'c.ts': 'eval("1")',
    });

    const report = await scan('a.ts');

    expect(report).toMatchObject({
      entries: ['a.ts'],
      env: ['A'],
      reach: { network: { state: 'yes' }, dynamic: { state: 'no' } },
    });
    expect(report.files.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  it('may be a tarball, of which nothing is unpacked', async () => {
    write({
      'package/package.json': '{"name":"m"}',
      'package/index.ts': "import { run } from './lib/a.js'; run();",
      'package/lib/a.ts': "import { exec } from 'child_process'; export const run = () => exec('x');",
    });
    symlinkSync('/etc/passwd', join(folder, 'package/out'));
    execFileSync('tar', ['czf', 'm.tgz', 'package'], { cwd: folder });

    const report = await scan('m.tgz');

    expect(report).toMatchObject({
      name: 'm',
      reach: { process: { state: 'yes', evidence: [{ file: 'lib/a.ts' }] } },
    });
    expect(report.files).toContainEqual({
      path: 'out',
      read: 'none',
      reason: 'it is a link that leaves the package',
      reached: false,
    });
  });

  it('that is fetched is read like a folder and released', async () => {
    write({ 'fetched/index.ts': 'fetch("x")' });
    const asked: string[] = [];
    const released: string[] = [];
    const fetchSource = async (source: string) => {
      asked.push(source);
      return { folder: join(folder, 'fetched'), dispose: async () => void released.push(source) };
    };

    const report = await scan('npm:left-pad', { fetchSource });
    expect(report.reach.network.state).toBe('yes');
    expect(report.notes.join()).not.toContain('fetched');
    expect([asked, released]).toEqual([['npm:left-pad'], ['npm:left-pad']]);
  });

  it('that is fetched, though its name could be a path, says so', async () => {
    write({ 'fetched/index.ts': '' });
    const report = await scan('my-mod', { fetchSource: async () => ({ folder: join(folder, 'fetched') }) });
    expect(report.notes[0]).toBe(
      'nothing here is called my-mod, so this was fetched; a path is written ./my-mod',
    );
  });

  it.each(['./gone', 'npm:gone'])('%s that is not there is a fault', async (target) => {
    await expect(scan(target)).rejects.toMatchObject({ diagnostic: { code: 'INSPECT_TARGET_NOT_FOUND' } });
  });

  it('that is no tarball is a fault', async () => {
    write({ 'm.tgz': 'no' });

    await expect(scan('m.tgz')).rejects.toMatchObject({ diagnostic: { code: 'INSPECT_TARGET_UNREADABLE' } });
  });

  it('is read without the packages in node_modules, and with them when it goes deep', async () => {
    write({
      'index.ts': "import { go } from 'dep'; go();",
      'node_modules/dep/package.json': '{"name":"dep","main":"./main.js"}',
      'node_modules/dep/main.js': "exports.go = () => require('child_process').exec('x');",
    });

    expect((await scan()).reach).toMatchObject({ process: { state: 'unknown' }, external: { state: 'yes' } });
    expect((await scan('.', { deep: true })).reach).toMatchObject({
      process: { state: 'yes' },
      external: { state: 'no' },
    });
  });
});

describe('links', () => {
  it('that leave the package are unread, and make clean answers unknown when an entry leads to them', async () => {
    write({ 'index.ts': "import './out';" });
    symlinkSync('/etc/hostname', join(folder, 'out.ts'));

    expect(await scan()).toMatchObject({
      files: [
        { path: 'index.ts' },
        { path: 'out.ts', read: 'none', reason: 'it is a link that leaves the package', reached: true },
      ],
      reach: { network: { state: 'unknown', because: ['unread'] } },
    });
  });

  it('in a circle end', async () => {
    write({ 'index.ts': '', 'a/x.ts': '' });
    symlinkSync('..', join(folder, 'a/up'));
    symlinkSync('self', join(folder, 'self'));

    const paths = (await scan()).files.map(({ path }) => path);

    expect(paths).toEqual(['index.ts', 'a/up', 'a/x.ts', 'self']);
  });

  it('that stay inside are followed', async () => {
    write({ 'real/a.ts': 'fetch("x")', 'index.ts': "import './linked/a';" });
    symlinkSync('real', join(folder, 'linked'));

    expect((await scan()).reach.network.state).toBe('yes');
  });
});

describe('the command', () => {
  const script = fileURLToPath(new URL('support/run-inspect.mjs', import.meta.url));
  const run = (options: object, ...more: string[]) =>
    spawnSync(process.execPath, ['--conditions', 'default', script, JSON.stringify(options), ...more], {
      cwd: folder,
      encoding: 'utf8',
    });

  beforeEach(() =>
    write({
      'clean/index.ts': 'export default () => {};',
      'net/index.ts': 'export default () => fetch("x");',
      'dyn/index.ts': 'export default (c) => import(c.name);',
    }),
  );

  it.each<[string, object, number, string]>([
    ['a report is made', { targets: ['net'] }, 0, ''],
    ['there is no target', { targets: [] }, 2, 'INSPECT_OPTION_INVALID'],
    ['a target does not exist', { targets: ['gone'] }, 2, 'INSPECT_TARGET_NOT_FOUND'],
    ['it is strict and all is certain', { targets: ['clean'], strict: true }, 0, ''],
    ['it is strict and something is dynamic', { targets: ['dyn'], strict: true }, 1, 'INSPECT_NOT_CERTAIN'],
    ['the new version can do more', { targets: ['net'], diff: 'clean' }, 1, 'INSPECT_WIDENED'],
    ['the new version can do less', { targets: ['clean'], diff: 'net' }, 0, ''],
    ['a policy is broken', { targets: ['net'], policy: 'policy.json' }, 1, 'INSPECT_BEYOND_POLICY'],
    ['a policy has unknown keys', { targets: ['net'], policy: 'odd.json' }, 2, 'INSPECT_POLICY_INVALID'],
    ['a policy does not parse', { targets: ['net'], policy: 'bad.json' }, 2, 'INSPECT_POLICY_UNREADABLE'],
    ['nothing is declared', { targets: ['net'], requireDeclared: true }, 1, 'INSPECT_NOTHING_DECLARED'],
  ])('when %s', (_name, options, code, words) => {
    write({ 'policy.json': '{"allow":{}}', 'odd.json': '{"allow":{},"deny":{}}', 'bad.json': '{' });
    const { status, stderr } = run(options);

    expect([status, stderr.split(':')[0]]).toEqual([code, words]);
  });

  it('prints one JSON object for one target, and a list for several', () => {
    expect(JSON.parse(run({ targets: ['net'], json: true }).stdout)).toMatchObject({
      schemaVersion: 1,
      target: 'net',
    });
    expect(JSON.parse(run({ targets: ['net', 'clean'], json: true }).stdout)).toMatchObject({
      schemaVersion: 1,
      targets: [{ target: 'net' }, { target: 'clean' }],
    });
  });

  it('writes a page', () => {
    run({ targets: ['net'], html: 'page.html' });

    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('names a sparse gigabyte as unread', () => {
    mkdirSync(join(folder, 'big'));
    const file = openSync(join(folder, 'big/index.ts'), 'w');
    ftruncateSync(file, 2 ** 30);
    closeSync(file);

    const { status, stdout } = run({ targets: ['big'], json: true });

    expect([status, JSON.parse(stdout).files]).toEqual([
      0,
      [{ path: 'index.ts', read: 'none', reason: expect.stringContaining('too large'), reached: true }],
    ]);
  });

  it('runs nothing of what it reads', () => {
    write({
      'canary/package.json': '{"name":"c","scripts":{"postinstall":"touch ran"}}',
      'canary/index.ts': "require('fs').writeFileSync('ran', '');",
      'canary/tsconfig.json': '{}',
    });
    run({ targets: ['canary'] });

    expect(spawnSync('ls', { cwd: folder, encoding: 'utf8' }).stdout).not.toContain('ran\n');
  });

  it('keeps the compiler in a cache, and makes do with a broken one', () => {
    const first = run({ targets: ['net'], json: true }, join(folder, 'cache'));
    const second = run({ targets: ['net'], json: true }, join(folder, 'cache'));
    const files = spawnSync('ls', ['cache'], { cwd: folder, encoding: 'utf8' }).stdout.trim();
    writeFileSync(join(folder, 'cache', files), 'broken');
    const third = run({ targets: ['net'], json: true }, join(folder, 'cache'));

    expect(files).toMatch(/^typescript-.*\.bin$/);
    expect([second.stdout, third.stdout]).toEqual([first.stdout, first.stdout]);
  });
});
