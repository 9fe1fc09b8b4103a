// Reading a trace, beside `JSON.parse` of each of its lines.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrace } from '../packages/cli/dist/trace/read-trace.js';
import { compare, finish } from './support/measure.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-'));
const signal = new AbortController().signal;

/** A run of so many rounds: each has fifty hook calls, and a request one message longer than the last. */
function traceOf(rounds) {
  const rows = Array.from({ length: rounds }, (_, round) => [
    { kind: 'event', event: { type: 'turn_start', turnNumber: round + 1 } },
    ...Array.from({ length: 50 }, (_, call) => ({
      kind: 'hook',
      mod: `mod:${call % 5}`,
      hook: 'transformTextDelta',
      ms: call / 10,
      changed: call % 2 === 0,
    })),
    {
      kind: 'request',
      purpose: 'run',
      turnNumber: round + 1,
      attempt: 0,
      model: 'm',
      system: 'Be brief.',
      messages: Array.from({ length: round + 1 }, (_, at) => ({ role: 'user', content: `message ${at}` })),
      tools: [],
    },
  ]);
  return rows.flat().map((row) => `${JSON.stringify(row)}\n`);
}

/** Parses each line and keeps nothing. */
function parse(file) {
  return (times) => {
    for (let index = 0; index < times; index += 1) {
      for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
    }
  };
}

function read(file, limits) {
  return async (times) => {
    for (let index = 0; index < times; index += 1) await readTrace(file, limits, signal);
  };
}

const results = [];
for (const rounds of [200, 400]) {
  const file = join(folder, `${rounds}.jsonl`);
  writeFileSync(file, traceOf(rounds).join(''));
  const floor = parse(file);
  results.push(
    ...(await compare({
      name: `the table of ${rounds} rounds`,
      subject: read(file, { calls: 5, changes: 0 }),
      against: { floor: { run: floor, limit: 4 } },
    })),
    ...(await compare({
      name: `the page of ${rounds} rounds`,
      subject: read(file, { calls: 3000, changes: 2_000_000 }),
      // It also compares each request with the one before.
      against: { floor: { run: floor, limit: 6 } },
    })),
  );
}
finish(results);
rmSync(folder, { recursive: true, force: true });
