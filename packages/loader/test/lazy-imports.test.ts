import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { NODE_RUNS_SOURCE, runNode } from './support/run-child.ts';

vi.setConfig({ testTimeout: 120_000 });

const index = pathToFileURL(fileURLToPath(new URL('../src/index.ts', import.meta.url))).href;

/** Modules that know the network, npm or git, or are large. */
const HEAVY = [
  'pacote',
  '@npmcli/arborist',
  'simple-git',
  'npm-registry-fetch',
  'tar',
  'proper-lockfile',
  'write-file-atomic',
  'ini',
];

/** Runs code after the loader is imported; gives which of the heavy packages were loaded by then. */
async function loadedAfter(code: string): Promise<string[]> {
  const script = join(mkdtempSync(join(tmpdir(), 'lazy-')), 'script.mts');
  // Watches both ways of loading: require's cache, and the load hook that sees every `import`.
  writeFileSync(
    script,
    `import { createRequire, register } from 'node:module';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
const { port1, port2 } = new MessageChannel();
const hooks = \`let port;
export function initialize(data) { port = data.port; }
export async function load(url, context, next) { port.postMessage(url); return next(url, context); }\`;
register('data:text/javascript,' + encodeURIComponent(hooks), { data: { port: port2 }, transferList: [port2] });
const loader = await import(${JSON.stringify(index)});
await (async () => { ${code} })();
await new Promise((resolve) => setTimeout(resolve, 50));
const seen = Object.keys(createRequire(import.meta.url).cache);
for (let message; (message = receiveMessageOnPort(port1)) !== undefined; ) seen.push(message.message);
process.stdout.write(JSON.stringify(seen));
process.exit();
`,
  );
  const { output, errors } = await runNode([...NODE_RUNS_SOURCE, script]);
  const urls: string[] = output === '' ? [`failed: ${errors}`] : JSON.parse(output);
  expect(
    urls.some((url) => url.includes('/loader/src/index.ts')),
    errors,
  ).toBe(true);
  return HEAVY.filter((name) => urls.some((url) => url.includes(`/node_modules/${name}/`)));
}

describe('no start-up path touches the network, npm or git', () => {
  it('importing the loader loads none of their modules', async () => {
    expect(await loadedAfter('')).toEqual([]);
  });

  it('reading sources, finding installs and reading the lock loads none either', async () => {
    const code = `
      const source = loader.parseSource('npm:@scope/name@^1');
      loader.sourceIdentity(loader.parseSource('./x'), { root: '/tmp', home: '/tmp' });
      loader.installedDirectory('/tmp/none', source);
      await loader.readLock('/tmp/none/mods.lock.json');`;
    expect(await loadedAfter(code)).toEqual([]);
  });

  it('an install does load them: the test can tell', async () => {
    const code = `
      const settings = { file: 'x', sources: async () => [], addSource: async () => {}, removeSource: async () => {} };
      const root = ${JSON.stringify(mkdtempSync(join(tmpdir(), 'lazy-root-')))};
      await loader.addSource({ source: 'name', scope: 'user', cwd: root }, {
        env: { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }, home: root,
        scopes: [{ name: 'user', root, settings, trusted: true }], offersMods: async () => ({ names: [], lookedFor: [] }),
      }).catch(() => undefined);`;
    expect(await loadedAfter(code)).toEqual([
      'pacote',
      'npm-registry-fetch',
      'tar',
      'proper-lockfile',
      'ini',
    ]);
  });
});
