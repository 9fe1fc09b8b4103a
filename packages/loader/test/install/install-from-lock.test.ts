import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLock, verifyTree } from '../../src/index.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { startFront } from '../support/registry-front.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: GitServer;
let registry: Registry;
let bench: Workbench;
let name: string;
let counter = 0;

beforeAll(async () => {
  [server, registry] = await Promise.all([startGitServer(), startRegistry()]);
});
afterAll(() => Promise.all([server.stop(), registry.stop()]));
beforeEach(async () => {
  counter += 1;
  name = `locked-${counter}`;
  bench = workbench({
    npmrc: `registry=${registry.url}\nfetch-retries=0\n`,
    env: { GIT_SSL_CAINFO: server.certificate },
  });
  await registry.publish(modManifest(name, '1.0.0'));
});
afterEach(() => bench.dispose());

const lockFile = () => join(bench.project, '.commandcode', 'mods.lock.json');
const lockText = () => readFileSync(lockFile(), 'utf8');
const lose = () => rmSync(join(bench.project, '.commandcode', 'mods'), { recursive: true });
const installed = (path: string) => join(bench.registry(), 'npm', name, path);

/** A lock with one entry that is good but for what is said. */
function entryOf(identity: string, fields: Record<string, unknown>): string {
  const entry = { source: 'x', version: '1.0.0', integrity: 'sha256-x', ...fields };
  return JSON.stringify({ lockVersion: 1, sources: { [identity]: entry } });
}

