import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageManifest, type Registry, startRegistry } from '../../loader/test/support/verdaccio.ts';
import { type Ended, runProcess } from '../src/index.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PACKAGES = join(ROOT, 'packages');

let registry: Registry;
const work = mkdtempSync(join(tmpdir(), 'cmd-mods-published-'));
beforeAll(async () => {
  registry = await startRegistry();
  await Promise.all([
    ...readdirSync(PACKAGES).map(publish),
    publishForwarder('typescript'),
    publishForwarder('@types/node'),
  ]);
  offerThirdParties();
}, 60_000);
afterAll(async () => {
  await registry.stop();
  rmSync(work, { recursive: true, force: true });
});

/** Publishes a package of this workspace as it is built, but for its dependencies on other people's packages. */
async function publish(name: string): Promise<void> {
  const folder = join(PACKAGES, name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const ours = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) => isOurs(dependency));
  const { devDependencies: _dev, ...published } = manifest;
  const paths = ['dist', 'bin', 'bundle', 'licenses', 'templates.json', 'assets']
    .filter((path) => existsSync(join(folder, path)))
    .flatMap((path) => filesAt(folder, path));
  await registry.publish(
    { ...published, dependencies: Object.fromEntries(ours) },
    { files: Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])) },
  );
}

function filesAt(folder: string, path: string): readonly string[] {
  if (path.endsWith('.json')) return [path];
  return readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.map$|tsbuildinfo$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Publishes a package that only leads to the one that is installed here: what is in it is not the subject, and it is big. */
function publishForwarder(name: string): Promise<void> {
  const real = join(ROOT, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8'));
  const manifest: PackageManifest = { name, version, main: 'index.js', types: 'index.d.ts' };
  const files = {
    'index.js': `module.exports = require(${JSON.stringify(real)});\n`,
    'index.d.ts': `/// <reference path="${real}/index.d.ts" />\n`,
  };
  return registry.publish(manifest, { files });
}

function isOurs(name: string): boolean {
  return name.startsWith('@cmd-mods/') || name === 'create-cmd-mod';
}

/** Other people's packages lie in a folder above, as they do for a package in a workspace; ours are only in the registry. */
function offerThirdParties(): void {
  const names = readdirSync(join(ROOT, 'node_modules')).filter(
    (name) => !name.startsWith('.') && !isOurs(`${name}/`),
  );
  mkdirSync(join(work, 'node_modules'));
  for (const name of names.filter((one) => one !== 'create-cmd-mod')) {
    symlinkSync(join(ROOT, 'node_modules', name), join(work, 'node_modules', name));
  }
}

function program(...args: readonly string[]): Promise<Ended> {
  return runProcess(process.execPath, [join(PACKAGES, 'create-cmd-mod/bin/create-cmd-mod.js'), ...args], {
    cwd: work,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: work,
      npm_config_registry: registry.url,
      npm_config_cache: join(work, 'cache'),
      npm_config_update_notifier: 'false',
    },
    signal: new AbortController().signal,
    timeout: 60_000,
  });
}

describe('npm create cmd-mod, with all of cmd-mods in a registry', () => {
  it('makes a mod that installs, checks and tests itself with nothing but what npm brought', async () => {
    const { code, stdout, output } = await program('@ada/guard', '--template', 'hook', '--no-git', '--json');
    expect(code, output).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      name: 'guard',
      installed: true,
      check: 'passed',
      test: 'passed',
    });
    const { packages } = JSON.parse(readFileSync(join(work, 'guard/package-lock.json'), 'utf8'));
    expect(packages['node_modules/@cmd-mods/testing']).toMatchObject({
      version: '0.1.0',
      resolved: expect.stringContaining(registry.url),
      dev: true,
    });
    expect(packages['node_modules/@cmd-mods/testing']).not.toHaveProperty('link');
  }, 60_000);

  it.each([
    ['--help', 0, /Usage: npm create cmd-mod/],
    ['--version', 0, /^0\.1\.0\n$/],
    ['one two', 2, /two is more/],
    ['guard --nonsense', 2, /^error: Unknown option '--nonsense'\.\n/],
    ['Guard', 2, /guard would fit/],
    ['--no-git', 2, /no terminal to ask at/],
  ])('%s ends with %i, and stdout is for results', async (args, code, said) => {
    const ended = await program(...args.split(' '));
    expect(ended).toMatchObject({ code, output: expect.stringMatching(said) });
    expect(ended.stdout).toBe(code === 0 ? ended.output : '');
  });
});
