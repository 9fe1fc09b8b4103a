import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: GitServer;
let registry: Registry;
let bench: Workbench;
let canaries: string;
let counter = 0;

beforeAll(async () => {
  [server, registry] = await Promise.all([startGitServer(), startRegistry()]);
});
afterAll(() => Promise.all([server.stop(), registry.stop()]));
beforeEach(() => {
  counter += 1;
  canaries = mkdtempSync(join(tmpdir(), 'canaries-'));
  bench = workbench({
    npmrc: `registry=${registry.url}\nfetch-retries=0\n`,
    env: { GIT_SSL_CAINFO: server.certificate },
  });
});
afterEach(() => {
  bench.dispose();
  rmSync(canaries, { recursive: true, force: true });
});

const LIFECYCLE = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'prepublishOnly',
  'preprepare',
  'prepare',
  'postprepare',
  'prepack',
  'postpack',
  'dependencies',
  'preuninstall',
  'uninstall',
  'postuninstall',
];

/** Scripts that each leave a file behind when they run. */
const scripts = () => Object.fromEntries(LIFECYCLE.map((name) => [name, `touch "${join(canaries, name)}"`]));
const sang = () => readdirSync(canaries);
/** A build file whose every command would leave a file behind. */
const gyp = () =>
  `{"targets":[{"target_name":"x","type":"none","actions":[]}],"variables":{"x":"<!(touch ${join(canaries, 'gyp')})"}}`;

/** Adds, updates and removes. */
async function wholeLife(source: string, change: () => unknown): Promise<string[]> {
  const warnings = (await bench.add(source)).warnings;
  await change();
  expect(await bench.update()).toMatchObject([{ status: 'updated' }]);
  await bench.ci();
  await bench.remove(source);
  return warnings.map(({ code, message }) => `${code}: ${message}`);
}

describe('no lifecycle script ever runs', () => {
  it('the canary sings when npm itself installs it', async () => {
    writeFileSync(
      join(bench.project, 'package.json'),
      JSON.stringify({ name: 'x', version: '1.0.0', scripts: scripts() }),
    );
    const env = { PATH: process.env.PATH, HOME: bench.home };
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund'], {
      cwd: bench.project,
      env,
      stdio: 'ignore',
    });
    expect(sang()).toContain('postinstall');
  });

  it('of an npm package; the warning names it', async () => {
    const name = `canary-${counter}`;
    await registry.publish(modManifest(name, '1.0.0', { scripts: scripts() }));
    const warnings = await wholeLife(name, () =>
      registry.publish(modManifest(name, '1.1.0', { scripts: scripts() })),
    );
    expect(warnings).toEqual([
      `PACKAGE_SCRIPTS_NOT_RUN: Would build or run something on install, which was not done: ${name}@1.0.0.`,
    ]);
    expect(sang()).toEqual([]);
  });

  it('of a git package', async () => {
    const repo = server.repository(`owner/canary-${counter}`);
    const manifest = modManifest('canary', '1.0.0', { scripts: scripts() });
    repo.commit({ 'package.json': JSON.stringify(manifest), 'index.ts': 'x' });
    const warnings = await wholeLife(repo.url, () => repo.commit({ 'index.ts': 'y' }));
    expect(warnings).toEqual([expect.stringContaining('PACKAGE_SCRIPTS_NOT_RUN')]);
    expect(sang()).toEqual([]);
  });

  it('of a dependency of either, also one further down', async () => {
    const [app, dep, deep] = [`app-${counter}`, `dep-${counter}`, `deep-${counter}`];
    await registry.publish({ name: deep, version: '1.0.0', scripts: scripts() });
    await registry.publish({
      name: dep,
      version: '1.0.0',
      scripts: scripts(),
      dependencies: { [deep]: '*' },
    });
    const dependencies = { [dep]: '*' };
    await registry.publish(modManifest(app, '1.0.0', { dependencies }));
    const warnings = await wholeLife(app, () =>
      registry.publish(modManifest(app, '1.1.0', { dependencies })),
    );
    expect(warnings[0]).toContain(`${dep}@1.0.0`);
    expect(warnings[0]).toContain(`${deep}@1.0.0`);
    const repo = server.repository(`owner/with-dep-${counter}`);
    repo.commit({
      'package.json': JSON.stringify(modManifest('x', '1.0.0', { dependencies })),
      'index.ts': 'x',
    });
    await wholeLife(repo.url, () => repo.commit({ 'index.ts': 'y' }));
    expect(sang()).toEqual([]);
  });

  it('of a package with binding.gyp, as a mod or as a dependency; the warning names it', async () => {
    const [app, dep] = [`native-app-${counter}`, `native-${counter}`];
    await registry.publish({ name: dep, version: '1.0.0' }, { files: { 'binding.gyp': gyp() } });
    await registry.publish(modManifest(app, '1.0.0', { dependencies: { [dep]: '*' } }), {
      files: { 'binding.gyp': gyp() },
    });
    const warnings = await wholeLife(app, () =>
      registry.publish(modManifest(app, '1.1.0', { dependencies: { [dep]: '*' } }), {
        files: { 'binding.gyp': gyp() },
      }),
    );
    expect(warnings[0]).toContain(`${app}@1.0.0, ${dep}@1.0.0`);
    expect(sang()).toEqual([]);
  });

  it('programs of dependencies are not linked into place', async () => {
    const [app, dep] = [`bin-app-${counter}`, `bin-${counter}`];
    await registry.publish({ name: dep, version: '1.0.0', bin: { run: './index.ts' } });
    await registry.publish(modManifest(app, '1.0.0', { dependencies: { [dep]: '*' } }));
    await bench.add(app);
    expect(existsSync(join(bench.registry(), 'npm', app, 'node_modules', '.bin'))).toBe(false);
  });

  it("a git hook of the person's template folder does not run either", async () => {
    const repo = server.repository(`owner/hooked-${counter}`);
    repo.commit({ 'index.ts': 'x' });
    const template = join(bench.home, 'template', 'hooks');
    execFileSync('mkdir', ['-p', template]);
    writeFileSync(join(template, 'post-checkout'), `#!/bin/sh\ntouch "${join(canaries, 'hook')}"\n`, {
      mode: 0o755,
    });
    writeFileSync(
      join(bench.home, '.gitconfig'),
      `[init]\n\ttemplateDir = ${join(bench.home, 'template')}\n`,
    );
    await bench.add(repo.url);
    expect(sang()).toEqual([]);
  });
});
