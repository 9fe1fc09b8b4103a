// The session store against bare file access: appending at three sizes, committing, reading back, opening.
// Needs a build; run with `node bench/session.bench.mjs`. Every figure stands beside its floor from the same run.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSession, openSession } from '../packages/harness/dist/session/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const SIZES = [10, 1_000, 100_000];
const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-session-'));
const print = (line) => process.stdout.write(`${line}\n`);

const micros = (ms) => `${(ms * 1000).toFixed(1)} µs`;
const ratio = (value, floor) => `${(value / floor).toFixed(2)}x`;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Milliseconds for one call: the median over rounds, in which the subjects take turns. */
function perCall(subjects, { rounds, calls }) {
  const times = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const start = performance.now();
      for (let call = 0; call < calls; call += 1) subject();
      times[index].push((performance.now() - start) / calls);
    }
  }
  return times.map(median);
}

function message(index, length = 40) {
  const text = `Message ${index} wörds `.repeat(Math.ceil(length / 19));
  return { role: index % 2 ? 'assistant' : 'user', content: [{ type: 'text', text }] };
}

function sessionOf(count, length) {
  const session = createSession({ folder, cwd: '/project' });
  const messages = Array.from({ length: count }, (_, index) => message(index, length));
  session.commit({ ...session.state(), messages });
  return session;
}

print(
  'Append one custom entry, written at once; floor: appendFileSync of the same line to a file of the same size.',
);
for (const size of SIZES) {
  const session = sessionOf(size);
  const mod = session.modSession('mod:bench');
  mod.appendCustomEntry({ customType: 'count', data: { n: 0 } });
  const line = `${readFileSync(session.path, 'utf8').trimEnd().split('\n').at(-1)}\n`;
  const plain = join(folder, `plain-${size}`);
  writeFileSync(plain, Buffer.alloc(statSync(session.path).size));
  const [own, floor] = perCall(
    [() => mod.appendCustomEntry({ customType: 'count', data: { n: 1 } }), () => appendFileSync(plain, line)],
    { rounds: 31, calls: 100 },
  );
  print(`  ${size} entries: ${micros(own)}, floor ${micros(floor)}, ${ratio(own, floor)}`);
}

print('Commit a turn of two messages; floor: appendFileSync of two such lines.');
for (const size of SIZES) {
  const session = sessionOf(size);
  let state = session.state();
  const lines = readFileSync(session.path, 'utf8').trimEnd().split('\n').slice(-2).join('\n');
  const plain = join(folder, `plain-commit-${size}`);
  writeFileSync(plain, '');
  // The growing array is the caller's own, as a harness would keep it: copying it is not what is measured.
  const grown = [...state.messages];
  const turn = (trusted) => {
    const before = grown.length;
    grown.push(message(before), message(before + 1));
    state = { ...state, messages: grown };
    session.commit(state, trusted ? { trusted: before } : {});
  };
  const [compared, trusted, floor] = perCall(
    [() => turn(false), () => turn(true), () => appendFileSync(plain, `${lines}\n`)],
    { rounds: 31, calls: 20 },
  );
  const own = `compared ${micros(compared)} (${ratio(compared, floor)}), trusted ${micros(trusted)} (${ratio(trusted, floor)})`;
  print(`  ${size} messages: ${own}, floor ${micros(floor)}`);
}

print('Read back ten custom entries of a mod; floor: JSON.parse of their data.');
for (const size of SIZES) {
  const session = createSession({ cwd: '/project' });
  const mod = session.modSession('mod:bench');
  for (let index = 0; index < 10; index += 1)
    mod.appendCustomEntry({ customType: 'count', data: { n: index } });
  for (let index = 0; index < size; index += 1) mod.appendCustomEntry({ customType: 'other' });
  const texts = Array.from({ length: 10 }, (_, index) => JSON.stringify({ n: index }));
  const [own, floor] = perCall(
    [() => mod.getCustomEntries({ customType: 'count' }), () => texts.map((text) => JSON.parse(text))],
    { rounds: 31, calls: 200 },
  );
  print(`  among ${size} others: ${micros(own)}, floor ${micros(floor)}, ${ratio(own, floor)}`);
}

print('Open a session; floor: read the file, split it, JSON.parse each line, keep the values.');
for (const size of [1_000, 10_000, 100_000]) {
  const { path } = sessionOf(size, 380);
  const bytes = statSync(path).size;
  let kept;
  const subjects = [
    () => {
      kept = openSession(path);
    },
    () => {
      kept = readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
  ];
  const calls = size === 100_000 ? 1 : 10;
  const [own, floor] = perCall(subjects, { rounds: 5, calls });
  const [heap, heapFloor] = subjects.map((subject) => {
    kept = undefined;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    subject();
    collectGarbage();
    return (process.memoryUsage().heapUsed - before) / 2 ** 20;
  });
  if (kept === undefined) throw new Error('Nothing was opened.');
  const time = `${own.toFixed(1)} ms (${micros(own / size)} an entry), floor ${floor.toFixed(1)} ms, ${ratio(own, floor)}`;
  const memory = `${heap.toFixed(0)} MiB held, floor ${heapFloor.toFixed(0)} MiB`;
  print(`  ${size} entries (${(bytes / 2 ** 20).toFixed(1)} MiB): ${time}; ${memory}`);
}

rmSync(folder, { recursive: true, force: true });
