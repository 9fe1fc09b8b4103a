import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, wordScanner, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let registry: Registry;
let bench: Workbench;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.stop());
beforeEach(() => {
  bench = workbench({ npmrc: `registry=${registry.url}\nfetch-retries=0\n` });
});
afterEach(() => bench.dispose());

/** Every test has packages of its own: the registry lives on. */
let counter = 0;
const fresh = (name: string) => `${name}-${++counter}`;

describe('add of an npm source', () => {
  it('installs the newest version, records it in settings and lock, and names its mods', async () => {
    const name = fresh('plain');
    await registry.publish(modManifest(name, '1.0.0'));
    await registry.publish(modManifest(name, '1.1.0'));
    const outcome = await bench.add(name);
    expect(outcome).toEqual({
      source: name,
      identity: `npm:${name}`,
      scope: 'project',
      status: 'installed',
      dryRun: false,
      to: { version: '1.1.0' },
      path: join(bench.registry(), 'npm', name),
      mods: ['index'],
      signature: 'not-checked',
      counts: true,
      warnings: [],
    });
    expect(bench.sources()).toEqual([name]);
    expect(bench.lock()[`npm:${name}`]).toEqual({
      source: name,
      version: '1.1.0',
      archive: expect.stringMatching(/^sha512-/),
      integrity: expect.stringMatching(/^sha256-/),
    });
    expect(bench.files()).toEqual([
      'mods',
      'mods.lock.json',
      'mods/.registry',
      'mods/.registry/npm',
      `mods/.registry/npm/${name}`,
      `mods/.registry/npm/${name}/index.ts`,
      `mods/.registry/npm/${name}/package.json`,
      'settings.json',
    ]);
  });

  it("a user-scope npm source is installed under the home folder's `.registry/npm`, never into a global npm folder", async () => {
    const name = `@team/${fresh('guard')}`;
    await registry.publish(modManifest(name, '1.0.0'));
    const { path } = await bench.add(name, { scope: 'user' });
    expect(path).toBe(join(bench.home, '.commandcode', 'mods', '.registry', 'npm', ...name.split('/')));
    expect(bench.files('project')).toEqual([]);
  });

  it('npm and git sources install and update with no package manager program on PATH (differs from the peer)', async () => {
    const name = fresh('no-npm');
    await registry.publish(modManifest(name, '1.0.0'));
    const { PATH: _none, ...env } = bench.io.env;
    expect((await bench.with({ env }).add(name)).status).toBe('installed');
  });

  it('adding the same pinned source again leaves settings and lock as they were', async () => {
    const name = fresh('twice');
    await registry.publish(modManifest(name, '1.0.0'));
    await bench.add(`${name}@1.0.0`);
    const before = ['settings.json', 'mods.lock.json'].map((file) =>
      readFileSync(join(bench.project, '.commandcode', file), 'utf8'),
    );
    expect((await bench.add(`npm:${name}@1.0.0`)).status).toBe('unchanged');
    const after = ['settings.json', 'mods.lock.json'].map((file) =>
      readFileSync(join(bench.project, '.commandcode', file), 'utf8'),
    );
    expect(after).toEqual(before);
  });

  it('adding a known source with another ref rewrites the ref in its one entry and keeps its filter', async () => {
    const name = fresh('filtered');
    await registry.publish(modManifest(name, '1.0.0'));
    await registry.publish(modManifest(name, '2.0.0'));
    await bench.add(`${name}@1.0.0`);
    const file = join(bench.project, '.commandcode', 'settings.json');
    const entry = { source: `${name}@1.0.0`, mods: ['!slow'] };
    writeFileSync(file, JSON.stringify({ theme: 'dark', mods: { sources: ['./other', entry] } }));
    const outcome = await bench.add(`npm:${name}@2.0.0`);
    expect(outcome).toMatchObject({
      status: 'updated',
      from: { version: '1.0.0' },
      to: { version: '2.0.0' },
    });
    expect(bench.sources()).toEqual(['./other', { source: `npm:${name}@2.0.0`, mods: ['!slow'] }]);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('2.0.0');
  });

  it('a package that holds no mods fails, names where it looked, and leaves nothing behind', async () => {
    const name = fresh('empty');
    await registry.publish(
      { name, version: '1.0.0' },
      {
        files: { 'index.ts': '', 'readme.md': '' },
        entries: [{ path: 'package/package.json', content: JSON.stringify({ name, version: '1.0.0' }) }],
      },
    );
    expect(await rejectionOf(bench.add(name))).toMatchObject({
      code: 'PACKAGE_NO_MODS',
      message: `${name}@1.0.0 holds no mods: looked for commandcode.mods in package.json, mods/, index.ts.`,
    });
    expect(bench.files()).toEqual([]);
  });

  it('a dry run fetches and checks, and changes nothing', async () => {
    const name = fresh('dry');
    await registry.publish(modManifest(name, '1.0.0'));
    expect(await bench.add(name, { dryRun: true })).toMatchObject({
      status: 'installed',
      dryRun: true,
      mods: ['index'],
    });
    expect(bench.files()).toEqual([]);
  });

  it('says that what was added counts once the project is trusted, while it is not', async () => {
    const name = fresh('untrusted');
    await registry.publish(modManifest(name, '1.0.0'));
    const untrusted = workbench({ npmrc: `registry=${registry.url}\n`, trusted: false });
    expect(await untrusted.add(name)).toMatchObject({ status: 'installed', counts: false });
    untrusted.dispose();
  });

  it('tells what it is doing', async () => {
    const name = fresh('progress');
    await registry.publish(modManifest(name, '1.0.0'));
    const phases: string[] = [];
    await bench.with({ onProgress: ({ phase }) => phases.push(phase) }).add(name);
    expect(phases).toEqual(['resolving', 'fetching', 'dependencies', 'checking', 'installing']);
  });

  it('records what the mods can reach', async () => {
    const name = fresh('reach');
    await registry.publish(modManifest(name, '1.0.0'), { files: { 'index.ts': 'fetch("x")' } });
    expect((await bench.with({ reach: wordScanner }).add(name)).reach).toEqual(['fetch']);
    expect(bench.lock()[`npm:${name}`]).toMatchObject({ inspect: ['fetch'] });
  });

  it('an unknown package, an unknown version and an unknown tag are each told apart', async () => {
    const name = fresh('known');
    await registry.publish(modManifest(name, '1.0.0'));
    expect(await rejectionOf(bench.add('no-such-package'))).toMatchObject({ code: 'NPM_NOT_FOUND' });
    expect(await rejectionOf(bench.add(`${name}@2.0.0`))).toMatchObject({ code: 'NPM_NO_VERSION' });
    expect(await rejectionOf(bench.add(`${name}@next`))).toMatchObject({ code: 'NPM_NO_VERSION' });
    expect(bench.files()).toEqual([]);
  });
});

