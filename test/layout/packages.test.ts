import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES, ROOT } from './support/packages.ts';

const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepack', 'prepare'];

describe.each(PACKAGES)('the package $name', ({ folder, manifest }) => {
  it('says what it is in a README of its own', () => {
    expect(existsSync(join(folder, 'README.md'))).toBe(true);
    const [heading] = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
    expect(heading).toBe(`# ${manifest.name}`);
  });

  it('is an MIT-licensed ES module for Node 20.19 and newer, and describes itself', () => {
    expect(manifest).toMatchObject({
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20.19' },
      description: expect.stringMatching(/\S/),
    });
  });

  it('names what it exports and which files it publishes', () => {
    expect(Object.keys(manifest.exports ?? {})).not.toEqual([]);
    expect(manifest.files ?? []).not.toEqual([]);
  });

  it('runs nothing when somebody installs it', () => {
    expect(Object.keys(manifest.scripts ?? {}).filter((script) => LIFECYCLE.includes(script))).toEqual([]);
  });
});

describe('the workspace', () => {
  it('maps the rooms in an AGENTS.md of at most 120 lines, which CLAUDE.md points to', () => {
    expect(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(121);
    expect(readFileSync(join(ROOT, 'CLAUDE.md'), 'utf8').trim()).toBe('@AGENTS.md');
  });

  it('builds and type-checks every package', () => {
    for (const config of ['tsconfig.json', 'tsconfig.test.json']) {
      const { references } = JSON.parse(readFileSync(join(ROOT, config), 'utf8'));
      const paths = references.map(({ path }: { path: string }) => path);
      for (const { name, folder } of PACKAGES) {
        if (existsSync(join(folder, 'tsconfig.json'))) expect(paths, config).toContain(`packages/${name}`);
      }
    }
  });

  it('keeps registry addresses out of the lock file', () => {
    expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/);
  });
});
