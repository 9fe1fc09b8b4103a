import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installedDirectory, type NpmSource, parseSource } from '../../src/index.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { runChild } from '../support/run-child.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let registry: Registry;
let name: string;
let counter = 0;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.stop());
beforeEach(async () => {
  counter += 1;
  name = `large-${counter}`;
  await registry.publish(
    { name: `${name}-dep`, version: '1.0.0' },
    { files: { 'more.txt': 'y'.repeat(100_000) } },
  );
  await registry.publish(modManifest(name, '1.0.0'));
  await registry.publish(modManifest(name, '2.0.0', { dependencies: { [`${name}-dep`]: '*' } }), {
    files: { 'large.txt': 'x'.repeat(2_000_000) },
  });
});

const npmrc = () => `registry=${registry.url}\nfetch-retries=0\n`;
const state = (bench: Workbench) => [bench.files(), bench.lock(), bench.sources()];

/** Whether this process may mount: without it the tests below cannot have a disk of their own. */
const probe = mountSmallDisk(64);
probe?.unmount();

describe.skipIf(probe === undefined)('a full disk', () => {
  let disk: SmallDisk;
  let bench: Workbench;

  beforeEach(() => {
    disk = mountSmallDisk(8_000) as SmallDisk;
    bench = workbench({ npmrc: npmrc(), parent: disk.path });
    return () => disk.unmount();
  });

  /** Leaves so many kilobytes free. */
  function fill(free: number): string {
    const { bavail, bsize } = statfsSync(disk.path);
    const filler = join(disk.path, 'filler');
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free * 1024)));
    return filler;
  }

  it.each([0, 4, 8, 16, 64, 500, 1900, 2100, 2200, 2400])(
    'with %i KB free fails an update in plain words and leaves everything as it was, or there is room enough',
    async (free) => {
      await bench.add(`${name}@1.0.0`);
      const before = state(bench);
      const filler = fill(free);
      const outcome = await bench.add(`${name}@2.0.0`).catch((thrown) => thrown.diagnostic);
      if (outcome.status === undefined) {
        expect(outcome).toMatchObject({ code: 'INSTALL_DISK_FULL', severity: 'error' });
        expect(state(bench)).toEqual(before);
        rmSync(filler);
        expect(await bench.add(`${name}@2.0.0`)).toMatchObject({
          status: 'updated',
          to: { version: '2.0.0' },
        });
      } else {
        expect(outcome).toMatchObject({ status: 'updated' });
      }
      expect(bench.lock()[`npm:${name}`]).toMatchObject({ version: '2.0.0' });
    },
  );

  it('met by a first add leaves nothing', async () => {
    fill(1000);
    expect(await rejectionOf(bench.add(`${name}@2.0.0`))).toMatchObject({ code: 'INSTALL_DISK_FULL' });
    expect(bench.files()).toEqual([]);
  });
});

describe('a file that may not become so large', () => {
  it('is a full disk too', async () => {
    const bench = workbench({ npmrc: npmrc() });
    await bench.add(name, { dryRun: true });
    const task = { action: 'add', source: name, home: bench.home, project: bench.project } as const;
    const { output } = await runChild(task, (command) => `ulimit -f 512; ${command}`);
    expect(JSON.parse(output)).toMatchObject({ code: 'INSTALL_DISK_FULL' });
    expect(bench.files()).toEqual([]);
    bench.dispose();
  });
});

describe.skipIf(probe === undefined)('a file system that is read-only', () => {
  it('fails add, update and remove in plain words, with the folder, and changes nothing', async () => {
    const disk = mountSmallDisk(8_000) as SmallDisk;
    const bench = workbench({ npmrc: npmrc(), parent: disk.path });
    await bench.add(`${name}@^1.0.0`);
    await registry.publish(modManifest(name, '1.1.0'));
    const before = state(bench);
    disk.makeReadOnly();
    const refused = { code: 'INSTALL_NOT_WRITABLE', message: expect.stringContaining(bench.project) };
    expect(await rejectionOf(bench.add(`${name}-dep`))).toMatchObject(refused);
    expect(await rejectionOf(bench.update())).toMatchObject(refused);
    expect(await rejectionOf(bench.remove(name))).toMatchObject(refused);
    expect(state(bench)).toEqual(before);
    disk.makeWritable();
    expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
    disk.unmount();
  });

  it('for the home folder alone does not keep a project from its mods', async () => {
    const disk = mountSmallDisk(8_000) as SmallDisk;
    const bench = workbench({ npmrc: npmrc() });
    const env = { ...bench.io.env, npm_config_userconfig: join(bench.home, '.npmrc'), HOME: disk.path };
    disk.makeReadOnly();
    expect((await bench.with({ home: disk.path, env }).add(`${name}@2.0.0`)).status).toBe('installed');
    disk.unmount();
    bench.dispose();
  });
});

