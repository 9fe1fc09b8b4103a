import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatLock, type LockEntry } from '../../src/index.ts';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { modManifest, type Registry, startRegistry } from '../support/verdaccio.ts';
import { wordScanner, workbench } from '../support/workbench.ts';

const schema = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../schemas/lock.schema.json', import.meta.url)), 'utf8'),
);
const validate = new Ajv2020({ strict: true }).compile(schema);

let server: GitServer;
let registry: Registry;
beforeAll(async () => {
  [server, registry] = await Promise.all([startGitServer(), startRegistry()]);
});
afterAll(() => Promise.all([server.stop(), registry.stop()]));

describe('mods.lock.json', () => {
  it('is what its schema says, with npm and git entries, dependencies and reach', async () => {
    await registry.publish({ name: 'deep', version: '1.0.0', os: ['!none'] });
    await registry.publish({ name: 'dep', version: '1.0.0', optionalDependencies: { deep: '*' } });
    await registry.publish(
      modManifest('app', '1.0.0', { dependencies: { dep: '*', other: 'npm:dep@1.0.0' } }),
    );
    const bench = workbench({
      npmrc: `registry=${registry.url}\n`,
      env: { GIT_SSL_CAINFO: server.certificate },
      io: { reach: wordScanner },
    });
    const repo = server.repository('owner/repo');
    repo.commit({ 'index.ts': 'fetch' });
    await bench.add('app');
    await bench.add(repo.url);
    const text = readFileSync(join(bench.project, '.commandcode', 'mods.lock.json'), 'utf8');
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
    expect(Object.keys(bench.lock())).toEqual([`git:${server.host}/owner/repo`, 'npm:app']);
    expect(text).not.toContain(registry.url);
    bench.dispose();
  });

  it.each([
    ['another version', { lockVersion: 2, sources: {} }],
    [
      'an entry of another kind than its name',
      { lockVersion: 1, sources: { 'git:a/b/c': { source: 'x', version: '1', integrity: 'sha256-AA' } } },
    ],
    ['an unknown key', { lockVersion: 1, sources: {}, more: 1 }],
  ])('its schema refuses %s', (_what, lock) => {
    expect(validate(lock)).toBe(false);
  });

  it('has one text for one content, whatever order the entries came in', () => {
    const entry: LockEntry = { source: 'x', version: '1.0.0', integrity: 'sha256-x' };
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 });
    fc.assert(
      fc.property(names, fc.func(fc.integer()), (keys, order) => {
        const sources = (list: string[]) => Object.fromEntries(list.map((key) => [`npm:${key}`, entry]));
        const shuffled = [...keys].sort((one, two) => order(one) - order(two));
        expect(formatLock(sources(shuffled))).toBe(formatLock(sources(keys)));
      }),
    );
  });
});
