import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRules } from '../src/index.ts';
import { check, folderOf, removeFolders } from './support/workbench.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const VARIANTS = readdirSync(join(FIXTURES, 'variants'));

/** What the comments of a file say is wrong, as `line rule`. */
function marked(file: string): readonly string[] {
  const lines = readFileSync(join(FIXTURES, 'variants', file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const rules = /\/\/ wrong: (.+)$/.exec(line)?.[1]?.split(', ') ?? [];
    return rules.map((rule) => `${index + 1} ${rule}`);
  });
}

describe('a wrong call, however it is written,', () => {
  const found = new Map<string, string[]>();
  afterAll(removeFolders);

  beforeAll(async () => {
    // The compiler finds some of these too, where types say more than they do in the mods of people.
    const rules = describeRules().flatMap(({ id, group }) =>
      group === 'source' && id !== 'types' ? id : [],
    );
    const manifest = { private: true, commandcode: { mods: VARIANTS } };
    const folder = folderOf({ 'package.json': JSON.stringify(manifest) }, 'kept');
    cpSync(join(FIXTURES, 'variants'), folder, { recursive: true });
    for (const { place, problem, rule } of (await check(folder, { rules })).findings) {
      const file = relative(folder, problem.at.file);
      found.set(file, [...(found.get(file) ?? []), `${place?.line} ${rule}`]);
    }
  }, 60_000);

  it.each(VARIANTS)('is found at its line, and nothing else is, in %s', (file) => {
    expect((found.get(file) ?? []).toSorted()).toEqual(marked(file).toSorted());
  });
});
