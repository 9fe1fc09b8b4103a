import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModError } from '@cmd-mods/mod-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { publishedDaysAgo, startFront } from '../support/registry-front.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, wordScanner, workbench } from '../support/workbench.ts';

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
beforeEach(async () => {
  bench = workbench({ npmrc: `registry=${registry.url}\nfetch-retries=0\n` });
  counter += 1;
  name = `updated-${counter}`;
  await registry.publish(modManifest(name, '1.0.0'));
});
afterEach(() => bench.dispose());

describe('update of npm sources', () => {
  it('update moves a range to the newest version inside it and keeps the range in settings', async () => {
    await bench.add(`${name}@^1.0.0`);
    await registry.publish(modManifest(name, '1.5.0'));
    await registry.publish(modManifest(name, '2.0.0'));
    expect(await bench.update()).toMatchObject([
      { status: 'updated', from: { version: '1.0.0' }, to: { version: '1.5.0' }, mods: ['index'] },
    ]);
    expect(bench.sources()).toEqual([`${name}@^1.0.0`]);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.5.0');
    expect(bench.lock()[`npm:${name}`]).toMatchObject({ version: '1.5.0', source: `${name}@^1.0.0` });
  });

  it('a tag follows the tag, also back', async () => {
    await bench.add(name);
    await registry.publish(modManifest(name, '1.1.0'));
    expect(await bench.update()).toMatchObject([{ to: { version: '1.1.0' } }]);
    await registry.tag(name, 'latest', '1.0.0');
    expect(await bench.update()).toMatchObject([{ status: 'updated', to: { version: '1.0.0' } }]);
  });

  it('update leaves an install alone when it is already the newest that the source allows', async () => {
    await bench.add(name);
    writeFileSync(join(bench.registry(), 'npm', name, 'index.ts'), '// touched');
    expect(await bench.update()).toMatchObject([
      { status: 'unchanged', from: { version: '1.0.0' }, to: { version: '1.0.0' } },
    ]);
    expect(bench.read(`npm/${name}/index.ts`)).toBe('// touched');
  });

  it('update never moves or replaces an exactly pinned npm source', async () => {
    await bench.add(`${name}@1.0.0`);
    await registry.publish(modManifest(name, '1.0.1'));
    const offline = { npm_config_registry: 'http://127.0.0.1:9/' };
    const outcomes = await bench.with({ env: { ...bench.io.env, ...offline } }).update();
    expect(outcomes).toMatchObject([{ status: 'unchanged', to: { version: '1.0.0' } }]);
  });

  it('a version edited by hand in settings is what update installs', async () => {
    await bench.add(`${name}@1.0.0`);
    await registry.publish(modManifest(name, '1.0.1'));
    const settings = join(bench.project, '.commandcode', 'settings.json');
    writeFileSync(settings, JSON.stringify({ mods: { sources: [`${name}@1.0.1`] } }));
    expect(await bench.update(name)).toMatchObject([{ status: 'updated', to: { version: '1.0.1' } }]);
  });

  it('update without a name covers every source of both scopes', async () => {
    const other = `${name}-other`;
    await registry.publish(modManifest(other, '1.0.0'));
    await bench.add(name);
    await bench.add(other, { scope: 'user' });
    await registry.publish(modManifest(name, '1.1.0'));
    await registry.publish(modManifest(other, '1.1.0'));
    expect(await bench.update()).toMatchObject([
      { source: name, scope: 'project', status: 'updated' },
      { source: other, scope: 'user', status: 'updated' },
    ]);
    await registry.publish(modManifest(other, '1.2.0'));
    expect(await bench.update(undefined, { scopes: ['project'] })).toMatchObject([
      { source: name, status: 'unchanged' },
    ]);
  });

  it('`update name` finds the entry `npm:name` (differs from the peer)', async () => {
    await bench.add(`npm:${name}@^1`);
    await registry.publish(modManifest(name, '1.1.0'));
    expect(await bench.update(name)).toMatchObject([{ source: `npm:${name}@^1`, to: { version: '1.1.0' } }]);
  });

  it('update of a source that is not configured exits 1, names the nearest configured one and changes nothing', async () => {
    await bench.add(name);
    const before = bench.files();
    expect(await rejectionOf(bench.update(`${name}x`))).toMatchObject({
      code: 'SOURCE_NOT_CONFIGURED',
      hint: `Did you mean ${name}?`,
    });
    expect(bench.files()).toEqual(before);
  });

  it('the nearest one is found by its bare name, too', async () => {
    const scoped = `@team/${name}`;
    await registry.publish(modManifest(scoped, '1.0.0'));
    await bench.add(`npm:${scoped}@^1`);
    expect((await rejectionOf(bench.update(name))).hint).toBe(`Did you mean npm:${scoped}@^1?`);
  });

  it('a missing install is installed by update', async () => {
    await bench.add(name);
    rmSync(join(bench.registry(), 'npm'), { recursive: true });
    expect(await bench.update()).toMatchObject([
      { status: 'installed', to: { version: '1.0.0' }, mods: ['index'] },
    ]);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
  });

  it('`update --dry-run` reports newer versions and changes nothing', async () => {
    await bench.add(name);
    await registry.publish(modManifest(name, '1.1.0'));
    const before = [bench.files(), bench.lock()];
    expect(await bench.update(undefined, { dryRun: true })).toMatchObject([
      { status: 'updated', dryRun: true, from: { version: '1.0.0' }, to: { version: '1.1.0' } },
    ]);
    expect([bench.files(), bench.lock()]).toEqual(before);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
  });

  it('update asks the registry for the newest version, not the lock or a cache', async () => {
    await bench.add(name);
    for (const version of ['1.0.1', '1.0.2', '1.0.3']) {
      await registry.publish(modManifest(name, version));
      expect(await bench.update()).toMatchObject([{ to: { version } }]);
    }
  });

  it('update without a network fails with a plain message and leaves every install as it was', async () => {
    await bench.add(name);
    const before = [bench.files(), bench.lock()];
    const env = { ...bench.io.env, npm_config_registry: 'http://127.0.0.1:9/' };
    const [outcome] = await bench.with({ env }).update();
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'NPM_UNREACHABLE', message: expect.stringContaining('the registry cannot be reached') },
    });
    expect([bench.files(), bench.lock()]).toEqual(before);
  });

  it('one source that fails does not keep the others from their update', async () => {
    await bench.add(name);
    await registry.publish(modManifest(name, '1.1.0'));
    const settings = join(bench.project, '.commandcode', 'settings.json');
    writeFileSync(settings, JSON.stringify({ mods: { sources: ['no-such-package', name] } }));
    expect(await bench.update()).toMatchObject([
      { status: 'failed', error: { code: 'NPM_NOT_FOUND' } },
      { status: 'updated' },
    ]);
  });

  it('a text in settings that is no source is reported with what is wrong, and can be removed by that text', async () => {
    await bench.add(name);
    const settings = join(bench.project, '.commandcode', 'settings.json');
    writeFileSync(settings, JSON.stringify({ mods: { sources: ['http://host.org/a/b', name] } }));
    expect(await bench.update()).toMatchObject([
      { status: 'unchanged', source: name },
      { status: 'failed', source: 'http://host.org/a/b', error: { code: 'SOURCE_PROTOCOL' } },
    ]);
    expect((await rejectionOf(bench.ci())).message).toContain('"http:" is not a protocol');
    expect(await bench.remove('http://host.org/a/b')).toMatchObject([{ status: 'removed' }]);
    expect(bench.sources()).toEqual([name]);
  });

  it('of two entries of one identity the first is updated', async () => {
    await bench.add(`${name}@^1`);
    await registry.publish(modManifest(name, '2.0.0'));
    const settings = join(bench.project, '.commandcode', 'settings.json');
    writeFileSync(settings, JSON.stringify({ mods: { sources: [`${name}@^1`, `npm:${name}@2.0.0`] } }));
    expect(await bench.update()).toMatchObject([{ status: 'unchanged', to: { version: '1.0.0' } }]);
  });

  it('updating a source that only the user scope has creates nothing in the project', async () => {
    await bench.add(name, { scope: 'user' });
    await registry.publish(modManifest(name, '1.1.0'));
    await bench.update(name);
    expect(bench.files('project')).toEqual([]);
  });

  it('a settings file that does not parse ends the command before anything is fetched', async () => {
    await bench.add(name);
    writeFileSync(join(bench.project, '.commandcode', 'settings.json'), '{ broken');
    expect(await rejectionOf(bench.update())).toMatchObject({ code: 'SETTINGS_UNREADABLE' });
  });
});

