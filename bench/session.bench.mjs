// The session store beside bare file access, and beside itself at other sizes: appending and committing must cost the same
// however long the session is, and opening must grow with it and no faster.
// It measures the built package: npm run build && node bench/session.bench.mjs [--json] [--check]
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSession, openSession } from '../packages/harness/dist/session/index.js';
import { compare, finish } from './support/measure.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-session-'));
const results = [];

for (const size of [10, 1_000, 100_000]) {
  results.push(
    ...(await compare({
      name: `append an entry to ${size}, written at once`,
      subject: appender(size),
      against: {
        floor: { run: plainAppender(size, lastLines(sessionOf(size), 1)), limit: 5 },
        'the same to 10': { run: appender(10), limit: 1.5 },
      },
    })),
  );
}

for (const size of [10, 1_000, 100_000]) {
  results.push(
    ...(await compare({
      name: `commit two messages to ${size}`,
      subject: committer(size),
      against: {
        floor: { run: plainAppender(size, lastLines(sessionOf(size), 2)), limit: 6 },
        'the same to 10': { run: committer(10), limit: 1.5 },
      },
    })),
  );
}

const long = sessionOf(100_000);
const longState = long.state();
const longCopy = [...longState.messages];
results.push(
  ...(await compare({
    name: 'commit nothing new, comparing 100000 messages',
    subject: (times) => repeat(times, () => long.commit(longState)),
    against: {
      floor: { run: (times) => repeat(times, () => areSame(longState.messages, longCopy)), limit: 4 },
    },
  })),
);

for (const size of [10, 100_000]) {
  results.push(
    ...(await compare({
      name: `read 10 entries of a mod among ${size} others`,
      subject: reader(size),
      against: {
        floor: {
          run: parser(Array.from({ length: 10 }, (_, index) => JSON.stringify({ n: index }))),
          limit: 4,
        },
      },
    })),
  );
}

const files = new Map([10_000, 100_000].map((size) => [size, sessionOf(size, 380).path]));
results.push(
  ...(await compare({
    name: `open 100000 entries (${(statSync(files.get(100_000)).size / 2 ** 20).toFixed(0)} MiB)`,
    subject: (count) => repeat(count, () => openSession(files.get(100_000))),
    against: {
      floor: { run: (count) => repeat(count, () => parseLines(files.get(100_000))), limit: 1.5 },
      'ten times 10000': {
        run: (count) => repeat(count * 10, () => openSession(files.get(10_000))),
        limit: 1.5,
      },
    },
  })),
);
if (!process.argv.includes('--json')) reportMemory();
finish(results);
rmSync(folder, { recursive: true, force: true });

/** Appends custom entries to a session that already has `size` of them. */
function appender(size) {
  const mod = sessionOf(size).modSession('mod:bench');
  return (times) => repeat(times, () => mod.appendCustomEntry({ customType: 'count', data: { n: 1 } }));
}

/** Commits turns of two messages. The growing array is the caller's own, as a harness keeps it. */
function committer(size) {
  const session = sessionOf(size);
  const state = session.state();
  const messages = [...state.messages];
  return (times) =>
    repeat(times, () => {
      const trusted = messages.length;
      messages.push(message(trusted), message(trusted + 1));
      session.commit({ ...state, messages }, { trusted });
    });
}

/** The bare loop that tells two lists of references apart. */
function areSame(one, other) {
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** Appends the same text to a file that is as long as a session of `size` messages. */
function plainAppender(size, text) {
  const path = join(folder, `plain-${size}-${text.length}`);
  writeFileSync(path, Buffer.alloc(statSync(sessionOf(size).path).size));
  return (times) => repeat(times, () => appendFileSync(path, text));
}

function reader(size) {
  const mod = createSession({ cwd: '/project' }).modSession('mod:bench');
  for (let index = 0; index < 10; index += 1)
    mod.appendCustomEntry({ customType: 'count', data: { n: index } });
  for (let index = 0; index < size; index += 1) mod.appendCustomEntry({ customType: 'other' });
  return (times) => repeat(times, () => mod.getCustomEntries({ customType: 'count' }));
}

function parser(texts) {
  return (times) => repeat(times, () => texts.map((text) => JSON.parse(text)));
}

function parseLines(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** What stays in memory once the session is open, beside what the parsed lines alone would take. */
function reportMemory() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const heldBy = (open) => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = open();
    collect();
    const held = process.memoryUsage().heapUsed - before;
    // Used after the measurement, or it would have been collected before.
    return kept === undefined ? 0 : held / 2 ** 20;
  };
  const path = files.get(100_000);
  const own = heldBy(() => openSession(path));
  const floor = heldBy(() => parseLines(path));
  process.stdout.write(
    `memory of 100000 entries: subject ${own.toFixed(0)} MiB, floor ${floor.toFixed(0)} MiB\n`,
  );
}

function sessionOf(size, length = 40) {
  const session = createSession({ folder, cwd: '/project' });
  const messages = Array.from({ length: size }, (_, index) => message(index, length));
  session.commit({ ...session.state(), messages });
  return session;
}

function lastLines(session, count) {
  return `${readFileSync(session.path, 'utf8').trimEnd().split('\n').slice(-count).join('\n')}\n`;
}

function message(index, length = 40) {
  const text = `Message ${index} wörds `.repeat(Math.ceil(length / 19));
  return { role: index % 2 ? 'assistant' : 'user', content: [{ type: 'text', text }] };
}

function repeat(times, work) {
  for (let done = 0; done < times; done += 1) work();
}
