// What it costs to check a small mod, the program's own start included, held against a bare tsc --noEmit of the same mod.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finish } from './support/measure.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const LIMIT_MS = 2500;

const base = mkdtempSync(join(tmpdir(), 'cmd-mods-check-bench-'));
const folder = join(base, 'mod');
const home = join(base, 'home');
mkdirSync(folder);
mkdirSync(home);
// tsc finds types only in node_modules; check brings them along.
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
const manifest = {
  name: 'small',
  version: '1.0.0',
  type: 'module',
  private: true,
  files: ['index.ts'],
  commandcode: { mods: ['index.ts'] },
};
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
writeFileSync(
  join(folder, 'index.ts'),
  `import type { ModApi } from '@cmd-mods/mod-api';

export default function (cmd: ModApi): void {
  cmd.addFlag('loud', { type: 'boolean', default: false });
  cmd.hooks({
    beforeToolCall: ({ toolName }) =>
      toolName === 'write_file' ? { block: true, additionalContext: 'Read only today.' } : undefined,
    appendSystemPrompt: () => (cmd.getFlag('loud') ? 'Answer in upper case.' : undefined),
  });
  cmd.addCommand({ name: 'small', handler: ({ args }) => ({ message: args.trim() }) });
}
`,
);

const tsc = [
  join(ROOT, 'node_modules/typescript/bin/tsc'),
  ...'--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module preserve --types node index.ts'.split(
    ' ',
  ),
];
const check = [join(ROOT, 'packages/cli/bin/cmd.js'), 'mods', 'check'];

/** Runs a program of Node once. @returns the milliseconds. */
function time(args) {
  const env = { ...process.env, HOME: home, NO_COLOR: '1' };
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

/** One comparison, by turns, in the shape that `finish` prints. */
function compareRuns(name, args) {
  const rounds = Array.from({ length: ROUNDS }, () => ({ subject: time(args), floor: time(tsc) }));
  const subjectMs = median(rounds.map(({ subject }) => subject));
  return {
    name,
    against: 'floor: a bare tsc --noEmit',
    subjectNs: subjectMs * 1e6,
    againstNs: median(rounds.map(({ floor }) => floor)) * 1e6,
    ratio: median(rounds.map(({ subject, floor }) => subject / floor)),
    limit: null,
    limitNs: LIMIT_MS * 1e6,
    ok: subjectMs <= LIMIT_MS,
  };
}

try {
  // Once each, so that caches are filled.
  time(check);
  time(tsc);
  finish([
    compareRuns('check a small package, its mod loaded from the packed tarball', check),
    compareRuns('check a small package with --no-load', [...check, '--no-load']),
  ]);
} finally {
  rmSync(base, { recursive: true, force: true });
}
