import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cmdOf, cyclic } from '../support/cmd-of.ts';
import { tempFolder } from '../support/run-scripted.ts';

describe('cmd.store', () => {
  it('keeps values across sessions, one JSON file per mod, read before the factory runs', async () => {
    const storeFolder = tempFolder();
    const first = await cmdOf(() => {}, { storeFolder });
    first.cmd.store.set('count', { n: 1 });
    const seen: unknown[] = [];
    await cmdOf((cmd) => void seen.push(cmd.store.get('count')), { storeFolder });
    await cmdOf((cmd) => void seen.push(cmd.store.get('count')), { storeFolder, name: 'other' });
    expect(seen).toEqual([{ n: 1 }, undefined]);
    expect(readdirSync(storeFolder)).toEqual(['m.json']);
  });

  it('set and delete write through, and keep what another process meanwhile set under other keys', async () => {
    const storeFolder = tempFolder();
    const one = await cmdOf(() => {}, { storeFolder });
    const other = await cmdOf(() => {}, { storeFolder });
    one.cmd.store.set('a', 1);
    other.cmd.store.set('b', 2);
    one.cmd.store.set('c', 3);
    other.cmd.store.delete('a');
    expect(JSON.parse(readFileSync(join(storeFolder, 'm.json'), 'utf8'))).toEqual({ b: 2, c: 3 });
  });

  it('reads what another process wrote, without reading the file again while nobody did', async () => {
    const storeFolder = tempFolder();
    const one = await cmdOf(() => {}, { storeFolder });
    const other = await cmdOf(() => {}, { storeFolder });
    one.cmd.store.set('a', { n: 1 });
    expect(other.cmd.store.get('a')).toEqual({ n: 1 });
    expect(other.cmd.store.get('a')).toBe(other.cmd.store.get('a'));
    one.cmd.store.delete('a');
    expect(other.cmd.store.get('a')).toBeUndefined();
  });

  it('two processes that write at the same time lose nothing of one another', async () => {
    const storeFolder = tempFolder();
    const harness = pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href;
    const { cmd } = await cmdOf();
    const write = (name: string) => {
      const script = `
        import { createModHost } from ${JSON.stringify(harness)};
        const host = createModHost({ cwd: '/', storeFolder: ${JSON.stringify(storeFolder)} });
        await host.register({ name: 'm', factory: (cmd) => {
          for (let count = 0; count < 30; count += 1) cmd.store.set('${name}' + count, count);
        } });
        if (host.diagnostics().length > 0) throw new Error(JSON.stringify(host.diagnostics()));`;
      return cmd.exec({ command: process.execPath, args: ['--input-type=module', '-e', script] });
    };
    const done = await Promise.all([write('a'), write('b')]);
    expect(done.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const stored = JSON.parse(readFileSync(join(storeFolder, 'm.json'), 'utf8')) as object;
    expect(Object.keys(stored)).toHaveLength(60);
    expect(readdirSync(storeFolder)).toEqual(['m.json']);
  });

  it('a file name is safe for any mod name', async () => {
    const storeFolder = tempFolder();
    const { cmd } = await cmdOf(() => {}, { storeFolder, name: '../../etc/passwd' });
    cmd.store.set('a', 1);
    expect(readdirSync(storeFolder)).toHaveLength(1);
  });

  it.each([
    ['that does not parse', '{"a": '],
    ['that holds no object', '[1]'],
  ])('a file %s is moved aside with a warning, and the store starts empty', async (_what, content) => {
    const storeFolder = tempFolder();
    writeFileSync(join(storeFolder, 'm.json'), content);
    const { cmd, host } = await cmdOf(() => {}, { storeFolder });
    expect(cmd.store.get('a')).toBeUndefined();
    cmd.store.set('a', 1);
    expect(host.diagnostics()).toMatchObject([{ code: 'STORE_UNREADABLE', severity: 'warning', mod: 'm' }]);
    const [kept, aside = ''] = readdirSync(storeFolder).sort();
    expect(kept).toBe('m.json');
    expect(readFileSync(join(storeFolder, aside), 'utf8')).toBe(content);
  });

  it.each([
    ['a function', () => {}],
    ['undefined', undefined],
    ['a cycle', cyclic()],
    ['a BigInt', 1n],
  ])('%s does not survive JSON and is refused', async (_what, value) => {
    const { cmd } = await cmdOf();
    expect(() => cmd.store.set('a', value)).toThrow(TypeError);
    expect(cmd.store.get('a')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('a key may be called anything: %s', async (key) => {
    const storeFolder = tempFolder();
    const { cmd } = await cmdOf(() => {}, { storeFolder });
    expect(cmd.store.get(key)).toBeUndefined();
    cmd.store.set(key, { a: 1 });
    expect(cmd.store.get(key)).toEqual({ a: 1 });
    const again = await cmdOf(() => {}, { storeFolder });
    expect(again.cmd.store.get(key)).toEqual({ a: 1 });
  });

  it('without a folder lives in memory', async () => {
    const { cmd } = await cmdOf();
    cmd.store.set('a', 1);
    expect(cmd.store.get('a')).toBe(1);
    cmd.store.delete('a');
    expect(cmd.store.get('a')).toBeUndefined();
  });

  it('the folder is made with the first write', async () => {
    const storeFolder = join(tempFolder(), 'deep', 'er');
    mkdirSync(join(storeFolder, '..', '..'), { recursive: true });
    const { cmd } = await cmdOf(() => {}, { storeFolder });
    cmd.store.set('a', 1);
    expect(readdirSync(storeFolder)).toEqual(['m.json']);
  });
});
