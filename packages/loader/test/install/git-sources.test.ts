import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type GitSource, parseSource } from '../../src/index.ts';
import { LIMITS } from '../../src/sources/entry-check.ts';
import { resolveGit } from '../../src/sources/git.ts';
import { checkoutGit } from '../../src/sources/git-checkout.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { type GitServer, type Repository, startGitServer } from '../support/git-server.ts';
import { type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: GitServer;
let registry: Registry;
let bench: Workbench;
let repo: Repository;
let identity: string;
let counter = 0;

const MANIFEST = JSON.stringify({ name: 'x', commandcode: { mods: ['./index.ts'] } });

beforeAll(async () => {
  [server, registry] = await Promise.all([startGitServer(), startRegistry()]);
});
afterAll(() => Promise.all([server.stop(), registry.stop()]));
beforeEach(() => {
  bench = workbench({
    npmrc: `registry=${registry.url}\nfetch-retries=0\n`,
    env: { GIT_SSL_CAINFO: server.certificate },
  });
  counter += 1;
  repo = server.repository(`owner/repo-${counter}`);
  identity = `git:${server.host}/owner/repo-${counter}`;
});
afterEach(() => bench.dispose());

const folder = (file = '') =>
  join(bench.registry(), 'git', server.host.replace(':', '+'), 'owner', `repo-${counter}`, file);
const content = () => readFileSync(folder('index.ts'), 'utf8');
const settings = (...sources: unknown[]) =>
  writeFileSync(join(bench.project, '.commandcode', 'settings.json'), JSON.stringify({ mods: { sources } }));

describe('add of a git source', () => {
  it('installs the default branch and records its commit', async () => {
    const commit = repo.commit({ 'package.json': MANIFEST, 'index.ts': 'one' });
    expect(await bench.add(repo.url)).toEqual({
      source: repo.url,
      identity,
      scope: 'project',
      status: 'installed',
      dryRun: false,
      to: { commit, refKind: 'default' },
      path: folder(),
      mods: ['index'],
      counts: true,
      warnings: [],
    });
    expect(bench.sources()).toEqual([repo.url]);
    expect(bench.lock()[identity]).toMatchObject({ commit, refKind: 'default', source: repo.url });
  });

  it('an installed git mod holds no `.git`; update works from source and lock alone (differs from the peer)', async () => {
    repo.commit({ 'index.ts': 'one' });
    await bench.add(repo.url);
    expect(existsSync(folder('.git'))).toBe(false);
    repo.commit({ 'index.ts': 'two' });
    expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
    expect(content()).toBe('two');
  });

  it.each(['v1', 'feature/x'])('takes the tag or branch behind the source: %s', async (ref) => {
    const commit = repo.commit({ 'index.ts': 'one' });
    repo.git(...(ref === 'v1' ? ['tag', '-a', ref, '-m', 'x'] : ['branch', ref]));
    repo.git('push', '--quiet', 'origin', ref);
    repo.commit({ 'index.ts': 'two' });
    expect(await bench.add(`${repo.url}#${ref}`)).toMatchObject({
      to: { commit, refKind: ref === 'v1' ? 'tag' : 'branch' },
    });
    expect(content()).toBe('one');
  });

  it('takes a commit that is no branch and no tag any more than the history holds', async () => {
    const first = repo.commit({ 'index.ts': 'one' });
    repo.commit({ 'index.ts': 'two' });
    expect(await bench.add(`${repo.url}#${first}`)).toMatchObject({
      to: { commit: first, refKind: 'commit' },
    });
    expect(content()).toBe('one');
  });

  it('keeps executable files executable, on add and on update', async () => {
    repo.commit({ 'index.ts': 'one', 'run.sh': '#!/bin/sh\n' });
    await bench.add(repo.url);
    expect(statSync(folder('run.sh')).mode & 0o111).not.toBe(0);
    repo.commit({ 'run.sh': '#!/bin/sh\necho\n' });
    await bench.update();
    expect(statSync(folder('run.sh')).mode & 0o111).not.toBe(0);
  });

  it('add and update give a git package its dependencies without the dev ones', async () => {
    const dep = `git-dep-${counter}`;
    await registry.publish({ name: dep, version: '1.0.0' });
    const manifest = {
      ...JSON.parse(MANIFEST),
      dependencies: { [dep]: '*' },
      devDependencies: { 'no-such-package': '*' },
    };
    repo.commit({ 'package.json': JSON.stringify(manifest), 'index.ts': 'one' });
    await bench.add(repo.url);
    expect(existsSync(folder(`node_modules/${dep}/package.json`))).toBe(true);
    repo.commit({ 'index.ts': 'two' });
    await bench.update();
    expect(existsSync(folder(`node_modules/${dep}/package.json`))).toBe(true);
  });

  it('a repository without mods fails, and names the script that may make them', async () => {
    repo.commit({
      'package.json': JSON.stringify({ commandcode: { mods: ['./dist/x.js'] }, scripts: { prepare: 'tsc' } }),
    });
    const refused = await rejectionOf(bench.add(repo.url));
    expect(refused).toMatchObject({ code: 'PACKAGE_NO_MODS', hint: expect.stringContaining('"prepare"') });
    expect(bench.files()).toEqual([]);
  });

  it('a clone that fails leaves no folder, no settings entry and no lock entry', async () => {
    const refused = await rejectionOf(bench.add(`https://${server.host}/owner/no-such-repo`));
    expect(refused.code).toBe('GIT_AUTH');
    expect(bench.files()).toEqual([]);
  });

  it('a ref that is not there is named; an abbreviated commit is told to be written out', async () => {
    const commit = repo.commit({ 'index.ts': 'one' });
    expect(await rejectionOf(bench.add(`${repo.url}#nope`))).toMatchObject({ code: 'GIT_REF_NOT_FOUND' });
    expect((await rejectionOf(bench.add(`${repo.url}#${commit.slice(0, 8)}`))).hint).toContain('40 digits');
  });

  it('an empty repository has nothing to install', async () => {
    expect(await rejectionOf(bench.add(repo.url))).toMatchObject({ code: 'GIT_REF_NOT_FOUND' });
  });

  it('adding a known source with a ref brings the existing install to that ref', async () => {
    repo.commit({ 'index.ts': 'one' });
    repo.git('tag', 'v1');
    repo.git('push', '--quiet', 'origin', 'v1');
    repo.commit({ 'index.ts': 'two' });
    await bench.add(repo.url);
    expect(await bench.add(`${repo.url}@v1`)).toMatchObject({ status: 'updated' });
    expect(content()).toBe('one');
    expect(bench.sources()).toEqual([`${repo.url}@v1`]);
  });

  it('adding a pinned source again without a ref unpins it and installs the default branch', async () => {
    const first = repo.commit({ 'index.ts': 'one' });
    repo.commit({ 'index.ts': 'two' });
    await bench.add(`${repo.url}@${first}`);
    await bench.add(repo.url);
    expect(content()).toBe('two');
    expect(bench.sources()).toEqual([repo.url]);
  });

  it('mods.minimumReleaseAge holds back a commit that is younger', async () => {
    repo.commit({ 'index.ts': 'one' });
    const refused = await rejectionOf(bench.add(repo.url, { minimumReleaseAge: '3d' }));
    expect(refused.code).toBe('RELEASE_TOO_YOUNG');
    expect((await bench.add(repo.url, { minimumReleaseAge: '3d', allowYoung: true })).status).toBe(
      'installed',
    );
  });
});

describe('update of git sources', () => {
  it('update downloads, swaps and installs nothing when the recorded commit is still what the ref names', async () => {
    repo.commit({ 'index.ts': 'one' });
    await bench.add(repo.url);
    writeFileSync(folder('index.ts'), 'touched');
    const before = server.requests();
    expect(await bench.update()).toMatchObject([{ status: 'unchanged' }]);
    expect(content()).toBe('touched');
    // Listing refs takes two requests of the protocol; fetching would take more.
    expect(server.requests() - before).toBeLessThanOrEqual(2);
  });

  it('update of a branch installs its newest commit and records it in the lock', async () => {
    repo.commit({ 'index.ts': 'one' });
    await bench.add(`${repo.url}#main`);
    const second = repo.commit({ 'index.ts': 'two' });
    expect(await bench.update()).toMatchObject([
      { status: 'updated', to: { commit: second, refKind: 'branch' } },
    ]);
    expect(bench.lock()[identity]).toMatchObject({ commit: second });
  });

  it('one update catches up with any number of commits', async () => {
    repo.commit({ 'index.ts': '0' });
    await bench.add(repo.url);
    for (const text of ['1', '2', '3', '4']) repo.commit({ 'index.ts': text });
    await bench.update();
    expect(content()).toBe('4');
  });

  it('update follows a branch whose last commits were rewritten', async () => {
    repo.commit({ 'index.ts': 'one' });
    repo.commit({ 'index.ts': 'two' });
    await bench.add(`${repo.url}#main`);
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    repo.commit({ 'index.ts': 'three' });
    expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
    expect(content()).toBe('three');
  });

  it('update works when the recorded commit is gone from the server', async () => {
    repo.commit({ 'index.ts': 'one' });
    await bench.add(repo.url);
    rewriteHistory();
    expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
    expect(content()).toBe('new');
  });

  it('after a rewrite of the whole history the installed tree is the new one, with no file of the old', async () => {
    repo.commit({ 'index.ts': 'one', 'old.ts': 'old' });
    await bench.add(repo.url);
    rewriteHistory();
    await bench.update();
    expect(existsSync(folder('old.ts'))).toBe(false);
  });

  it('a source pinned to a commit never moves', async () => {
    const first = repo.commit({ 'index.ts': 'one' });
    await bench.add(`${repo.url}#${first}`);
    repo.commit({ 'index.ts': 'two' });
    const before = server.requests();
    expect(await bench.update()).toMatchObject([{ status: 'unchanged', to: { commit: first } }]);
    expect(server.requests()).toBe(before);
  });

  it('a tag that moved on the server is reported and followed only with `--accept` (differs from the peer)', async () => {
    const first = repo.commit({ 'index.ts': 'one' });
    repo.git('tag', 'v1');
    repo.git('push', '--quiet', 'origin', 'v1');
    await bench.add(`${repo.url}#v1`);
    const second = repo.commit({ 'index.ts': 'two' });
    repo.git('tag', '--force', 'v1');
    repo.git('push', '--quiet', '--force', 'origin', 'v1');
    const [held] = await bench.update();
    expect(held).toMatchObject({ status: 'held', error: { code: 'GIT_TAG_MOVED' } });
    expect(held?.error?.message).toContain(first);
    expect(held?.error?.message).toContain(second);
    expect(content()).toBe('one');
    expect(await rejectionOf(bench.add(`${repo.url}#v1`))).toMatchObject({ code: 'GIT_TAG_MOVED' });
    expect(await bench.update(undefined, { accept: true })).toMatchObject([
      { status: 'updated', to: { commit: second } },
    ]);
    expect(content()).toBe('two');
  });

  it('another tag asked for by hand is no tag that moved', async () => {
    repo.commit({ 'index.ts': 'one' });
    repo.git('tag', 'v1');
    repo.commit({ 'index.ts': 'two' });
    repo.git('tag', 'v2');
    repo.git('push', '--quiet', 'origin', 'v1', 'v2');
    await bench.add(`${repo.url}#v1`);
    settings(`${repo.url}#v2`);
    expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
    expect(content()).toBe('two');
  });

  it('a tag that became a branch of the same name is a tag that moved', async () => {
    repo.commit({ 'index.ts': 'one' });
    repo.git('tag', 'v1');
    repo.git('push', '--quiet', 'origin', 'v1');
    await bench.add(`${repo.url}#v1`);
    repo.commit({ 'index.ts': 'two' });
    repo.git('push', '--quiet', 'origin', ':refs/tags/v1', 'HEAD:refs/heads/v1');
    expect(await bench.update()).toMatchObject([{ status: 'held', error: { code: 'GIT_TAG_MOVED' } }]);
  });

  it('an annotated tag whose commit is installed counts as up to date', async () => {
    repo.commit({ 'index.ts': 'one' });
    repo.git('tag', '-a', 'v1', '-m', 'first');
    repo.git('push', '--quiet', 'origin', 'v1');
    await bench.add(`${repo.url}#v1`);
    repo.git('tag', '-a', '--force', 'v1', '-m', 'another message for the same commit');
    repo.git('push', '--quiet', '--force', 'origin', 'v1');
    expect(await bench.update()).toMatchObject([{ status: 'unchanged' }]);
  });

  it.each([true, false])(
    'a ref edited by hand in settings is what update installs, for that source named or all of them: %s',
    async (named) => {
      repo.commit({ 'index.ts': 'one' });
      repo.git('tag', 'v1');
      repo.git('push', '--quiet', 'origin', 'v1');
      repo.commit({ 'index.ts': 'two' });
      await bench.add(repo.url);
      settings(`${repo.url}#v1`);
      expect(await bench.update(named ? repo.url : undefined)).toMatchObject([{ status: 'updated' }]);
      expect(content()).toBe('one');
    },
  );

  it('`update owner/repo` finds the entry stored under another spelling of that repository (differs from the peer)', async () => {
    repo.commit({ 'index.ts': 'one' });
    await bench.add(`git:${server.host}/owner/repo-${counter}.git`);
    repo.commit({ 'index.ts': 'two' });
    expect(await bench.update(`ssh://git@${server.host}/owner/repo-${counter}@x`)).toMatchObject([
      { status: 'updated' },
    ]);
  });
});

describe('what does not come with a git source', () => {
  it('submodules are left out with a warning, and never fetched', async () => {
    const inner = server.repository(`owner/inner-${counter}`);
    inner.commit({ 'inner.ts': 'x' });
    repo.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      join(server.root, `owner/inner-${counter}.git`),
      'inner',
    );
    repo.commit({ 'index.ts': 'one' });
    const { warnings } = await bench.add(repo.url);
    expect(warnings).toMatchObject([{ code: 'GIT_SUBMODULES', message: expect.stringContaining('inner') }]);
    expect(existsSync(folder('inner/inner.ts'))).toBe(false);
  });

  it('Git LFS files are left as pointers, with a warning that names them', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
    repo.commit({
      'index.ts': 'one',
      'big.bin': pointer,
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    });
    const { warnings } = await bench.add(repo.url);
    expect(warnings).toMatchObject([
      { code: 'GIT_LFS_POINTER', message: expect.stringContaining('big.bin') },
    ]);
  });

  it('a filter of the person for LFS is told not to fetch', async () => {
    const log = join(bench.home, 'filter.log');
    const smudge = `echo "$GIT_LFS_SKIP_SMUDGE" >> ${log}; cat`;
    execFileSync('git', ['config', '--file', join(bench.home, '.gitconfig'), 'filter.lfs.smudge', smudge]);
    repo.commit({ 'index.ts': 'one', '.gitattributes': '*.ts filter=lfs\n' });
    await bench.add(repo.url);
    expect(readFileSync(log, 'utf8').trim()).toBe('1');
  });

  it('links are left out with a warning: neither a link nor what it points to comes in', async () => {
    repo.link('secrets', '/etc/passwd');
    repo.link('up', '../../..');
    repo.commit({ 'index.ts': 'one' });
    const { warnings } = await bench.add(repo.url);
    expect(warnings).toMatchObject([
      { code: 'PACKAGE_LINK_LEFT_OUT', message: expect.stringContaining('secrets, up') },
    ]);
    expect([existsSync(folder('secrets')), existsSync(folder('up'))]).toEqual([false, false]);
  });

  it('more bytes than allowed fail before a file is written', async () => {
    // One content under many names: git keeps it once, and a checkout would write it as often.
    const names = Array.from({ length: LIMITS.bytes / 2 ** 20 }, (_, index) => `copy-${index}`);
    const content = '0'.repeat(2 ** 20);
    repo.commit({ 'index.ts': 'one', ...Object.fromEntries(names.map((file) => [file, content])) });
    expect(await rejectionOf(bench.add(repo.url))).toMatchObject({ code: 'PACKAGE_TOO_LARGE' });
    expect(bench.files()).toEqual([]);
  });

  it('two names that macOS and Windows take for one fail the install', async () => {
    repo.commit({ 'index.ts': 'one', 'lib/a.ts': 'a', 'Lib/b.ts': 'b' });
    expect(await rejectionOf(bench.add(repo.url))).toMatchObject({ code: 'PACKAGE_NAME_COLLISION' });
    expect(bench.files()).toEqual([]);
  });
});

