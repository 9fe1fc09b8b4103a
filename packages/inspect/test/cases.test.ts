import { basename } from 'node:path';
import { inspectTarget } from '@cmd-mods/inspect';
import { describe, expect, it } from 'vitest';
import { caseFolders, casesIn, score, Tally } from './support/cases.ts';

describe.each(caseFolders())('the cases in %s', (folder) => {
  const tallies = new Map<string, Tally>();

  it.each(casesIn(folder).map((one) => [basename(one.folder), one] as const))(
    '%s is judged as expected',
    async (_name, one) => {
      const report = await inspectTarget(one.folder, { cwd: folder });

      const result = score(report, one.expected);
      for (const name of [one.expected.category, 'all']) {
        const tally = tallies.get(name) ?? new Tally();
        tallies.set(name, tally);
        tally.add(result);
      }

      expect(result).toMatchObject({ missed: [], wrong: [] });
    },
  );

  it('reach the bar of 0.98 recall, 0.97 precision and 95 % exact', () => {
    process.stdout.write(`${[...tallies].map(([name, tally]) => tally.line(name)).join('\n')}\n`);
    const all = tallies.get('all') ?? new Tally();

    expect(all.recall).toBeGreaterThanOrEqual(0.98);
    expect(all.precision).toBeGreaterThanOrEqual(0.97);
    expect(all.exact / all.total).toBeGreaterThanOrEqual(0.95);
  });
});