describe('a new version that reaches further', () => {
  beforeEach(async () => {
    bench = bench.with({ reach: wordScanner });
    await bench.add(name);
    await registry.publish(modManifest(name, '1.1.0'), { files: { 'index.ts': 'fetch("x")' } });
  });

  it('is shown and not installed without accept', async () => {
    expect(await bench.update()).toMatchObject([
      { status: 'held', widened: ['fetch'], from: { version: '1.0.0' }, error: { code: 'INSTALL_WIDENS' } },
    ]);
    expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
    expect(bench.lock()[`npm:${name}`]).toMatchObject({ version: '1.0.0' });
  });

  it('is installed with accept, and the lock then knows what it reaches', async () => {
    expect(await bench.update(undefined, { accept: true })).toMatchObject([
      { status: 'updated', widened: ['fetch'] },
    ]);
    expect(bench.lock()[`npm:${name}`]).toMatchObject({ version: '1.1.0', inspect: ['fetch'] });
  });

  it('is no question when it reaches no more', async () => {
    await bench.update(undefined, { accept: true });
    await registry.publish(modManifest(name, '1.2.0'), { files: { 'index.ts': 'fetch("y")' } });
    expect(await bench.update()).toMatchObject([{ status: 'updated', to: { version: '1.2.0' } }]);
  });
});

