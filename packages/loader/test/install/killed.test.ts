import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type InstallStep,
  installedDirectory,
  type NpmSource,
  parseSource,
  verifyTree,
} from '../../src/index.ts';
import { runChild } from '../support/run-child.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
  for (const version of ['1.0.0', '2.0.0']) {
    await registry.publish(modManifest('killed', version, { dependencies: { dep: version } }), {
      files: { 'only-in.ts': version, [`only-in-${version}.ts`]: '' },
    });
    await registry.publish({ name: 'dep', version });
  }
});
afterAll(() => registry.stop());

const STEPS: readonly InstallStep[] = [
  'locked',
  'resolved',
  'fetched',
  'dependencies',
  'checked',
  'journal-written',
  'previous-moved',
  'tree-moved',
  'lock-written',
  'settings-written',
  'journal-deleted',
  'cleaned',
];

const source = parseSource('killed') as NpmSource;

/** A process that was killed keeps its lock for ten seconds; here they pass at once. */
function tenSecondsLater(bench: Workbench): void {
  const lock = join(bench.registry(), '.lock');
  if (existsSync(lock)) utimesSync(lock, new Date(Date.now() - 11_000), new Date(Date.now() - 11_000));
}

/** What a start would load: the whole of one version, or nothing. */
function wholeVersion(bench: Workbench): string | undefined {
  const folder = installedDirectory(bench.project, source);
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dependency = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'dep', 'package.json'), 'utf8'),
  ).version;
  expect(readdirSync(folder).sort()).toEqual([
    'index.ts',
    'node_modules',
    `only-in-${version}.ts`,
    'only-in.ts',
    'package.json',
  ]);
  expect(dependency).toBe(version);
  return version;
}

/** After the next command everything agrees, and nothing is left lying about. */
async function expectInOrder(bench: Workbench): Promise<void> {
  const folder = join(bench.registry(), 'npm', 'killed');
  const entry = bench.lock()['npm:killed'];
  expect(existsSync(folder)).toBe(entry !== undefined);
  if (entry !== undefined) expect(await verifyTree(folder, 'npm:killed', entry)).toBeUndefined();
  expect(bench.sources()).toEqual(entry === undefined ? [] : [entry.source]);
  expect(existsSync(join(bench.registry(), '.staging'))).toBe(false);
  expect(existsSync(join(bench.registry(), '.lock'))).toBe(false);
}

describe('a kill at any point leaves the old or the new install, never half', () => {
  it.each(STEPS)('of an add, at the step %s', async (killAt) => {
    const bench = workbench({ npmrc: `registry=${registry.url}\n` });
    const result = await runChild({
      action: 'add',
      source: 'killed@1.0.0',
      home: bench.home,
      project: bench.project,
      killAt,
    });
    expect(result).toMatchObject({ signal: 'SIGKILL' });
    expect([undefined, '1.0.0']).toContain(wholeVersion(bench));
    expect([[], ['killed@1.0.0']]).toContainEqual(bench.sources());
    // Configured is never more than what is there.
    if (bench.sources().length > 0) expect(wholeVersion(bench)).toBe('1.0.0');
    tenSecondsLater(bench);
    await bench.update();
    await expectInOrder(bench);
    bench.dispose();
  });

  it.each(STEPS)('of an update, at the step %s', async (killAt) => {
    const bench = workbench({ npmrc: `registry=${registry.url}\n` });
    await bench.add('killed@1.0.0');
    const before = { lock: bench.lock()['npm:killed'], settings: bench.sources() };
    const result = await runChild({
      action: 'add',
      source: 'killed@2.0.0',
      home: bench.home,
      project: bench.project,
      killAt,
    });
    expect(result).toMatchObject({ signal: 'SIGKILL' });
    const version = wholeVersion(bench);
    expect(['1.0.0', '2.0.0']).toContain(version);
    if (version === '1.0.0')
      expect({ lock: bench.lock()['npm:killed'], settings: bench.sources() }).toEqual(before);
    tenSecondsLater(bench);
    const notices: string[] = [];
    await bench.with({ onNotice: ({ code }) => notices.push(code) }).update('killed');
    await expectInOrder(bench);
    expect(wholeVersion(bench)).toBe(bench.sources()[0] === 'killed@2.0.0' ? '2.0.0' : '1.0.0');
    const midway = [
      'journal-written',
      'previous-moved',
      'tree-moved',
      'lock-written',
      'settings-written',
    ].includes(killAt);
    expect(notices).toEqual(midway ? ['INSTALL_RECOVERED'] : []);
    bench.dispose();
  });

  it.each(STEPS.filter((step) => !['resolved', 'fetched', 'dependencies', 'checked'].includes(step)))(
    'of a removal, at the step %s',
    async (killAt) => {
      const bench = workbench({ npmrc: `registry=${registry.url}\n` });
      await bench.add('killed@1.0.0');
      const result = await runChild({
        action: 'remove',
        source: 'killed',
        home: bench.home,
        project: bench.project,
        killAt,
      });
      expect(result).toMatchObject({ signal: 'SIGKILL' });
      expect([undefined, '1.0.0']).toContain(wholeVersion(bench));
      tenSecondsLater(bench);
      await bench.add('killed@1.0.0');
      await expectInOrder(bench);
      bench.dispose();
    },
  );

  it('and the next command waits until the lock of the killed process is old, then goes on', async () => {
    const bench = workbench({ npmrc: `registry=${registry.url}\n` });
    await runChild({
      action: 'add',
      source: 'killed@1.0.0',
      home: bench.home,
      project: bench.project,
      killAt: 'fetched',
    });
    const phases: string[] = [];
    const waiting = bench.with({ onProgress: ({ phase }) => phases.push(phase) }).add('killed@1.0.0');
    while (!phases.includes('waiting')) await new Promise((resolve) => setTimeout(resolve, 20));
    tenSecondsLater(bench);
    expect((await waiting).status).toBe('installed');
    bench.dispose();
  });
});

describe('two processes take turns', () => {
  it('eight adds at once are all recorded', async () => {
    const bench = workbench({ npmrc: `registry=${registry.url}\n` });
    const names = Array.from({ length: 8 }, (_, index) => `eight-${index}`);
    for (const name of names) await registry.publish(modManifest(name, '1.0.0'));
    const results = await Promise.all(
      names.map((source) => runChild({ action: 'add', source, home: bench.home, project: bench.project })),
    );
    expect(results.map(({ code, output }) => (code === 0 ? JSON.parse(output).status : output))).toEqual(
      names.map(() => 'installed'),
    );
    expect([...bench.sources()].sort()).toEqual(names);
    expect(Object.keys(bench.lock()).sort()).toEqual(names.map((name) => `npm:${name}`));
    for (const name of names) expect(bench.read(`npm/${name}/index.ts`)).toContain('1.0.0');
    bench.dispose();
  });

  it('an add and a removal of one source at once end in one or the other', async () => {
    const bench = workbench({ npmrc: `registry=${registry.url}\n` });
    await bench.add('killed@1.0.0');
    const task = { home: bench.home, project: bench.project };
    await Promise.all([
      runChild({ action: 'add', source: 'killed@2.0.0', ...task }),
      runChild({ action: 'remove', source: 'killed', ...task }),
    ]);
    await expectInOrder(bench);
    bench.dispose();
  });
});