describe('git servers that fail', () => {
  it('one that is down is said to be so, and what is installed stays', async () => {
    repo.commit({ 'index.ts': 'one' });
    await bench.add(repo.url);
    const before = bench.files();
    settings('https://localhost:9/owner/repo', repo.url);
    const offline = bench.with({ env: { ...bench.io.env, https_proxy: 'http://127.0.0.1:9' } });
    expect(await offline.update()).toMatchObject([
      { status: 'failed', error: { code: 'GIT_UNREACHABLE' } },
      { status: 'failed', error: { code: 'GIT_UNREACHABLE' } },
    ]);
    expect(bench.files()).toEqual(before);
    expect(content()).toBe('one');
  });

  it('one that sends git on to plain http is not followed', async () => {
    const asked: string[] = [];
    const insecure = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => insecure.listen(0, '127.0.0.1', resolve));
    server.redirect(`http://127.0.0.1:${(insecure.address() as AddressInfo).port}`);
    try {
      expect((await rejectionOf(bench.add(repo.url))).code).toMatch(/^GIT_/);
    } finally {
      server.redirect(undefined);
      insecure.close();
    }
    expect(asked).toEqual([]);
  });

  it('one whose certificate nobody vouches for is not believed', async () => {
    repo.commit({ 'index.ts': 'one' });
    const { GIT_SSL_CAINFO: _none, ...env } = bench.io.env;
    expect(await rejectionOf(bench.with({ env }).add(repo.url))).toMatchObject({ code: 'GIT_UNREACHABLE' });
  });

  it('one that sends more than is allowed is cut off, and leaves nothing', async () => {
    repo.commit({ 'index.ts': randomBytes(3_000_000).toString('base64') });
    const source = parseSource(repo.url) as GitSource;
    const access = { env: bench.io.env, sizeLimit: 1_000_000 };
    const revision = await resolveGit(source, bench.home, access);
    const refused = rejectionOf(checkoutGit(source, revision, join(bench.home, 'x'), access));
    expect(await refused).toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
      message: expect.stringContaining('in git'),
    });
  });

  it('an old one that gives refs only is asked for the history of a commit', async () => {
    const first = repo.commit({ 'index.ts': 'one' });
    repo.commit({ 'index.ts': 'two' });
    writeFileSync(join(bench.home, '.gitconfig'), '[protocol]\n\tversion = 0\n');
    expect(await bench.add(`${repo.url}#${first}`)).toMatchObject({ to: { commit: first } });
    expect(content()).toBe('one');
    expect(await rejectionOf(bench.add(`${repo.url}#${'c'.repeat(40)}`))).toMatchObject({
      code: 'GIT_COMMIT_GONE',
    });
  });

  it('an interruption ends git at once and leaves nothing', async () => {
    repo.commit({ 'index.ts': 'one' });
    server.delay(60_000);
    try {
      const refused = rejectionOf(bench.with({ signal: AbortSignal.timeout(300) }).add(repo.url));
      expect(await refused).toMatchObject({ code: 'INSTALL_INTERRUPTED' });
    } finally {
      server.delay(0);
    }
    expect(bench.files()).toEqual([]);
  });

  it('one that answers too slowly is given up on after the time limit for the whole', async () => {
    const source = parseSource(repo.url) as GitSource;
    server.delay(60_000);
    try {
      const asked = resolveGit(source, bench.home, { env: bench.io.env, timeLimit: 300 });
      expect(await rejectionOf(asked)).toMatchObject({
        code: 'GIT_TIMEOUT',
        message: `${identity} was not fetched within 0.3 seconds.`,
      });
    } finally {
      server.delay(0);
    }
  });

  it('no git on PATH is said in plain words', async () => {
    const env = { ...bench.io.env, PATH: bench.home };
    expect(await rejectionOf(bench.with({ env }).add(repo.url))).toMatchObject({ code: 'GIT_MISSING' });
  });
});