describe('settings that cannot be written at the end', () => {
  /** The settings can be read, and writing them fails as on a disk that has filled up meanwhile. */
  function unwritable(): Workbench {
    const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const scopes = bench.io.scopes.map((scope) => ({
      ...scope,
      settings: { ...scope.settings, addSource: full, removeSource: full },
    }));
    return bench.with({ scopes });
  }

  it('leave nothing of a first add', async () => {
    const name = fresh('first');
    await registry.publish(modManifest(name, '1.0.0'));
    expect(await rejectionOf(unwritable().add(name))).toMatchObject({ code: 'INSTALL_DISK_FULL' });
    expect(bench.files()).toEqual([]);
  });

  it('leave folder, lock and settings of a later add and of a removal as they were', async () => {
    const name = fresh('later');
    await registry.publish(modManifest(name, '1.0.0'));
    await registry.publish(modManifest(name, '2.0.0'));
    await bench.add(`${name}@1.0.0`);
    const before = [bench.files(), bench.lock(), bench.sources()];
    expect(await rejectionOf(unwritable().add(`${name}@2.0.0`))).toMatchObject({ code: 'INSTALL_DISK_FULL' });
    expect(await rejectionOf(unwritable().remove(name))).toMatchObject({ code: 'INSTALL_DISK_FULL' });
    expect([bench.files(), bench.lock(), bench.sources()]).toEqual(before);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
  });
});

