// Runs every benchmark, one after the other, so that none disturbs another.
//
//   npm run bench                      all of them
//   npm run bench -- session round     those of these names
//   npm run bench -- hooks --check     options behind the names go to each benchmark
//
// Ends with 1 when one of them failed.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ENDING = '.bench.mjs';
const folder = import.meta.dirname;
const known = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .toSorted();

const given = process.argv.slice(2);
const wanted = given.filter((word) => !word.startsWith('-'));
const options = given.filter((word) => word.startsWith('-'));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}.\n`);
  process.exit(2);
}

for (const name of wanted.length === 0 ? known : wanted) {
  process.stdout.write(`\n${name}\n`);
  const args = [join(folder, `${name}${ENDING}`), ...options];
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === 0) continue;
  process.stderr.write(`The benchmark ${name} ended with ${signal ?? status}.\n`);
  process.exitCode = 1;
}
