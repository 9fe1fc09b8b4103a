import { type ReachSummary, readSummary, SUMMARY_LISTS } from '../run/reach-reader.ts';

const WORDS: Readonly<Record<keyof ReachSummary, string>> = {
  reaches: 'reaches',
  unknown: 'cannot be told',
  hooks: 'hooks',
  events: 'observes',
  adds: 'adds',
  env: 'environment',
  hosts: 'hosts',
  externals: 'imports',
};

/** What mods can reach, one line for each kind of thing; for a whole summary the first line is there also when it is nothing. */
export function reachLines(summary: unknown, isWhole: boolean): readonly string[] {
  const lists = readSummary(summary);
  return SUMMARY_LISTS.flatMap((key) => {
    const names = lists[key];
    if (names.length > 0) return [`${WORDS[key]}: ${names.join(', ')}`];
    return isWhole && key === 'reaches' ? ['reaches: nothing, as far as the text shows'] : [];
  });
}
