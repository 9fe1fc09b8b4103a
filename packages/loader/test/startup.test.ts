import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { QUIET, scene } from './support/scene.ts';

/** What may not even be imported on a start-up path: the network, npm, git, watching, locking, and the compiler when all is compiled. */
const HEAVY = [
  'pacote',
  '@npmcli/arborist',
  'simple-git',
  'chokidar',
  'proper-lockfile',
  'write-file-atomic',
  'tar',
];
const ONLY_WHEN_NEEDED = ['jiti', 'jsonc-parser', 'picomatch', 'semver'];

/** Loads the scene in a process of its own and gives the modules and the built-in modules that it imported. */
async function modulesOfStart(
  { home, project }: { home: string; project: string },
  entry: string,
): Promise<readonly string[]> {
  const dist = pathToFileURL(join(import.meta.dirname, '../dist', entry)).href;
  const hooks = `
    export async function resolve(specifier, context, next) {
      const result = await next(specifier, context);
      process._rawDebug('module ' + result.url);
      return result;
    }`;
  const script = `
    import Module, { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}));
    const { loadMods } = await import(${JSON.stringify(dist)});
    const host = { register: async () => ({ ok: true }), setPackageSkills() {}, conflicts: () => [], diagnostics: () => [] };
    const { diagnostics, mods } = await loadMods({ host, cwd: ${JSON.stringify(project)}, home: ${JSON.stringify(home)}, env: {} });
    if (diagnostics.length > 0 || mods.length === 0) throw new Error(JSON.stringify(diagnostics));
    for (const file of Object.keys(Module._cache)) process._rawDebug('module ' + file);`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, HOME: home, NODE_NO_WARNINGS: '1' },
  });
  return stderr
    .split('\n')
    .flatMap((line) => (line.startsWith('module ') ? [line.slice('module '.length)] : []));
}

function packagesAmong(modules: readonly string[], names: readonly string[]): readonly string[] {
  return names.filter((name) => modules.some((module) => module.includes(`/node_modules/${name}/`)));
}

const WITH_SOURCE = {
  'mods/a.ts': QUIET,
  'mods/.registry/npm/pack/package.json': { name: 'pack', version: '1.0.0' },
  'mods/.registry/npm/pack/index.ts': QUIET,
  'settings.json': { mods: { sources: ['npm:pack@1.0.0'], disabled: ['x'] } },
};

describe('a start-up path', () => {
  it.each(['index.js', 'load.js'])(
    'through %s imports no network, git or npm module, no watcher and no lock',
    async (entry) => {
      const made = scene({ home: WITH_SOURCE, project: { 'mods/b.ts': QUIET } });
      const modules = await modulesOfStart(made, entry);
      expect(packagesAmong(modules, HEAVY)).toEqual([]);
      expect(
        modules.filter((module) => /^node:(https?|net|tls|dns|http2|dgram|child_process)$/.test(module)),
      ).toEqual([]);
    },
  );

  it('imports nothing that the settings give no work: no compiler for what is compiled, no semver without a version', async () => {
    const made = scene({
      home: { 'mods/a.ts': QUIET, 'settings.json': { mods: { disabled: ['x'] } } },
      project: { 'mods/b.ts': QUIET },
    });
    await modulesOfStart(made, 'load.js'); // Fills the cache of compiled text.
    const modules = await modulesOfStart(made, 'load.js');
    expect(packagesAmong(modules, ONLY_WHEN_NEEDED)).toEqual([]);
  });

  it('is what this test can see: the compiler shows when a mod is new, and so does what a command needs', async () => {
    const modules = await modulesOfStart(scene({ home: WITH_SOURCE }), 'load.js');
    expect(packagesAmong(modules, ['jiti', 'semver'])).toEqual(['jiti', 'semver']);
  });
});
