import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planFixes, writeFixes } from '../src/fix/apply-fixes.ts';
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
  let mended: readonly string[];
  afterAll(removeFolders);

  beforeAll(async () => {
    // The compiler finds some of these too, where types say more than they do in the mods of people.
    const rules = describeRules().flatMap(({ id, group }) =>
      group === 'source' && id !== 'types' ? id : [],
    );
    const manifest = { private: true, commandcode: { mods: VARIANTS } };
    const folder = folderOf({ 'package.json': JSON.stringify(manifest) }, 'kept');
    cpSync(join(FIXTURES, 'variants'), folder, { recursive: true });
    const { findings } = await check(folder, { rules });
    for (const { place, problem, rule } of findings) {
      const file = relative(folder, problem.at.file);
      found.set(file, [...(found.get(file) ?? []), `${place?.line} ${rule}`]);
    }
    await writeFixes(planFixes(findings));
    const left = (await check(folder, { rules })).findings.filter(({ problem }) => problem.edits?.length);
    mended = left.map(
      ({ place, problem, rule }) => `${relative(folder, problem.at.file)}:${place?.line} ${rule}`,
    );
  }, 60_000);

  it.each(VARIANTS)('is found at its line, and nothing else is, in %s', (file) => {
    expect((found.get(file) ?? []).toSorted()).toEqual(marked(file).toSorted());
  });

  it('is not found again where --fix has an edit for it', () => {
    expect(mended).toEqual([]);
  });
});
