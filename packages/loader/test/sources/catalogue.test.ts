import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SOURCE_CATALOGUE } from '../../src/sources/diagnostics.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/errors/loader-install.md'), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

describe('the codes of sources and installing', () => {
  it('are those that the page explains, in the same order', () => {
    expect([...sections.keys()]).toEqual(Object.keys(SOURCE_CATALOGUE));
  });

  it.each(Object.entries(SOURCE_CATALOGUE))(
    '%s has its severity, title and fix on the page',
    (code, entry) => {
      const section = sections.get(code) ?? '';
      expect(section.toLowerCase()).toContain(`**${entry.severity}.**`);
      expect(section).toContain(`${entry.title}. `);
      expect(section).toContain(entry.fix);
    },
  );

  it('are each reported somewhere', () => {
    const source = ['sources', 'install', 'lock']
      .flatMap((folder) => {
        const path = join(root, 'packages/loader/src', folder);
        return readdirSync(path).map((name) => join(path, name));
      })
      .filter((file) => !file.endsWith('diagnostics.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect(Object.keys(SOURCE_CATALOGUE).filter((code) => !source.includes(`'${code}'`))).toEqual([]);
  });
});
