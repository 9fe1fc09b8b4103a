import { inspect } from '@cmd-mods/inspect';
import { describe, expect, it } from 'vitest';
import { caseFolders, casesIn, score, sourcesOf, Tally } from './support/cases.ts';
import { mutate } from './support/mutate.mjs';

const MUTANTS = 300;

describe('a program that is written another way', () => {
  it(`is judged as before, over ${MUTANTS} mutants`, () => {
    const cases = caseFolders()
      .flatMap(casesIn)
      .filter(({ expected }) => !expected.parse_error && !/non-utf8|deep-nesting/.test(expected.name));
    const tally = new Tally();
    const failures: string[] = [];
    for (let seed = 0; seed < MUTANTS; seed += 1) {
      const one = cases[(seed * 7) % cases.length];
      if (!one) continue;
      const { files, applied } = mutate(sourcesOf(one), one.expected.entry, seed);
      const result = score(inspect(new Map(Object.entries(files))), one.expected, true);
      tally.add(result);
      if (result.missed.length + result.wrong.length > 0)
        failures.push(
          `${one.expected.name} seed ${seed} (${applied.join(', ')}): missed ${result.missed}, wrong ${result.wrong}`,
        );
    }
    process.stdout.write(`${tally.line('mutants')}\n${failures.map((line) => `  ${line}\n`).join('')}`);

    expect(tally.recall).toBeGreaterThanOrEqual(0.98);
    expect(tally.precision).toBeGreaterThanOrEqual(0.97);
    expect(tally.exact / tally.total).toBeGreaterThanOrEqual(0.95);
  });
});
