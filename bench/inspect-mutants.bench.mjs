// How often the verdict stays when a program is written another way: 5,000 mutants of the cases.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect } from '@cmd-mods/inspect';
import { mutate } from '../packages/inspect/test/support/mutate.mjs';

const MUTANTS = 5000;
const folder = new URL('../packages/inspect/test/fixtures/cases/', import.meta.url).pathname;
const cases = readdirSync(folder).map((name) => {
  const root = join(folder, name);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
    .map((entry) => join(entry.parentPath, entry.name));
  return {
    name,
    expected: JSON.parse(readFileSync(join(root, 'expected.json'), 'utf8')),
    files: Object.fromEntries(files.map((path) => [relative(root, path), readFileSync(path, 'utf8')])),
  };
});

const sums = { found: 0, missed: 0, wrong: 0, exact: 0 };
const failures = new Map();
const started = performance.now();
for (let seed = 0; seed < MUTANTS; seed += 1) {
  const { name, expected, files } = cases[seed % cases.length];
  const mutant = mutate(files, expected.entry, seed, 5);
  const { reach } = inspect(new Map(Object.entries(mutant.files)));
  const isYes = (kind) => reach[kind].state === 'yes';
  const wanted = Object.keys(expected.reach).filter((kind) => expected.reach[kind] === true);
  const missing = wanted.filter((kind) => !isYes(kind));
  // A name that could not be worked out and is called dynamic is no miss.
  const missed = isYes('dynamic') ? [] : missing;
  const wrong = Object.keys(expected.reach).filter(
    (kind) => expected.reach[kind] === false && isYes(kind) && !(kind === 'dynamic' && missing.length > 0),
  );
  sums.found += wanted.length - missed.length;
  sums.missed += missed.length;
  sums.wrong += wrong.length;
  if (missed.length + wrong.length === 0) sums.exact += 1;
  else failures.set(name, (failures.get(name) ?? 0) + 1);
}

const recall = sums.found / (sums.found + sums.missed);
const precision = sums.found / (sums.found + sums.wrong);
const exact = sums.exact / MUTANTS;
process.stdout.write(
  `${MUTANTS} mutants in ${Math.round(performance.now() - started)} ms: recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}, exact ${exact.toFixed(4)}\n`,
);
for (const [name, count] of failures) process.stdout.write(`  ${name}: ${count}\n`);
const ok = recall >= 0.98 && precision >= 0.97 && exact >= 0.95;
if (process.argv.includes('--check') && !ok) process.exitCode = 1;
