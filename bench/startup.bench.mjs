// What it takes to start the program, whole processes beside a bare `node -e 0`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, finish } from './support/measure.mjs';

const home = mkdtempSync(join(tmpdir(), 'cmd-mods-bench-'));
const program = new URL('../packages/cli/bundle/bin.js', import.meta.url).pathname;
const mod = join(home, 'polite.ts');
writeFileSync(
  mod,
  "import type { ModApi } from '@cmd-mods/mod-api';\n" +
    "export default (cmd: ModApi) => { cmd.hooks({ appendSystemPrompt: () => 'Be polite.' }); };\n",
);

/** Starts a process again and again, one after the other. */
function starts(...args) {
  return async (times) => {
    for (let index = 0; index < times; index += 1) {
      const child = spawn(process.execPath, args, {
        cwd: home,
        env: { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, '.cache') },
        stdio: 'ignore',
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`node ${args.join(' ')} exited with ${code}`);
    }
  };
}

const floor = starts('-e', '0');
finish([
  ...(await compare({
    name: 'cmd --version',
    subject: starts(program, '--version'),
    against: { 'node -e 0': { run: floor, limit: 1.5 } },
  })),
  ...(await compare({
    name: 'cmd -p hi without mods',
    subject: starts(program, '-p', 'hi'),
    against: { 'node -e 0': { run: floor, limit: 3 } },
  })),
  ...(await compare({
    name: 'cmd mods list without mods',
    subject: starts(program, 'mods', 'list'),
    against: { 'node -e 0': { run: floor, limit: 2 } },
  })),
  ...(await compare({
    name: 'a word of the shell completed',
    subject: starts(program, 'complete', '--', 'mods', 'enable', ''),
    against: { 'node -e 0': { run: floor, limit: 3 } },
  })),
  ...(await compare({
    name: 'cmd -p hi with one mod, warm',
    subject: starts(program, '-p', 'hi', '--mod', mod),
    against: { 'node -e 0': { run: floor, limit: 3 } },
  })),
]);
rmSync(home, { recursive: true, force: true });