describe('dependencies', () => {
  it('are installed below the package without dev and peer ones, and pinned in the lock', async () => {
    const [name, dep, deep, dev, peer] = ['app', 'dep', 'deep', 'dev', 'peer'].map(fresh) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await registry.publish({ name: deep, version: '1.2.0' });
    await registry.publish({ name: dep, version: '1.0.0', dependencies: { [deep]: '^1.0.0' } });
    await registry.publish({ name: dev, version: '1.0.0' });
    await registry.publish({ name: peer, version: '1.0.0' });
    await registry.publish(
      modManifest(name, '1.0.0', {
        dependencies: { [dep]: '^1.0.0' },
        devDependencies: { [dev]: '1.0.0' },
        peerDependencies: { [peer]: '1.0.0', '@cmd-mods/mod-api': '*' },
      }),
    );
    await bench.add(name);
    expect(bench.lock()[`npm:${name}`]?.dependencies).toEqual({
      [`node_modules/${deep}`]: { version: '1.2.0', integrity: expect.stringMatching(/^sha512-/) },
      [`node_modules/${dep}`]: {
        version: '1.0.0',
        integrity: expect.stringMatching(/^sha512-/),
        dependencies: { [deep]: '^1.0.0' },
      },
    });
    const folder = join(bench.registry(), 'npm', name);
    expect([dep, deep, dev, peer].map((one) => existsSync(join(folder, 'node_modules', one)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(existsSync(join(folder, 'package-lock.json'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules', '.package-lock.json'))).toBe(false);
  });

  it('peer dependencies are left out, so a peer conflict never fails an install or a removal', async () => {
    const [name, dep, peer] = ['conflict', 'plugin', 'core'].map(fresh) as [string, string, string];
    await registry.publish({ name: peer, version: '1.0.0' });
    await registry.publish({ name: dep, version: '1.0.0', peerDependencies: { [peer]: '^2.0.0' } });
    await registry.publish(
      modManifest(name, '1.0.0', {
        dependencies: { [dep]: '1.0.0' },
        peerDependencies: { [peer]: '^1.0.0' },
      }),
    );
    expect((await bench.add(name)).status).toBe('installed');
    expect((await bench.remove(name)).map(({ status }) => status)).toEqual(['removed']);
  });

  it('dependencies that fail to install leave no half package: a first add leaves nothing, a later one the old install', async () => {
    const name = fresh('half');
    await registry.publish(modManifest(name, '2.0.0', { dependencies: { 'no-such-dependency': '1.0.0' } }));
    const refused = await rejectionOf(bench.add(name));
    expect(refused.code).toBe('DEPENDENCIES_FAILED');
    expect(refused.message).toContain('no-such-dependency');
    expect(bench.files()).toEqual([]);
    await registry.publish(modManifest(name, '1.0.0'));
    await bench.add(`${name}@1.0.0`);
    const before = bench.files();
    expect((await rejectionOf(bench.add(`${name}@2.0.0`))).code).toBe('DEPENDENCIES_FAILED');
    expect(bench.files()).toEqual(before);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
    expect(bench.sources()).toEqual([`${name}@1.0.0`]);
  });

  it.each([
    ['git', 'git+https://localhost:1/owner/repo.git'],
    ['a tarball of another server', 'http://localhost:1/x.tgz'],
    ['a folder', 'file:./vendored'],
  ])('from outside the registry are refused: %s', async (_kind, spec) => {
    const name = fresh('outside');
    await registry.publish(modManifest(name, '1.0.0', { dependencies: { vendored: spec } }));
    const refused = await rejectionOf(bench.add(name));
    expect(refused.code).toBe('DEPENDENCIES_FAILED');
    expect(refused.message).toContain('comes from outside the registry');
  });
});