describe('mods.minimumReleaseAge', () => {
  const age = { minimumReleaseAge: '3d' };
  const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });

  it('keeps add from taking a version that is younger', async () => {
    expect(await rejectionOf(bench.add(name, age))).toMatchObject({
      code: 'RELEASE_TOO_YOUNG',
      message: expect.stringContaining(`${name}@1.0.0 was published at `),
    });
    expect(await rejectionOf(bench.add(`${name}@1.0.0`, age))).toMatchObject({ code: 'RELEASE_TOO_YOUNG' });
    expect(bench.files()).toEqual([]);
    expect((await bench.with(inDays(4)).add(name, age)).status).toBe('installed');
  });

  it('`--allow-young` overrides it', async () => {
    expect((await bench.add(name, { ...age, allowYoung: true })).status).toBe('installed');
  });

  it('never moves an install back to an older version', async () => {
    await bench.add(name);
    await registry.publish(modManifest(name, '1.1.0'));
    await bench.update();
    const front = await startFront(registry.url, publishedDaysAgo({ [`${name}@1.0.0`]: 10 }));
    const aged = bench.with({ env: { ...bench.io.env, npm_config_registry: front.url } });
    expect(await aged.update(undefined, age)).toMatchObject([
      { status: 'unchanged', to: { version: '1.1.0' } },
    ]);
    await front.stop();
  });

  it('lets update take the newest version that is old enough', async () => {
    await registry.publish(modManifest(name, '1.1.0'));
    await registry.publish(modManifest(name, '1.2.0'));
    const front = await startFront(
      registry.url,
      publishedDaysAgo({ [`${name}@1.0.0`]: 10, [`${name}@1.1.0`]: 5 }),
    );
    const aged = bench.with({ env: { ...bench.io.env, npm_config_registry: front.url } });
    expect(await aged.add(name, age)).toMatchObject({ status: 'installed', to: { version: '1.1.0' } });
    await front.stop();
  });

  it('holds for dependencies too', async () => {
    const app = `${name}-app`;
    await registry.publish(modManifest(app, '1.0.0', { dependencies: { [name]: '*' } }));
    await registry.publish(modManifest(name, '1.1.0'));
    const front = await startFront(
      registry.url,
      publishedDaysAgo({ [`${app}@1.0.0`]: 10, [`${name}@1.0.0`]: 10 }),
    );
    const aged = bench.with({ env: { ...bench.io.env, npm_config_registry: front.url } });
    await aged.add(app, age);
    expect(bench.lock()[`npm:${app}`]?.dependencies).toMatchObject({
      [`node_modules/${name}`]: { version: '1.0.0' },
    });
    await front.stop();
  });

  it('a registry that does not say when it published is no proof of age', async () => {
    const front = await startFront(registry.url, { packument: ({ time: _none, ...rest }) => rest });
    const aged = bench.with({ env: { ...bench.io.env, npm_config_registry: front.url } });
    expect(await rejectionOf(aged.add(name, age))).toMatchObject({ code: 'RELEASE_TOO_YOUNG' });
    await front.stop();
  });

  it.each(['3', 'soon', '-1d', '3 days', ''])(
    'a duration that cannot be read is an error: %j',
    async (text) => {
      expect(await rejectionOf(bench.add(name, { minimumReleaseAge: text }))).toMatchObject({
        code: 'RELEASE_AGE_INVALID',
      });
    },
  );
});