describe('git over file:', () => {
  it('works only with CMD_MODS_ALLOW_FILE_GIT=1, for add, update and ci', async () => {
    repo.commit({ 'index.ts': 'one' });
    const source = `file://${join(server.root, `owner/repo-${counter}.git`)}`;
    expect(await rejectionOf(bench.add(source))).toMatchObject({ code: 'SOURCE_FILE_GIT' });
    expect(await rejectionOf(bench.add(`git:${source}`))).toMatchObject({ code: 'SOURCE_FILE_GIT' });
    const allowed = bench.with({ env: { ...bench.io.env, CMD_MODS_ALLOW_FILE_GIT: '1' } });
    expect(await allowed.add(source)).toMatchObject({ status: 'installed', mods: ['index'] });
    expect(await bench.update()).toMatchObject([{ status: 'failed', error: { code: 'SOURCE_FILE_GIT' } }]);
    expect(await bench.ci()).toMatchObject([{ status: 'failed', error: { code: 'SOURCE_FILE_GIT' } }]);
    expect(await allowed.update()).toMatchObject([{ status: 'unchanged' }]);
  });
});

/** Makes a history that shares nothing with the old one, and lets the server forget that. */
function rewriteHistory(): void {
  repo.git('checkout', '--quiet', '--orphan', 'fresh');
  rmSync(join(repo.directory, 'old.ts'), { force: true });
  repo.git('rm', '--quiet', '--cached', '-r', '.');
  writeFileSync(join(repo.directory, 'index.ts'), 'new');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'anew');
  repo.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
  const bare = join(server.root, `owner/repo-${counter}.git`);
  execFileSync('git', ['reflog', 'expire', '--expire=now', '--all'], { cwd: bare });
  execFileSync('git', ['gc', '--quiet', '--prune=now'], { cwd: bare });
}