describe.skipIf(process.getuid?.() === 0)('a folder that this person may not write to', () => {
  it('fails in plain words', async () => {
    const bench = workbench({ npmrc: npmrc() });
    chmodSync(bench.project, 0o555);
    expect(await rejectionOf(bench.add(name))).toMatchObject({ code: 'INSTALL_NOT_WRITABLE' });
    chmodSync(bench.project, 0o755);
    bench.dispose();
  });
});

describe('a project whose folders lead elsewhere', () => {
  it.each([
    '.commandcode',
    '.commandcode/mods',
    '.commandcode/mods/.registry',
    '.commandcode/mods/.registry/npm',
  ])('gets nothing installed through the link %s', async (link) => {
    const bench = workbench({ npmrc: npmrc() });
    const outside = join(bench.home, 'outside');
    mkdirSync(join(outside, 'npm'), { recursive: true });
    mkdirSync(join(bench.project, link, '..'), { recursive: true });
    symlinkSync(outside, join(bench.project, link));
    expect(await rejectionOf(bench.add(name))).toMatchObject({
      code: 'INSTALL_NOT_WRITABLE',
      message: expect.stringContaining('link'),
    });
    bench.dispose();
  });

  it("while the person's own .commandcode may be a link", async () => {
    const bench = workbench({ npmrc: npmrc() });
    mkdirSync(join(bench.home, 'dotfiles'));
    symlinkSync(join(bench.home, 'dotfiles'), join(bench.home, '.commandcode'));
    expect((await bench.add(name, { scope: 'user' })).status).toBe('installed');
    bench.dispose();
  });
});

describe('a project that brings a staging folder of its own', () => {
  /** A folder outside, with a file that must survive. */
  function victim(bench: Workbench): string {
    const folder = join(bench.home, 'victim');
    mkdirSync(join(folder, 'precious', 'previous'), { recursive: true });
    writeFileSync(join(folder, 'precious', 'file'), 'x');
    writeFileSync(join(folder, 'precious', 'journal.json'), JSON.stringify({ identity: `npm:${name}` }));
    return folder;
  }
  const survives = (folder: string) =>
    existsSync(join(folder, 'precious', 'file')) && existsSync(join(folder, 'precious', 'previous'));

  it.each([
    '../../../../../home/victim',
    'npm:../../../../../home/victim',
    'git:h.org/../../../../home/victim',
    '',
    7,
    null,
  ])('cannot have anything outside moved or deleted by a journal: %j', async (identity) => {
    const bench = workbench({ npmrc: npmrc() });
    const folder = victim(bench);
    for (const journal of [{ identity }, { identity, target: '../../../../../home/victim' }, identity]) {
      const staging = join(bench.registry(), '.staging', 'sent');
      mkdirSync(join(staging, 'previous'), { recursive: true });
      writeFileSync(join(staging, 'journal.json'), JSON.stringify(journal));
      expect((await bench.add(name, { accept: true })).status).toMatch(/installed|unchanged/);
      expect(survives(folder)).toBe(true);
      expect(existsSync(staging)).toBe(false);
    }
    bench.dispose();
  });

  it('cannot have anything deleted through a link as staging folder', async () => {
    const bench = workbench({ npmrc: npmrc() });
    const folder = victim(bench);
    mkdirSync(bench.registry(), { recursive: true });
    symlinkSync(folder, join(bench.registry(), '.staging'));
    expect(await rejectionOf(bench.add(name))).toMatchObject({ code: 'INSTALL_NOT_WRITABLE' });
    expect(survives(folder)).toBe(true);
    bench.dispose();
  });

  it('cannot have anything moved through a link in the staging folder', async () => {
    const bench = workbench({ npmrc: npmrc() });
    const folder = victim(bench);
    mkdirSync(join(bench.registry(), '.staging'), { recursive: true });
    symlinkSync(join(folder, 'precious'), join(bench.registry(), '.staging', 'sent'));
    expect((await bench.add(name)).status).toBe('installed');
    expect(survives(folder)).toBe(true);
    bench.dispose();
  });

  it('with a journal that is no JSON does not end a start', async () => {
    const bench = workbench({ npmrc: npmrc() });
    mkdirSync(join(bench.registry(), '.staging', 'sent'), { recursive: true });
    writeFileSync(join(bench.registry(), '.staging', 'sent', 'journal.json'), '{');
    expect(installedDirectory(bench.project, parseSource(name) as NpmSource)).toBeUndefined();
    bench.dispose();
  });
});
