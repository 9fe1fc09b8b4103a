// How all benchmarks here measure, so that their figures can be compared and trusted on a shared machine.
//
// - A contestant is a function that does its work `times` times; the loop is its own, so no call of ours is measured.
// - The subject and those it is held against run in one process and take turns, round after round, in changing order.
//   What else the machine does hits all of them alike.
// - A ratio is the median of the ratios of each round; a time is the median over the rounds. So ratios hold even when
//   the machine changes speed half-way, and may differ a little from the quotient of the two times beside them.
//
//   const results = [await compare({ name, subject, against: { floor: { run, limit: 1.5 } } })];
//   finish(results);
//
//   node bench/x.bench.mjs            a line for each comparison
//   node bench/x.bench.mjs --json     the results as JSON
//   node bench/x.bench.mjs --check    exit code 1 if a limit is exceeded

/**
 * @callback Run Does the measured work `times` times.
 * @param {number} times
 * @returns {void | Promise<void>}
 */

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {string} against Whom the subject is held against; "floor" is the least that could do the work.
 * @property {number} subjectNs Time of one piece of work.
 * @property {number} againstNs The same of the other one.
 * @property {number} ratio
 * @property {number | null} limit What the ratio should not exceed.
 * @property {number | null} limitNs What the subject's time should not exceed.
 * @property {boolean} ok Whether both hold.
 */

const ROUNDS = 25;
const ROUND_MS = 8;
const WARM_UP_MS = 60;

/**
 * Measures a subject against one or more others.
 *
 * @param {object} task
 * @param {string} task.name What is measured.
 * @param {Run} task.subject
 * @param {Record<string, { run: Run, limit?: number }>} task.against
 * @param {number} [task.limitNs] A limit for the subject's time itself.
 * @returns {Promise<Result[]>} One result for each of `against`.
 */
export async function compare({ name, subject, against, limitNs }) {
  const others = Object.entries(against);
  const runs = [subject, ...others.map(([, other]) => other.run)];
  const times = [];
  for (const run of runs) times.push(await warmUp(run));

  /** @type {number[][]} Nanoseconds by contestant and round. */
  const samples = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < runs.length; turn += 1) {
      const index = (turn + round) % runs.length;
      samples[index].push((await elapsedMs(runs[index], times[index])) * (1e6 / times[index]));
    }
  }

  const subjectNs = median(samples[0]);
  return others.map(([who, { limit = null }], index) => {
    const theirs = samples[index + 1];
    const ratio = median(samples[0].map((ns, round) => ns / theirs[round]));
    const ok = (limit === null || ratio <= limit) && (limitNs === undefined || subjectNs <= limitNs);
    return {
      name,
      against: who,
      subjectNs,
      againstNs: median(theirs),
      ratio,
      limit,
      limitNs: limitNs ?? null,
      ok,
    };
  });
}

/**
 * Prints the results as the command line asks for, and sets the exit code.
 *
 * @param {Result[]} results
 * @param {readonly string[]} [args]
 */
export function finish(results, args = process.argv.slice(2)) {
  const text = args.includes('--json') ? `${JSON.stringify(results, null, 2)}\n` : results.map(line).join('');
  process.stdout.write(text);
  if (args.includes('--check') && results.some((result) => !result.ok)) process.exitCode = 1;
}

/** @param {Result} result */
function line({ name, against, subjectNs, againstNs, ratio, limit, limitNs, ok }) {
  const limits = [
    limit === null ? [] : `limit ${limit}`,
    limitNs === null ? [] : `limit ${limitNs} ns`,
  ].flat();
  const suffix = limits.length === 0 ? '' : ` (${limits.join(', ')})${ok ? '' : ' EXCEEDED'}`;
  return `${name}: subject ${ns(subjectNs)}, ${against} ${ns(againstNs)}, ratio ${ratio.toFixed(2)}${suffix}\n`;
}

/** @param {number} value */
function ns(value) {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ns`;
}

/**
 * Lets the compiler see the work, and finds how often it fits into a round.
 *
 * @param {Run} run
 */
async function warmUp(run) {
  let times = 1;
  let spent = 0;
  for (;;) {
    const ms = await elapsedMs(run, times);
    spent += ms;
    if (spent >= WARM_UP_MS && ms >= ROUND_MS / 2) return Math.max(1, Math.round((times * ROUND_MS) / ms));
    if (ms < ROUND_MS) times *= 2;
  }
}

/**
 * @param {Run} run
 * @param {number} times
 */
async function elapsedMs(run, times) {
  const start = process.hrtime.bigint();
  const pending = run(times);
  if (pending !== undefined) await pending;
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
