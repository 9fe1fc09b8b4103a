import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditRequest, auditRegistry, type RegistryIo } from '../src/index.ts';
import { startWorld, type World } from './support/servers.ts';
import { ioIn, soundEntry, temporaryFolder } from './support/workbench.ts';

const NAMES = 'willow pine oak maple larch hazel fir elm cedar birch ash'.split(' ');
let world: World;
let cwd: string;
let io: RegistryIo;
beforeEach(async () => {
  world = await startWorld();
  cwd = temporaryFolder();
  io = ioIn(cwd, world.env);
  for (const [at, name] of NAMES.entries()) {
    const code = at % 2 === 0 ? "fetch('https://example.com')" : 'process.env.HOME';
    world.packages.set(name, {
      files: { 'index.ts': `export default (cmd) => cmd.hooks({ onStop: () => { ${code}; } });\n` },
    });
  }
  writeRegistry(NAMES);
});
afterEach(() => world.stop());

function writeRegistry(names: readonly string[], hidden: readonly string[] = []): void {
  const mods = names.map((name) => soundEntry(name));
  writeFileSync(join(cwd, 'registry.json'), JSON.stringify({ mods, hidden }));
}
const audit = (out: string, more: Partial<AuditRequest> = {}) =>
  auditRegistry({ file: 'registry.json', out, jobs: 1, ...more }, io);
const bytes = (out: string) => readFileSync(join(cwd, out), 'utf8');

describe('an audit', () => {
  it('says of every listed mod what it reaches, by name', async () => {
    const { audit: file, failed } = await audit('all.json');
    expect(failed).toBe(0);
    expect(file.mods.map(({ name }) => name)).toEqual(NAMES.toSorted());
    expect(file.mods[0]).toEqual({
      name: 'ash',
      source: 'npm:ash',
      reach: {
        version: '1.0.0',
        scannedAt: '2026-11-30',
        states: expect.objectContaining({ network: 'yes', env: 'no', process: 'no' }),
        hooks: ['onStop'],
        adds: [],
        env: [],
        hosts: ['example.com'],
        scripts: [],
        lexical: true,
      },
    });
  });

  it('says why nobody could look at a mod, and goes on with the others', async () => {
    world.packages.delete('oak');
    writeRegistry(['ash', 'oak']);
    const { audit: file, failed } = await audit('all.json');
    expect(failed).toBe(1);
    expect(file.mods).toMatchObject([
      { name: 'ash', reach: {} },
      { name: 'oak', error: expect.stringContaining('oak') },
    ]);
  });

  it('a scanner that breaks is such a reason too', async () => {
    writeRegistry(['ash']);
    const scan = () => Promise.reject(new Error('out of words'));
    expect((await audit('all.json', { scan })).audit.mods).toMatchObject([
      { error: 'The scan failed: Error: out of words' },
    ]);
  });

  it('leaves hidden mods out', async () => {
    writeRegistry(['ash', 'oak'], ['Oak']);
    await audit('all.json');
    expect(bytes('all.json')).not.toContain('oak');
  });
});

describe('shards', () => {
  it.each([1, 2, 3, 5, 20])('of %i give, merged in any order, the bytes of one run', async (count) => {
    await audit('all.json');
    const files: string[] = [];
    for (let index = 1; index <= count; index += 1) {
      await audit(`${index}.json`, { shard: `${index}/${count}` });
      files.unshift(`${index}.json`);
    }
    await audit('merged.json', { merge: files });
    expect(bytes('merged.json')).toBe(bytes('all.json'));
  });

  it('share the list out evenly, each mod once', async () => {
    const parts = await Promise.all(
      [1, 2, 3].map((index) => audit(`${index}.json`, { shard: `${index}/3` })),
    );
    expect(parts.map(({ audit: file }) => file.mods.length)).toEqual([4, 4, 3]);
    expect(parts.flatMap(({ audit: file }) => file.mods.map(({ name }) => name)).toSorted()).toEqual(
      NAMES.toSorted(),
    );
  });

  it.each([
    ['one is missing', ['1.json'], 'missing: 2/2'],
    ['one is given twice', ['1.json', '2.json', '2.json'], 'twice'],
    ['a whole audit is among them', ['1.json', 'all.json'], 'all.json is a whole audit'],
    ['divisions are mixed', ['1.json', 'third.json'], 'not of one division'],
  ])('are not merged when %s', async (_, merge, message) => {
    writeRegistry(['ash', 'oak']);
    await Promise.all([
      audit('1.json', { shard: '1/2' }),
      audit('2.json', { shard: '2/2' }),
      audit('third.json', { shard: '3/3' }),
      audit('all.json'),
    ]);
    await expect(audit('merged.json', { merge })).rejects.toThrow(message);
  });

  it('of another registry are not merged', async () => {
    writeRegistry(['ash']);
    await audit('1.json', { shard: '1/1' });
    writeRegistry(['oak']);
    await expect(audit('merged.json', { merge: ['1.json'] })).rejects.toThrow('another registry');
  });

  it.each(['0/2', '3/2', '1', '1/0', 'a/b', '-1/2', '1/2/3'])('%s is no shard', async (shard) => {
    await expect(audit('x.json', { shard })).rejects.toMatchObject({
      diagnostic: { code: 'REGISTRY_SHARD_MALFORMED' },
    });
  });

  it.each(['', '[]', '{"schemaVersion":1,"registry":"x","mods":[{}]}'])(
    'a file with %j is no audit',
    async (text) => {
      writeFileSync(join(cwd, 'x.json'), text);
      await expect(audit('y.json', { merge: ['x.json'] })).rejects.toMatchObject({
        diagnostic: { code: 'REGISTRY_AUDIT_MALFORMED' },
      });
    },
  );
});

describe('the threads of the built package', () => {
  it('find what one thread finds', async () => {
    const built: typeof import('../src/index.ts') = await import('../dist/index.js' as string);
    await built.auditRegistry({ file: 'registry.json', out: 'threads.json', jobs: 3 }, io);
    await audit('all.json');
    expect(bytes('threads.json')).toBe(bytes('all.json'));
  });
});
