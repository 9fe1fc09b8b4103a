import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPILER_VERSION, compile } from '../../src/import/compile.ts';
import { NO_CACHE, openCompileCache } from '../../src/import/compile-cache.ts';
import { temporaryFolder } from '../support/fixture.ts';

describe('the cache of compiled text', () => {
  it('gives back what was written under a key, and nothing for another', () => {
    const cache = openCompileCache([join(temporaryFolder(), 'cache')]);
    cache.write('/mods/a.ts', 'text');
    expect([cache.read('/mods/a.ts'), cache.read('/mods/b.ts')]).toEqual(['text', undefined]);
  });

  it('keeps one entry a source file, however often it changes, and no staged file', () => {
    const folder = join(temporaryFolder(), 'cache');
    const cache = openCompileCache([folder]);
    for (const text of ['one', 'two', 'three']) cache.write('/mods/a.ts', text);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(cache.read('/mods/a.ts')).toBe('three');
  });

  it('makes a folder that nobody else can write to', () => {
    const folder = join(temporaryFolder(), 'cache');
    openCompileCache([folder]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('does not use a folder that others can write to, nor a link: compiled text is code', () => {
    const root = temporaryFolder();
    const shared = join(root, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    const link = join(root, 'link');
    symlinkSync(temporaryFolder(), link);
    const own = join(root, 'own');
    openCompileCache([shared, link, own]).write('/mods/a.ts', 'text');
    expect([readdirSync(shared), readdirSync(link), readdirSync(own).length]).toEqual([[], [], 1]);
  });

  it('is quiet when there is no folder to write to', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const cache = openCompileCache([join(file, 'cache')]);
    cache.write('/mods/a.ts', 'text');
    expect(cache.read('/mods/a.ts')).toBeUndefined();
  });
});

describe('compiled text from the cache', () => {
  it('is used as it is while file, source and compiler are the same', async () => {
    const folder = join(temporaryFolder(), 'cache');
    const cache = openCompileCache([folder]);
    const compiled = await compile('/mods/a.ts', 'export const a: number = 1;', 'import', cache);
    const [entry = ''] = readdirSync(folder);
    const marked = readFileSync(join(folder, entry), 'utf8').replace(/"code":"/, '"code":"/* cached */');
    writeFileSync(join(folder, entry), marked);
    const again = await compile('/mods/a.ts', 'export const a: number = 1;', 'import', cache);
    expect(again.code).toBe(`/* cached */${compiled.code}`);
    const changed = await compile('/mods/a.ts', 'export const a: number = 2;', 'import', cache);
    expect(changed.code).not.toContain('cached');
  });

  it.each([
    ['half an entry', '{"compiler":'],
    [
      'the entry of another file with the same hash',
      '{"compiler":"2.7","file":"/mods/b.ts","source":"1;","code":"wrong","imports":[]}',
    ],
    [
      'the entry of another compiler',
      '{"compiler":"1.0","file":"/mods/a.ts","source":"1;","code":"wrong","imports":[]}',
    ],
  ])('%s is not used', async (_, text) => {
    const cache = { read: () => text, write: () => undefined };
    expect((await compile('/mods/a.ts', '1;', 'import', cache)).code).not.toBe('wrong');
  });

  it('counts for one version of the compiler, the one that is installed', () => {
    const { version } = createRequire(import.meta.url)('jiti/package.json') as { version: string };
    expect(version.startsWith(`${COMPILER_VERSION}.`)).toBe(true);
  });

  it('keeps the lines of the source, which places in errors rely on', async () => {
    const source =
      'interface A {\n  b: string;\n}\n\nexport const a: A = { b: "x" };\n\nthrow new Error(a.b);\n';
    const { code } = await compile('/mods/a.ts', source, 'import', NO_CACHE);
    expect(code.split('\n').findIndex((line) => line.includes('throw new Error'))).toBe(6);
  });
});
