import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findLocations,
  findMods,
  type InstallIo,
  installScopes,
  offersMods,
  trustProject,
} from '../../src/index.ts';
import { rejectionOf } from '../support/diagnostic-of.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { type Workbench, workbench } from '../support/workbench.ts';

// Real servers, processes and disks: on a busy machine each takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let registry: Registry;
let plain: Workbench;
let bench: Workbench;

beforeAll(async () => {
  registry = await startRegistry();
  for (const version of ['1.0.0', '2.0.0']) {
    const mods = ['./a.ts', './b.ts'];
    await registry.publish(modManifest('pair', version, { commandcode: { mods } }), {
      files: { 'a.ts': 'export default () => {};', 'b.ts': 'export default () => {};' },
    });
  }
});
afterAll(() => registry.stop());
beforeEach(async () => {
  plain = workbench({ npmrc: `registry=${registry.url}\n` });
  mkdirSync(join(plain.project, '.commandcode'));
  bench = plain.with(await realWorld());
});
afterEach(() => plain.dispose());

/** The settings editor, the trust store and the manifest reader of the loader itself. */
async function realWorld(): Promise<Partial<InstallIo>> {
  const locations = findLocations({ cwd: plain.project, home: plain.home });
  return { scopes: await installScopes(locations), offersMods };
}
const find = () => findMods({ cwd: plain.project, home: plain.home, env: {} });
const settings = () => join(plain.project, '.commandcode', 'settings.json');

describe('an installed source and the loader', () => {
  it('a source that was added is found at the next start, once its project is trusted', async () => {
    expect(await bench.add('pair')).toMatchObject({ status: 'installed', mods: ['a', 'b'], counts: false });
    expect((await find()).mods).toEqual([]);
    await trustProject(plain.project, plain.home);
    expect((await find()).mods.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(await plain.with(await realWorld()).add('pair@1.0.0')).toMatchObject({
      status: 'updated',
      counts: true,
    });
  });

  it('comments, order and the filter of an entry survive add and update', async () => {
    const text = `{
  // what I use
  "theme": "dark",
  "mods": {
    "sources": [
      { "source": "pair@1.0.0", "mods": ["!b"] } // only a
    ]
  }
}
`;
    writeFileSync(settings(), text);
    await trustProject(plain.project, plain.home);
    await bench.add('pair@2.0.0');
    expect(readFileSync(settings(), 'utf8')).toBe(text.replace('pair@1.0.0', 'pair@2.0.0'));
    expect((await find()).mods.map(({ name }) => name)).toEqual(['a']);
  });

  it.each([
    ['the tarball of npm pack', 'my-mod-1.0.0.tgz', /tarball/, /tar -xzf my-mod-1\.0\.0\.tgz, then/],
    ['a file that is no code', 'notes.md', /is no mod: a file of code ends in/, /Name the mod itself/],
  ])('%s is refused, with what to do instead', async (_what, name, message, hint) => {
    writeFileSync(join(plain.project, name), '');
    expect(await rejectionOf(bench.add(`./${name}`))).toMatchObject({
      code: 'PACKAGE_NO_MODS',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it('a settings file that does not parse stays byte for byte as it was, and nothing is installed', async () => {
    writeFileSync(settings(), '{ "mods": { "sources": [');
    expect(await rejectionOf(bench.add('pair'))).toMatchObject({
      where: { file: settings(), line: 1 },
    });
    expect(readFileSync(settings(), 'utf8')).toBe('{ "mods": { "sources": [');
    expect(existsSync(bench.registry())).toBe(false);
  });

  it('a start between the two moves of a process that was killed finds the old install', async () => {
    await trustProject(plain.project, plain.home);
    await bench.add('pair@1.0.0');
    const staging = join(bench.registry(), '.staging', 'killed');
    mkdirSync(join(staging, 'tree'), { recursive: true });
    writeFileSync(join(staging, 'journal.json'), JSON.stringify({ identity: 'npm:pair' }));
    renameSync(join(bench.registry(), 'npm', 'pair'), join(staging, 'previous'));
    expect((await find()).mods.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('`--verify` keeps a source out whose files were changed', async () => {
    await trustProject(plain.project, plain.home);
    await bench.add('pair');
    writeFileSync(join(bench.registry(), 'npm', 'pair', 'a.ts'), 'export default () => { /* changed */ };');
    expect((await find()).mods).toHaveLength(2);
    const verified = await findMods({ cwd: plain.project, home: plain.home, env: {}, verify: true });
    expect(verified.mods).toEqual([]);
    expect(verified.diagnostics.map(({ code }) => code)).toContain('TREE_CHANGED');
  });
});
