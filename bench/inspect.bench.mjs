// The scanner against its floor: parsing the same files with `createSourceFile` and walking their trees. Each contestant is a
// process of its own, so that none finds the parser warmed up by the other, and they take turns. Times are of the processor,
// but for the start of one small mod, which is what a person waits for.
//
//   node bench/inspect.bench.mjs            a line for each comparison
//   node bench/inspect.bench.mjs --check    exit code 1 if a limit is exceeded
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpus } from './support/inspect-corpus.mjs';
import { finish } from './support/measure.mjs';

const ROUNDS = 3;
const home = mkdtempSync(join(tmpdir(), 'inspect-bench-'));
const job = new URL('./support/inspect-job.mjs', import.meta.url).pathname;

/** Runs a job in a process of its own: `{ms, megabytes, ...}`. */
function run(...args) {
  const started = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, [job, ...args], {
    encoding: 'utf8',
    timeout: 900_000,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr.slice(-2000)}`);
  return { wall: Number(process.hrtime.bigint() - started) / 1e6, ...JSON.parse(stdout) };
}

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

/** A result in the form of the other benches. `of` picks the figure. */
function compared(name, against, subject, other, { limit = null, of = 'ms' } = {}) {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const order = round % 2 === 0 ? [subject, other] : [other, subject];
    const [first, second] = order.map((one) => one()[of]);
    return round % 2 === 0 ? { subject: first, other: second } : { subject: second, other: first };
  });
  const ratio = median(rounds.map((one) => one.subject / one.other));
  return {
    name,
    against,
    subjectNs: median(rounds.map((one) => one.subject)) * 1e6,
    againstNs: median(rounds.map((one) => one.other)) * 1e6,
    ratio,
    limit,
    limitNs: null,
    ok: limit === null || ratio <= limit,
  };
}

const thousand = join(home, 'thousand');
const tenThousand = join(home, 'ten-thousand');
const small = join(home, 'small');
const size = corpus(thousand, 1000);
corpus(tenThousand, 10_000);
mkdirSync(small);
writeFileSync(
  join(small, 'index.ts'),
  "export default (cmd) => { cmd.hooks({ beforeToolCall: () => undefined }); fetch('https://a.example'); };\n",
);
const cache = join(home, 'cache');
run('scan', small, cache);

process.stdout.write(`1,000 files have ${(size / 1e6).toFixed(1)} MB\n`);
const memory = run('scan', thousand);
// Once: it is long enough to be measured well.
const tenTimes = run('scan', tenThousand).ms / 10;
const results = [
  compared(
    'scan of 1,000 files',
    'floor',
    () => run('scan', thousand),
    () => run('floor', thousand),
    { limit: 2.5 },
  ),
  compared(
    'scan of 10,000 files, a file',
    'of 1,000',
    () => ({ ms: tenTimes }),
    () => run('scan', thousand),
    { limit: 1.5 },
  ),
  compared(
    'reading 10,000 files, two threads',
    'one thread',
    () => run('read', tenThousand, '1'),
    () => run('read', tenThousand, '0'),
    { of: 'wall' },
  ),
  compared(
    'one small mod, no cache',
    'bare node',
    () => run('scan', small),
    () => run('nothing'),
    { of: 'wall' },
  ),
  compared(
    'one small mod, with a cache',
    'bare node',
    () => run('scan', small, cache),
    () => run('nothing'),
    { of: 'wall' },
  ),
];
process.stdout.write(
  `peak memory of 1,000 files: ${memory.megabytes} MB (limit 350)${memory.megabytes > 350 ? ' EXCEEDED' : ''}\n`,
);
for (const [index, limit] of [
  [3, 650],
  [4, 300],
]) {
  const over = (results[index].subjectNs - results[index].againstNs) / 1e6;
  results[index].ok = over <= limit;
  process.stdout.write(
    `${results[index].name}: ${Math.round(over)} ms over bare node (limit ${limit})${over <= limit ? '' : ' EXCEEDED'}\n`,
  );
}
if (memory.megabytes > 350) results[0].ok = false;
finish(results);
rmSync(home, { recursive: true, force: true });
