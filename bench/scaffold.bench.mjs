// What it takes to start a mod: `cmd mods new x --yes` from nothing to a mod that has checked and tested itself. npm is asked to install,
// so run it once before for a warm cache; where it cannot, that is quick, and the mod is checked and tested all the same.
//
// The floor is the new mod's own test under a bare `node --test`: it is in every run, and a scaffold can be no faster.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish } from './support/measure.mjs';

const ROUNDS = 3;
const LIMIT_MS = 20_000;

const root = new URL('../', import.meta.url).pathname;
const program = join(root, 'packages/cli/bin/cmd.js');
const work = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-'));
const env = {
  ...process.env,
  HOME: work,
  npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME, '.npm'),
};
delete env.NODE_OPTIONS;

/** Runs a program to its end. @returns how long it took, in nanoseconds. */
function timed(cwd, ...args) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  const ns = Number(process.hrtime.bigint() - start);
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return { ns, stdout };
}

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

const made = [];
const tested = [];
try {
  // The test kit for the floor, which nobody installed there.
  symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
  for (let round = 0; round < ROUNDS; round += 1) {
    const cwd = join(work, String(round));
    mkdirSync(cwd);
    const { ns, stdout } = timed(cwd, program, 'mods', 'new', 'x', '--yes', '--json');
    const { check, test } = JSON.parse(stdout);
    if (check !== 'passed' || test !== 'passed') throw new Error(`The check ${check}, the test ${test}.`);
    made.push(ns);
    tested.push(timed(join(cwd, 'x'), '--test').ns);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

const subjectNs = median(made);
finish([
  {
    name: 'cmd mods new x --yes, with its check and test',
    against: "node --test of the new mod's test",
    subjectNs,
    againstNs: median(tested),
    ratio: median(made.map((ns, round) => ns / tested[round])),
    limit: null,
    limitNs: LIMIT_MS * 1e6,
    ok: subjectNs <= LIMIT_MS * 1e6,
  },
]);