describe('ci', () => {
  it('installs the recorded version, although the range allows a newer one', async () => {
    await bench.add(`${name}@^1.0.0`);
    await registry.publish(modManifest(name, '1.1.0'));
    lose();
    const before = lockText();
    expect(await bench.ci()).toMatchObject([
      { status: 'installed', to: { version: '1.0.0' }, mods: ['index'] },
    ]);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
    expect(lockText()).toBe(before);
  });

  it('installs the recorded dependencies, although newer ones fit', async () => {
    const [app, dep, deep] = [`${name}-app`, `${name}-dep`, `${name}-deep`];
    await registry.publish({ name: deep, version: '1.0.0' });
    await registry.publish({ name: dep, version: '1.0.0', dependencies: { [deep]: '*' } });
    await registry.publish(modManifest(app, '1.0.0', { dependencies: { [dep]: '*' } }));
    await bench.add(app);
    await registry.publish({ name: deep, version: '2.0.0' });
    await registry.publish({ name: dep, version: '2.0.0' });
    lose();
    expect(await bench.ci()).toMatchObject([{ status: 'installed' }]);
    const version = (one: string) =>
      JSON.parse(bench.read(`npm/${app}/node_modules/${one}/package.json`)).version;
    expect([version(dep), version(deep)]).toEqual(['1.0.0', '1.0.0']);
  });

  it('installs the recorded commit, although the branch has moved', async () => {
    const repo = server.repository(`owner/locked-${counter}`);
    const commit = repo.commit({ 'index.ts': 'one' });
    await bench.add(`${repo.url}#main`);
    repo.commit({ 'index.ts': 'two' });
    lose();
    expect(await bench.ci()).toMatchObject([{ status: 'installed', to: { commit } }]);
    expect((await bench.update()).map(({ status }) => status)).toEqual(['updated']);
  });

  it('fails when the recorded commit is gone from the server', async () => {
    const repo = server.repository(`owner/gone-${counter}`);
    repo.commit({ 'index.ts': 'one' });
    await bench.add(repo.url);
    const entry = bench.lock()[`git:${server.host}/owner/gone-${counter}`];
    writeFileSync(lockFile(), lockText().replace((entry as { commit: string }).commit, 'c'.repeat(40)));
    lose();
    expect(await bench.ci()).toMatchObject([{ status: 'failed', error: { code: 'GIT_COMMIT_GONE' } }]);
  });

  it('leaves alone what is there and agrees, and asks nobody', async () => {
    await bench.add(name);
    const offline = bench.with({ env: { ...bench.io.env, npm_config_registry: 'http://127.0.0.1:9/' } });
    expect(await offline.ci()).toMatchObject([{ status: 'unchanged', to: { version: '1.0.0' } }]);
  });

  it('installs anew what was changed by hand', async () => {
    await bench.add(name);
    writeFileSync(installed('index.ts'), 'changed');
    expect(await bench.ci()).toMatchObject([{ status: 'installed' }]);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
  });

  it('fails when the registry has another archive for the recorded version', async () => {
    await bench.add(name);
    lose();
    const front = await startFront(registry.url, {
      packument: (packument) => {
        for (const version of Object.values(packument.versions ?? {}))
          version.dist.integrity = `sha512-${'A'.repeat(86)}==`;
        return packument;
      },
    });
    const other = bench.with({ env: { ...bench.io.env, npm_config_registry: front.url } });
    expect(await other.ci()).toMatchObject([{ status: 'failed', error: { code: 'LOCK_MISMATCH' } }]);
    await front.stop();
  });

  it('fails when the files differ from the recorded ones, and installs nothing', async () => {
    await bench.add(name);
    lose();
    writeFileSync(lockFile(), lockText().replace(/"integrity": "sha256-.{6}/, '"integrity": "sha256-AAAAAA'));
    expect(await bench.ci()).toMatchObject([{ status: 'failed', error: { code: 'LOCK_MISMATCH' } }]);
    expect(bench.files()).toEqual(['mods.lock.json', 'settings.json']);
  });

  it('fails before anything is done when settings and lock disagree, naming each difference', async () => {
    await bench.add(name);
    const settings = join(bench.project, '.commandcode', 'settings.json');
    writeFileSync(
      settings,
      JSON.stringify({ mods: { sources: [`${name}@^1.0.0`, 'not-locked', './local'] } }),
    );
    const refused = await rejectionOf(bench.ci());
    expect(refused.code).toBe('LOCK_OUT_OF_STEP');
    expect(refused.message).toContain(`${name}@^1.0.0 is ${name} in the lock; not-locked is not in the lock`);
    writeFileSync(settings, JSON.stringify({ mods: { sources: [] } }));
    expect((await rejectionOf(bench.ci())).message).toContain(`npm:${name} is not in the settings`);
  });

  it('says that there is no lock', async () => {
    expect(await rejectionOf(bench.ci())).toMatchObject({ code: 'LOCK_MISSING' });
  });

  it('installs the lock of each scope that has one', async () => {
    await bench.add(name);
    await bench.add(name, { scope: 'user' });
    lose();
    expect(await bench.ci()).toMatchObject([
      { scope: 'project', status: 'installed' },
      { scope: 'user', status: 'unchanged' },
    ]);
    expect(await bench.ci({ scopes: ['user'] })).toMatchObject([{ scope: 'user' }]);
  });

  it.each([
    ['no JSON', '{ broken'],
    ['a merge conflict', '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n'],
    ['a newer version', '{"lockVersion": 2, "sources": {}}'],
    ['no sources', '{"lockVersion": 1}'],
    ['an entry of another source than its name', entryOf('npm:x', { source: 'y' })],
    ['an entry of a source that is none', entryOf('npm:x', { source: 'http://x' })],
    [
      'a commit that is an option',
      entryOf('git:github.com/a/b', { source: 'a/b', commit: '--upload-pack=x', refKind: 'tag' }),
    ],
    [
      'a dependency outside the package',
      entryOf('npm:x', { dependencies: { '../../../evil': { version: '1.0.0' } } }),
    ],
    [
      'a dependency that leaves by dots',
      entryOf('npm:x', { dependencies: { 'node_modules/../../evil': { version: '1.0.0' } } }),
    ],
    ['an entry that is not complete', '{"lockVersion": 1, "sources": {"npm:x": {"source": "x"}}}'],
  ])('a lock that cannot be used fails add, update and ci, and stays as it is: %s', async (_what, text) => {
    await bench.add(name);
    writeFileSync(lockFile(), text);
    expect(await rejectionOf(bench.ci())).toMatchObject({
      code: 'LOCK_UNREADABLE',
      where: { file: lockFile() },
    });
    expect(await rejectionOf(bench.add(`${name}@1.0.0`))).toMatchObject({ code: 'LOCK_UNREADABLE' });
    expect(await bench.update()).toMatchObject([{ status: 'failed', error: { code: 'LOCK_UNREADABLE' } }]);
    expect(lockText()).toBe(text);
  });
});

describe('the checksum of an installed folder', () => {
  const verify = async () => {
    const entry = (await readLock(lockFile())).sources[`npm:${name}`];
    if (entry === undefined) throw new Error('no entry');
    return verifyTree(join(bench.registry(), 'npm', name), `npm:${name}`, entry);
  };

  it('agrees right after an install', async () => {
    await bench.add(name);
    expect(await verify()).toBeUndefined();
  });

  it.each([
    ['a changed file', () => writeFileSync(installed('index.ts'), 'x')],
    ['a new file', () => writeFileSync(installed('new.ts'), 'x')],
    ['a missing file', () => rmSync(installed('index.ts'))],
    ['a file that became executable', () => chmodSync(installed('index.ts'), 0o755)],
  ])('tells %s', async (_what, change) => {
    await bench.add(name);
    change();
    expect(await verify()).toMatchObject({ code: 'TREE_CHANGED', severity: 'error' });
  });

  it('does not depend on what only some systems install', async () => {
    const [app, here, there] = [`${name}-app`, `${name}-here`, `${name}-there`];
    await registry.publish({ name: here, version: '1.0.0' });
    await registry.publish({ name: there, version: '1.0.0', os: ['!linux', '!darwin', '!win32'] });
    await registry.publish(
      modManifest(app, '1.0.0', { optionalDependencies: { [here]: '*', [there]: '*' } }),
    );
    await bench.add(app);
    const entry = bench.lock()[`npm:${app}`];
    if (entry === undefined) throw new Error('no entry');
    expect(entry.dependencies).toMatchObject({
      [`node_modules/${here}`]: { optional: true },
      [`node_modules/${there}`]: { optional: true, os: ['!linux', '!darwin', '!win32'] },
    });
    expect(existsSync(join(bench.registry(), 'npm', app, 'node_modules', there))).toBe(false);
    const folder = join(bench.registry(), 'npm', app);
    rmSync(join(folder, 'node_modules', here), { recursive: true });
    expect(await verifyTree(folder, `npm:${app}`, entry)).toBeUndefined();
  });
});
