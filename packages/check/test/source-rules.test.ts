import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeRules, type Finding, type RuleId } from '../src/index.ts';
import { check, folderOf, spot } from './support/workbench.ts';

/** Where each rule's wrong example is wrong. */
const WRONG: Readonly<Partial<Record<RuleId, readonly string[]>>> = {
};

// What does not parse stops the other rules, and has a test of its own below.
const RULES = describeRules().filter(({ id, group }) => group === 'source' && id !== 'syntax');

describe('the rules about code', () => {
  let found: ReadonlyMap<string, readonly Finding[]>;
  const cleanUps: (() => void)[] = [];
  afterAll(() => cleanUps.forEach((cleanUp) => cleanUp()));

  beforeAll(async () => {
    // One package holds all examples: types are read once.
    const mods = RULES.flatMap(({ id, bad, good }) => [
      [`bad/${id}.ts`, bad],
      [`good/${id}.ts`, good],
    ]);
    const folder = folderOf({
      'package.json': JSON.stringify({ private: true, commandcode: { mods: mods.map(([path]) => path) } }),
      ...Object.fromEntries(mods),
    }, (cleanUp) => cleanUps.push(cleanUp as () => void));
    const { findings } = await check(folder, { rules: RULES.map(({ id }) => id) });
    found = Map.groupBy(findings, ({ problem }) => relative(folder, problem.at.file));
    void rmSync;
  });

  it.each(RULES)('$id finds what is wrong in its wrong example, at its place, and nothing else', ({ id }) => {
    expect(found.get(`bad/${id}.ts`)?.map(spot)).toEqual(WRONG[id]);
  });

  it.each(RULES)('$id, and every other rule, finds nothing in its right example', ({ id }) => {
    expect(found.get(`good/${id}.ts`)?.map(({ rule, message }) => `${rule}: ${message}`)).toBeUndefined();
  });
});
