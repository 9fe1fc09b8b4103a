import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { describeRules, RULE_IDS } from '../src/index.ts';
import { check, folderOf, lines, removeFolders } from './support/workbench.ts';

vi.setConfig({ testTimeout: 60_000 });
afterAll(removeFolders);

const CODE = RULE_IDS.filter((id) =>
  describeRules().some((rule) => rule.id === id && rule.group === 'source'),
);

describe('a file that does not parse', () => {
  const example = describeRules().find(({ id }) => id === 'syntax');

  it('is named with the place, and the other rules stay silent', async () => {
    const folder = folderOf({ 'bad/index.ts': example?.bad ?? '', 'good/index.ts': example?.good ?? '' });
    expect(lines(await check(join(folder, 'bad'), { rules: CODE }))).toEqual(['index.ts:4:42 syntax']);
    expect(lines(await check(join(folder, 'good'), { rules: CODE }))).toEqual([]);
  });

  it('is no crash, wherever a mod was cut off and whatever stands behind', { timeout: 120_000 }, async () => {
    const examples = describeRules()
      .filter(({ bad }) => bad.includes('export'))
      .flatMap(({ bad, good }) => [bad, good]);
    const torn = fc
      .tuple(
        fc.constantFrom(...examples),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('', '`', '((', '}', '\0', '@'),
      )
      .map(([text, part, tail]) => text.slice(0, Math.floor(text.length * part)) + tail);
    // Many files of one package make one program; each property is a whole package of them.
    await fc.assert(
      fc.asyncProperty(fc.array(torn, { minLength: 20, maxLength: 30 }), async (texts) => {
        const files = Object.fromEntries(texts.map((text, at) => [`mods/mod-${at}.ts`, text]));
        const folder = folderOf(files, 'kept');
        for (const { place } of (await check(folder, { rules: CODE })).findings)
          expect(place?.line).toBeGreaterThan(0);
        // One by one the others do not hide what the rules make of a text that happens to parse.
        await check(join(folder, 'mods/mod-0.ts'), { rules: CODE, cwd: folder });
      }),
      { numRuns: 4 },
    );
  });

  it('is said to be nested too deeply when it is', async () => {
    const deep = `export default () => ${'['.repeat(40_000)}${']'.repeat(40_000)};`;
    const folder = folderOf({ 'index.ts': deep });
    expect(lines(await check(folder, { rules: CODE }))).toEqual(['index.ts:1:1 syntax']);
  });
});
