// Writes docs/images/scaffold.svg: what `cmd mods new` really prints, run in a folder of its own. Build first.
//
//   node scripts/scaffold-picture.mjs            writes the picture
//   node scripts/scaffold-picture.mjs --stdout   prints it instead
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { terminalPicture } from './terminal-picture.mjs';

const root = new URL('../', import.meta.url);
const program = new URL('packages/cli/bin/cmd.js', root).pathname;
const ARGS = ['mods', 'new', 'line-guard', '--template', 'hook', '--no-install'];

const home = mkdtempSync(join(tmpdir(), 'cmd-mods-picture-'));
try {
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada Lovelace\n[github]\n\tuser = ada\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...ARGS], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`cmd ended with ${status}:\n${stdout}${stderr}`);
  const lines = [`$ cmd ${ARGS.join(' ')}`, ...stdout.trimEnd().split('\n')];
  const picture = terminalPicture(
    'cmd mods new: the files, how check and test went, and what to do next',
    lines,
  );
  if (process.argv.includes('--stdout')) process.stdout.write(picture);
  else writeFileSync(new URL('docs/images/scaffold.svg', root), picture);
} finally {
  rmSync(home, { recursive: true, force: true });
}