describe('remove', () => {
  it('takes the folder, the lock entry and the settings entry, and names the mods that went', async () => {
    await bench.add(name);
    expect(await bench.remove(`npm:${name}@9`)).toMatchObject([
      { status: 'removed', source: name, from: { version: '1.0.0' }, mods: ['index'] },
    ]);
    expect(bench.sources()).toEqual([]);
    expect(bench.lock()).toEqual({});
    expect(bench.files()).toEqual(['mods', 'mods.lock.json', 'settings.json']);
  });

  it('of a source in neither scope says so, and names the nearest', async () => {
    await bench.add(name);
    expect(await rejectionOf(bench.remove(`${name}z`))).toMatchObject({
      code: 'SOURCE_NOT_CONFIGURED',
      hint: `Did you mean ${name}?`,
    });
  });

  it('looks in both scopes, and `scopes` limits it', async () => {
    await bench.add(name);
    await bench.add(name, { scope: 'user' });
    expect(await bench.remove(name, { scopes: ['user'] })).toMatchObject([{ scope: 'user' }]);
    expect(bench.sources('project')).toEqual([name]);
    expect(bench.sources('user')).toEqual([]);
  });

  it('takes every entry of that identity out of a file that was edited by hand', async () => {
    await bench.add(name);
    const settings = join(bench.project, '.commandcode', 'settings.json');
    const entries = [name, { source: `npm:${name}@1`, mods: ['!x'] }, './kept'];
    writeFileSync(settings, JSON.stringify({ mods: { sources: entries } }));
    await bench.remove(name);
    expect(bench.sources()).toEqual(['./kept']);
  });

  it('works for a package whose folder is gone or whose manifest is broken', async () => {
    await bench.add(name);
    writeFileSync(join(bench.registry(), 'npm', name, 'package.json'), '{');
    const broken = bench.with({
      offersMods: async () => {
        throw new ModError({ code: 'MANIFEST_UNREADABLE', severity: 'error', message: 'it does not parse' });
      },
    });
    expect(await broken.remove(name, { dryRun: true })).toMatchObject([{ status: 'removed', mods: [] }]);
    rmSync(join(bench.registry(), 'npm', name), { recursive: true });
    expect(await bench.remove(name)).toMatchObject([{ status: 'removed', mods: [] }]);
    expect(bench.lock()).toEqual({});
  });

  it('as a dry run changes nothing', async () => {
    await bench.add(name);
    const before = bench.files();
    expect(await bench.remove(name, { dryRun: true })).toMatchObject([
      { status: 'removed', dryRun: true, mods: ['index'] },
    ]);
    expect(bench.files()).toEqual(before);
    expect(bench.sources()).toEqual([name]);
  });
});
